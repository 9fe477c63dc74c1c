// How the panel for authors writes what it shows.

import { HIDDEN } from "../lib/board";
import type { DevEvent, DevTable } from "../lib/devHttp";
import type { Choice, ViewData } from "../lib/wire";
import { d } from "../words/dev";

const MANY = 8; // moves that stand side by side without headings
const NO_FACTS = ["viewer", "game", "players", "places", "pieces", "private", "teams"];

/** The moves of a seat under their verbs, in the order in which the rules list them. */
export function byVerb(legal: readonly Choice[]): { verb: string; moves: Choice[] }[] {
  if (legal.length === 0) return [];
  const verbs = [...new Set(legal.map((move) => move.verb))];
  if (legal.length <= MANY || verbs.length === 1) return [{ verb: "", moves: [...legal] }];
  return verbs.map((verb) => ({ verb, moves: legal.filter((move) => move.verb === verb) }));
}

/** The public facts of a view, each as it is in JSON. */
export function publicFacts(view: ViewData): [string, string][] {
  return Object.entries(view)
    .filter(([name]) => !NO_FACTS.includes(name))
    .map(([name, value]) => [name, written(value)]);
}

/** A value as JSON, with a blank after each comma so that long ones can be wrapped. */
export function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const fields = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}: ${written(inner)}`,
  );
  return `{${fields.join(", ")}}`;
}

/** The cards of a place: those next to each other that are hidden count as one. */
export function runs(faces: readonly string[]): { face: string; count: number }[] {
  const found: { face: string; count: number }[] = [];
  for (const face of faces) {
    const last = found.at(-1);
    if (face === HIDDEN && last?.face === HIDDEN) last.count += 1;
    else found.push({ face, count: 1 });
  }
  return found;
}

type Viewer = number | null; // null are the spectators

/** Viewers by name: seats, and the spectators last. */
export function namesOf(table: DevTable, viewers: readonly Viewer[]): string {
  if (viewers.length === table.seats.length) return d("dev-everybody");
  return viewers.map((viewer) => nameOf(table, viewer)).join(", ") || d("dev-nobody");
}

export function nameOf(table: DevTable, viewer: Viewer): string {
  if (viewer === null) return d("dev-spectators");
  return table.seats[viewer]?.name || String(viewer);
}

/** Those who were told nothing of an event. */
export function untold(table: DevTable, event: DevEvent): Viewer[] {
  const told = event.told.flatMap((each) => each.to);
  return table.seats.map((each) => each.seat).filter((viewer) => !told.includes(viewer));
}
