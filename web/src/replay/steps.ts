import * as api from "../lib/api";
import { heldSeats } from "../lib/seats.svelte";
import type { MatchStep, Steps } from "../lib/http";

/** What opens a match: nothing at a listed table, else what this browser holds there. */
interface Access {
  secret: string | null;
  table: string | null; // null if nobody has said it
}

const accesses = new Map<string, Access>();

export const accessTo = (match: string): Access | undefined => accesses.get(match);

export function rememberAccess(match: string, table: string, secret: string | null): void {
  accesses.set(match, { table, secret });
}

/** What lets others into a match as well: null if nothing is needed, or only our seat opens it. */
export function inviteTo(match: string): string | null {
  const secret = accesses.get(match)?.secret ?? null;
  return secret && isOwn(secret) ? null : secret;
}

export const isOnlyOwn = (match: string): boolean => isOwn(accesses.get(match)?.secret ?? "");

const isOwn = (secret: string) => heldSeats.list.some(({ secrets }) => secrets.includes(secret));

/** The steps as `viewer` saw them, with the first thing that opens the match. */
export async function loadSteps(
  match: string,
  viewer: string,
  invite: string | null,
): Promise<Steps> {
  const known = accesses.get(match) ?? (invite ? { secret: invite, table: null } : undefined);
  const open = { secret: null, table: null };
  for (const access of [...(known ? [known] : []), open, ...ownAccesses()]) {
    try {
      const steps = await api.getSteps(match, viewer, access.secret);
      accesses.set(match, access);
      return steps;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  throw new NoAccess();
}

/** Nothing that this browser holds opens the match, or there is none. */
export class NoAccess extends Error {}

const isNotFound = (error: unknown) =>
  error instanceof api.Refusal && error.refused.code === "not-found";

const ownAccesses = (): Access[] =>
  heldSeats.list.map(({ table, invite, secrets }) => ({
    table,
    secret: invite ?? secrets[0] ?? null,
  }));

/** The steps at which the score changed, the first and the last one. */
export function scoreSteps(steps: readonly MatchStep[]): number[] {
  return steps.flatMap(({ scores }, step) => {
    const before = steps[step - 1]?.scores;
    const changed = scores.some((score, seat) => score !== (before?.[seat] ?? score));
    return step === 0 || step === steps.length - 1 || changed ? [step] : [];
  });
}

export function download(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
