// Notes the matches of this device in its storage, as the server tells of them.

import { getMatches } from "../lib/api";
import type { PastMatch } from "../lib/http";
import { seatsAt } from "../lib/seats.svelte";
import { load, save } from "../lib/storage";
import { merged, withMatches, type KeptMatch, type KeptMatches } from "./matches";
import { readKept } from "./reading";

const KEY = "matches";

export const loadMatches = (): KeptMatches => readKept(load<unknown>(KEY, null));

export function importMatches(other: KeptMatches): KeptMatches {
  const all = merged(loadMatches(), other);
  save(KEY, all);
  return all;
}

/**
 * Note the matches of a table that are over, at which this browser has a seat. It does not matter how often this is
 * called, nor whether the page was there when they ended. If the server does not answer, it is done another time.
 */
export async function noteMatchesAt(table: string): Promise<void> {
  const held = seatsAt(table);
  const [secret, another] = held?.secrets ?? [];
  if (!held || !secret) return;
  const past = await getMatches(table, secret).catch(() => []);
  if (!seatsAt(table)) return; // forgotten meanwhile
  const before = loadMatches(); // other windows note matches too
  const device = before.device || newDevice();
  const isShared = another !== undefined;
  const found = past.flatMap((each) => noted(each, device, isShared, held.invite ?? ""));
  const after = withMatches({ ...before, device }, found);
  if (after.matches !== before.matches) save(KEY, after);
}

function noted(past: PastMatch, device: string, shared: boolean, invite: string): KeptMatch[] {
  const { match, game, players, scores, winners, teams, seat } = past;
  const at = Date.parse(past.finished);
  if (seat == null || past.played_on || Number.isNaN(at)) return [];
  const faces = players.map((_, each) => past.faces?.[each] ?? "");
  return [
    { match, game, at, device, seat, players, faces, scores, winners, teams, shared, invite },
  ];
}

/** A name for this device, which says nothing about it. */
function newDevice(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
