import * as api from "../lib/api";
import { held } from "../lib/seats.svelte";

export interface Past {
  game: string;
  players: string[];
  steps: api.Step[];
}

/** What lets us into a match: nothing at a listed table, else what this browser holds there. */
interface Way {
  secret: string | null;
  table: string | null; // null if nobody has said it
}

const ways = new Map<string, Way>();

export const wayInto = (match: string): Way | undefined => ways.get(match);

export function comesFrom(match: string, table: string, secret: string | null): void {
  ways.set(match, { table, secret });
}

/** What lets others into a match as well: null if nothing is needed, or only our seat opens it. */
export function inviteTo(match: string): string | null {
  const secret = ways.get(match)?.secret ?? null;
  return secret && isOurs(secret) ? null : secret;
}

export const isOnlyOurs = (match: string): boolean => isOurs(ways.get(match)?.secret ?? "");

const isOurs = (secret: string) => held.list.some(({ secrets }) => secrets.includes(secret));

/** The steps as `viewer` saw them, with the first thing that opens the match. */
export async function stepsOf(match: string, viewer: string, invite: string | null): Promise<Past> {
  const known = ways.get(match) ?? (invite ? { secret: invite, table: null } : undefined);
  for (const way of [...(known ? [known] : []), { secret: null, table: null }, ...ours()]) {
    try {
      const past = await api.steps(match, viewer, way.secret);
      ways.set(match, way);
      return past;
    } catch (error) {
      if (!isShut(error)) throw error;
    }
  }
  throw new Shut();
}

/** Nothing that we hold opens it, or there is nothing. */
export class Shut extends Error {}

const isShut = (error: unknown) =>
  error instanceof api.Refusal && error.refused.code === "not-found";

const ours = (): Way[] =>
  held.list.map(({ table, invite, secrets }) => ({ table, secret: invite ?? secrets[0] ?? null }));

/** The steps at which the score changed, the first and the last one. */
export function scoreSteps(steps: readonly api.Step[]): number[] {
  const marks = steps.flatMap(({ scores }, at) => {
    const before = steps[at - 1]?.scores;
    const changed = scores.some((score, seat) => score !== (before?.[seat] ?? score));
    return at === 0 || at === steps.length - 1 || changed ? [at] : [];
  });
  return marks;
}

export function download(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
