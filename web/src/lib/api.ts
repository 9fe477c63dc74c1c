import { settings } from "./settings.svelte";
import type { SeatInfo, LogLine, Notice, Phase, Refused, View } from "./wire";

export interface Game {
  name: string;
  title: string;
  about: string;
  seats: number[]; // the usual number first
  faces: string[];
  cards: Record<string, string>; // what a face is called
  verbs: Record<string, string>; // patterns of moves, such as "{card} x {cards}"
  facts: Record<string, FactLabel>; // the public facts of a view that are worth showing
  page: boolean; // whether its rules can be read
  options: { properties?: Record<string, OptionSchema> };
}

export interface FactLabel {
  label: string;
  kind: "number" | "seat" | "by_seat";
}

export interface OptionSchema {
  type: "boolean" | "integer" | "string";
  default: boolean | number | string;
  description?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  oneOf?: { const: string; title: string }[]; // the same in words
}

export interface TableSummary {
  table: string;
  game: string;
  phase: Phase;
  players: string[]; // "" is a free seat
  free: number;
}

export interface TableInfo {
  table: string;
  match: string;
  game: string;
  phase: Phase;
  listed: boolean;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  host: number | null;
  free: number;
  absence: Absence;
  grace: number; // seconds
  clock: number | null; // seconds for a turn
}

/** What happens when somebody is away: a bot plays for them, or the table waits. */
export type Absence = "bot" | "wait";

export interface OpenedTable {
  table: string;
  seat: number;
  secret: string;
  invite: string;
  link: string;
}

export interface PastMatch {
  match: string;
  table: string;
  game: string;
  finished: string;
  players: string[];
  scores: number[];
  winners: number[];
}

export interface Step {
  move: { seat: number; text: string; label: string } | null;
  notices: Notice[];
  view: View;
  to_act: number[];
  scores: number[];
}

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
    const { code, retry_after: seconds } = answer as Refused;
    const retry = code === "too-fast" && seconds != null && seconds <= PATIENCE_SECONDS;
    if (!retry || attempt === ATTEMPTS) throw new Refusal(answer as Refused);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

/** Whether the server said no for this reason; else it was not reached, or did not answer. */
export function isRefusedFor(error: unknown, code: string): boolean {
  return error instanceof Refusal && error.refused.code === code;
}

let cached: { language: string; games: Promise<Record<string, Game>> } | null = null;

/** All games, in the player's language, by their names. */
export function getGames(): Promise<Record<string, Game>> {
  if (cached?.language !== settings.language) {
    const asked = request<Game[]>("GET", `/api/games?language=${settings.language}`);
    const byName = asked.then((list) => Object.fromEntries(list.map((game) => [game.name, game])));
    cached = { language: settings.language, games: byName };
    byName.catch(() => (cached = null)); // the next one asks again
  }
  return cached.games;
}

/** Whether a connection would be made now; a refusal says why not. */
export const checkConnection = () => request<object>("GET", "/ws");
export const createTable = (body: {
  game: string;
  name: string;
  seats?: number;
  options?: Record<string, unknown>;
  listed?: boolean;
  absence?: Absence;
  grace?: number;
  clock?: number | null;
}) => request<OpenedTable>("POST", "/api/tables", { body });
export const getTable = (table: string, secret?: string | null) =>
  request<TableInfo>("GET", `/api/tables/${table}`, { secret });
export const takeSeat = (
  table: string,
  secret: string | null,
  body: { name?: string; bot?: "bot" | "random"; seat?: number },
) =>
  request<{ seat: number; secret?: string }>("POST", `/api/tables/${table}/seats`, {
    body,
    secret,
  });
export const renameSeat = (table: string, secret: string, seat: number, name: string) =>
  request<TableInfo>("PATCH", `/api/tables/${table}/seats/${seat}`, { body: { name }, secret });
/** What has happened so far in the match that is played there, as far as we have seen it. */
export const getLog = (table: string, secret: string | null, language: string) =>
  request<{ match: string; lines: LogLine[] }>(
    "GET",
    `/api/tables/${table}/log?language=${language}`,
    {
      secret,
    },
  );
export const freeSeat = (table: string, secret: string, seat: number) =>
  request<TableInfo>("DELETE", `/api/tables/${table}/seats/${seat}`, { secret });
export const startMatch = (table: string, secret: string, fill: "" | "bot" | "random" = "bot") =>
  request<TableInfo>("POST", `/api/tables/${table}/start`, { body: { fill }, secret });
export const listTables = () => request<TableSummary[]>("GET", "/api/tables");
export const getMatches = (table: string, secret?: string | null) =>
  request<PastMatch[]>("GET", `/api/tables/${table}/matches`, { secret });
export const getRecord = (match: string, secret?: string | null) =>
  request<Record<string, unknown>>("GET", `/api/matches/${match}/record`, { secret });
export const getSteps = (match: string, viewer: string, secret?: string | null) =>
  request<{ game: string; players: string[]; steps: Step[] }>(
    "GET",
    `/api/matches/${match}/steps?viewer=${viewer}&language=${settings.language}`,
    { secret },
  );
export const getRules = (game: string) =>
  request<{ title: string; html: string; rules: Record<string, string> }>(
    "GET",
    `/api/games/${game}/rules?language=${settings.language}`,
  );
export const createCode = (
  table: string,
  secret: string | null,
  body: { kind: "invite" } | { kind: "seat"; invite?: string },
) =>
  request<{ code: string; seconds: number }>("POST", `/api/tables/${table}/codes`, {
    body,
    secret,
  });
export const redeemCode = (code: string) =>
  request<{ table: string; game: string; seat: number | null; secret: string; invite: string }>(
    "POST",
    "/api/codes",
    { body: { code } },
  );
