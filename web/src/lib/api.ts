import { settings } from "./settings.svelte";
import type { Chair, Line, Notice, Phase, Refused, View } from "./wire";

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

export interface TableLine {
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
  chairs: Chair[];
  host: number | null;
  free: number;
  absence: Absence;
  grace: number; // seconds
  clock: number | null; // seconds for a turn
}

/** What happens when somebody is away: a bot plays for him, or the table waits. */
export type Absence = "bot" | "wait";

export interface Opened {
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

const LONGEST_WAIT = 15_000; // milliseconds; then one is told, and can try again
const PATIENCE = 10; // seconds to wait until a server that has too much to do is asked again
const ATTEMPTS = 3;

/** What the server said no to, in its own words. */
export class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.text);
  }
}

export async function ask<Answer>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  { body, secret }: { body?: unknown; secret?: string | null | undefined } = {},
): Promise<Answer> {
  const headers: Record<string, string> = { "accept-language": settings.language };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (secret) headers.authorization = `Bearer ${secret}`;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(path, {
      method,
      headers,
      signal: AbortSignal.timeout(LONGEST_WAIT),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const said: unknown = await answer.json();
    if (answer.ok) return said as Answer;
    const { code, retry_after: seconds } = said as Refused;
    const later = code === "too-fast" && seconds != null && seconds <= PATIENCE;
    if (!later || attempt === ATTEMPTS) throw new Refusal(said as Refused);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

/** Whether the server said no for this reason; else it was not reached, or did not answer. */
export function refusedFor(error: unknown, code: string): boolean {
  return error instanceof Refusal && error.refused.code === code;
}

let catalogue: { language: string; games: Promise<Record<string, Game>> } | null = null;

/** All games, in the player's language, by their names. */
export function games(): Promise<Record<string, Game>> {
  if (catalogue?.language !== settings.language) {
    const asked = ask<Game[]>("GET", `/api/games?language=${settings.language}`);
    const byName = asked.then((list) => Object.fromEntries(list.map((game) => [game.name, game])));
    catalogue = { language: settings.language, games: byName };
    byName.catch(() => (catalogue = null)); // the next one asks again
  }
  return catalogue.games;
}

/** Whether a connection would be made now; a refusal says why not. */
export const tryDoor = () => ask<object>("GET", "/ws");
export const openTable = (body: {
  game: string;
  name: string;
  seats?: number;
  options?: Record<string, unknown>;
  listed?: boolean;
  absence?: Absence;
  grace?: number;
  clock?: number | null;
}) => ask<Opened>("POST", "/api/tables", { body });
export const showTable = (table: string, secret?: string | null) =>
  ask<TableInfo>("GET", `/api/tables/${table}`, { secret });
export const takeSeat = (
  table: string,
  secret: string | null,
  body: { name?: string; bot?: "bot" | "random"; seat?: number },
) => ask<{ seat: number; secret?: string }>("POST", `/api/tables/${table}/seats`, { body, secret });
export const rename = (table: string, secret: string, seat: number, name: string) =>
  ask<TableInfo>("PATCH", `/api/tables/${table}/seats/${seat}`, { body: { name }, secret });
/** What has happened so far in the match that is played there, as far as we have seen it. */
export const logOf = (table: string, secret: string | null, language: string) =>
  ask<{ match: string; lines: Line[] }>("GET", `/api/tables/${table}/log?language=${language}`, {
    secret,
  });
export const freeSeat = (table: string, secret: string, seat: number) =>
  ask<TableInfo>("DELETE", `/api/tables/${table}/seats/${seat}`, { secret });
export const start = (table: string, secret: string, fill: "" | "bot" | "random" = "bot") =>
  ask<TableInfo>("POST", `/api/tables/${table}/start`, { body: { fill }, secret });
export const listTables = () => ask<TableLine[]>("GET", "/api/tables");
export const matchesOf = (table: string, secret?: string | null) =>
  ask<PastMatch[]>("GET", `/api/tables/${table}/matches`, { secret });
export const record = (match: string, secret?: string | null) =>
  ask<Record<string, unknown>>("GET", `/api/matches/${match}/record`, { secret });
export const steps = (match: string, viewer: string, secret?: string | null) =>
  ask<{ game: string; players: string[]; steps: Step[] }>(
    "GET",
    `/api/matches/${match}/steps?viewer=${viewer}&language=${settings.language}`,
    { secret },
  );
export const rules = (game: string) =>
  ask<{ title: string; html: string; rules: Record<string, string> }>(
    "GET",
    `/api/games/${game}/rules?language=${settings.language}`,
  );
export const newCode = (
  table: string,
  secret: string | null,
  body: { kind: "invite" } | { kind: "seat"; invite?: string },
) => ask<{ code: string; seconds: number }>("POST", `/api/tables/${table}/codes`, { body, secret });
export const redeem = (code: string) =>
  ask<{ table: string; game: string; seat: number | null; secret: string; invite: string }>(
    "POST",
    "/api/codes",
    { body: { code } },
  );
