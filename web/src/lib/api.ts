import { rules } from "./rules.svelte";
import { settings } from "./settings.svelte";
import type {
  AskForCode,
  CodeGiven,
  CodeTaken,
  GameInfo,
  HostInfo,
  OpenTable,
  PastMatch,
  PlayNow,
  Rename,
  ReportNoted,
  ReportPlayer,
  Rulebook,
  SeatFound,
  SeatTaken,
  StartMatch,
  Steps,
  TableInfo,
  TableLine,
  TableLog,
  TableOpened,
  TakeSeat,
  TryCode,
} from "./http";
import type { AskForReview, Known, PlayOn, ReviewNow } from "./reviewHttp";
import type { Refused } from "./wire";

const TIMEOUT_MS = 15_000; // then the player is told, and can try again
const PATIENCE_SECONDS = 10; // a longer wait that the server asks for is told to the player
const ATTEMPTS = 3;

/** What the server said no to, in its own words. */
export class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.text);
  }
}

export async function request<Answer>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  { body, secret }: { body?: unknown; secret?: string | null | undefined } = {},
): Promise<Answer> {
  const headers: Record<string, string> = { "accept-language": settings.language };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (secret) headers.authorization = `Bearer ${secret}`;
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(path, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer as Answer;
    // A server says how long to wait only if it has done nothing.
    const { retry_after: seconds } = answer as Refused;
    const retry = seconds != null && seconds <= PATIENCE_SECONDS;
    if (!retry || attempt === ATTEMPTS) throw new Refusal(answer as Refused);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

/** Whether the server said no for this reason; else it was not reached, or did not answer. */
export function isRefusedFor(error: unknown, code: string): boolean {
  return error instanceof Refusal && error.refused.code === code;
}

let cached: { key: string; games: Promise<Record<string, GameInfo>> } | null = null;

/** All games, in the player's language, by their names. */
export function getGames(): Promise<Record<string, GameInfo>> {
  const key = `${settings.language} ${rules.loads}`;
  if (cached?.key !== key) {
    const asked = request<GameInfo[]>("GET", `/api/games?language=${settings.language}`);
    const byName = asked.then((list) => Object.fromEntries(list.map((game) => [game.name, game])));
    cached = { key, games: byName };
    byName.catch(() => (cached = null)); // the next one asks again
  }
  return cached.games;
}

/** How to reach the host, and how long the server keeps what. */
export const getHost = () => request<HostInfo>("GET", "/api/host");

type Secret = string | null | undefined;

const post = <Answer, Body>(path: string, body: Body, secret?: Secret) =>
  request<Answer>("POST", path, { body, secret });

/** Whether a connection would be made now; a refusal says why not. */
export const checkConnection = () => request<object>("GET", "/ws");
export const createTable = (body: OpenTable) => post<TableOpened, OpenTable>("/api/tables", body);
/** With the secret of a seat at a public table that waits, that seat is the answer. */
export const playNow = (body: PlayNow, secret?: Secret) =>
  post<SeatFound, PlayNow>("/api/play-now", body, secret);
export const getTable = (table: string, secret?: Secret) =>
  request<TableInfo>("GET", `/api/tables/${table}?language=${settings.language}`, { secret });
/** Close it for good, as the host: a match that is being played is given up. */
export const closeTable = (table: string, secret: Secret) =>
  request<TableInfo>("DELETE", `/api/tables/${table}`, { secret });
export const takeSeat = (table: string, secret: Secret, body: TakeSeat) =>
  post<SeatTaken, TakeSeat>(`/api/tables/${table}/seats`, body, secret);
export const renameSeat = (table: string, secret: string, seat: number, name: string) => {
  const body: Rename = { name };
  return request<TableInfo>("PATCH", `/api/tables/${table}/seats/${seat}`, { body, secret });
};
/** What has happened so far in the match that is played there, as far as we have seen it. */
export const getLog = (table: string, secret: Secret, language: string) =>
  request<TableLog>("GET", `/api/tables/${table}/log?language=${language}`, { secret });
export const freeSeat = (table: string, secret: string, seat: number) =>
  request<TableInfo>("DELETE", `/api/tables/${table}/seats/${seat}`, { secret });
export const startMatch = (table: string, secret: string, fill: StartMatch["fill"] = "medium") =>
  post<TableInfo, StartMatch>(`/api/tables/${table}/start`, { fill }, secret);
export const sendReport = (table: string, secret: string, body: ReportPlayer) =>
  post<ReportNoted, ReportPlayer>(
    `/api/tables/${table}/reports?language=${settings.language}`,
    body,
    secret,
  );
export const listTables = () =>
  request<TableLine[]>("GET", `/api/tables?language=${settings.language}`);
export const getMatches = (table: string, secret?: Secret) =>
  request<PastMatch[]>("GET", `/api/tables/${table}/matches?language=${settings.language}`, {
    secret,
  });
export const getRecord = (match: string, secret?: Secret) =>
  request<Record<string, unknown>>("GET", `/api/matches/${match}/record`, { secret });
export const getSteps = (match: string, viewer: string, secret?: Secret) =>
  request<Steps>(
    "GET",
    `/api/matches/${match}/steps?viewer=${viewer}&language=${settings.language}`,
    { secret },
  );
const aboutSeat = (match: string, what: string, seat: number) =>
  `/api/matches/${match}/${what}?seat=${seat}&language=${settings.language}`;
/** How far the review of a seat is, and what it has found. */
export const getReview = (match: string, seat: number, secret?: Secret) =>
  request<ReviewNow>("GET", aboutSeat(match, "review", seat), { secret });
/** The same; it is begun if nobody has asked for it before. */
export const askReview = (match: string, seat: number, secret?: Secret) =>
  post<ReviewNow, AskForReview>(
    `/api/matches/${match}/review?language=${settings.language}`,
    { seat },
    secret,
  );
/** What a seat could know of the hidden cards after a step. */
export const getKnown = (match: string, seat: number, step: number, secret?: Secret) =>
  request<Known>("GET", `${aboutSeat(match, "known", seat)}&step=${step}`, { secret });
/** A new table at which the match goes on from a step, against bots. */
export const playOn = (match: string, secret: Secret, body: PlayOn) =>
  post<TableOpened, PlayOn>(`/api/matches/${match}/play-on`, body, secret);
export const getRules = (game: string) =>
  request<Rulebook>("GET", `/api/games/${game}/rules?language=${settings.language}`);
export const createCode = (table: string, secret: Secret, body: AskForCode) =>
  post<CodeGiven, AskForCode>(`/api/tables/${table}/codes`, body, secret);
export const redeemCode = (code: string) => post<CodeTaken, TryCode>("/api/codes", { code });
