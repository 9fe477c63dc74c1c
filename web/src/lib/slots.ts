// Moves that name players, ranks or numbers: what can be chosen for each, and which move that makes.

import type { Choice } from "./wire";

export type SlotValue = string | number;

/** A value that the player wants: of the first seat in a move ("seat"), the second ("seat_2"), ... */
export interface Wish {
  key: string;
  value: SlotValue;
}

/** A slot of the moves of one verb. */
export interface Slot {
  key: string;
  kind: string; // "seat", "rank" or "n"
  values: SlotValue[]; // those that can be chosen, in order
  value: SlotValue | null; // the one that is chosen, or the only one
}

/** The slots of a move by their keys. */
export function slotsOf(move: Choice): Map<string, SlotValue> {
  const found = new Map<string, SlotValue>();
  const seen: Record<string, number> = {};
  for (const [kind, value] of move.slots ?? []) {
    const at = (seen[kind] = (seen[kind] ?? 0) + 1);
    found.set(at === 1 ? kind : `${kind}_${at}`, value);
  }
  return found;
}

const kindOf = (key: string): string => key.replace(/_\d+$/, "");
const isNumber = (key: string): boolean => kindOf(key) === "n";
const valueOf = (move: Choice, key: string): SlotValue | undefined => slotsOf(move).get(key);
const having = (moves: readonly Choice[], { key, value }: Wish): Choice[] =>
  moves.filter((move) => valueOf(move, key) === value);

function valuesIn(moves: readonly Choice[], key: string): SlotValue[] {
  const all = new Set(moves.map((move) => valueOf(move, key)));
  const values = [...all].filter((value) => value !== undefined);
  return isNumber(key) ? values.sort((one, other) => Number(one) - Number(other)) : values;
}

/** The number among some that is nearest to what is wanted. */
export function nearest(values: readonly SlotValue[], wanted: number): number | null {
  const far = (value: SlotValue) => Math.abs(Number(value) - wanted);
  const [best] = [...values].sort((one, other) => far(one) - far(other));
  return best === undefined ? null : Number(best);
}

/**
 * What some wishes, the latest last, come to among the moves of one verb: the slots as they are
 * then, and the move if it is the only one. A later wish counts more than an earlier one that does
 * not go with it. A number follows the other values: it becomes the nearest one that goes with
 * them, or the lowest if none is wanted.
 */
export function compose(
  moves: readonly Choice[],
  wishes: readonly Wish[],
): { slots: Slot[]; move: Choice | null } {
  const keys = [...slotsOf(moves[0] ?? { text: "", verb: "" }).keys()];
  let left = [...moves];
  for (const wish of [...wishes].reverse()) {
    const fitting = isNumber(wish.key) ? [] : having(left, wish);
    if (fitting.length > 0) left = fitting;
  }
  const isOpen = (key: string) => valuesIn(left, key).length > 1;
  const ready = wishes.length > 0 && !keys.some((key) => !isNumber(key) && isOpen(key));
  const offered = new Map<string, SlotValue[]>();
  for (const key of keys.filter(isNumber)) {
    const values = valuesIn(left, key);
    offered.set(key, values);
    const wanted = wishes.findLast((wish) => wish.key === key)?.value;
    if (wanted === undefined && !ready) continue;
    const value = nearest(values, Number(wanted ?? values[0]));
    if (value !== null) left = having(left, { key, value });
  }
  const slots = keys.map((key) => {
    const values = offered.get(key) ?? valuesIn(moves, key);
    const [value = null, ...more] = valuesIn(left, key);
    return { key, kind: kindOf(key), values, value: more.length === 0 ? value : null };
  });
  return { slots, move: wishes.length > 0 && left.length === 1 ? left[0]! : null };
}

/**
 * The words that the labels of some moves begin with: what they all do. They end before the first of
 * these names, since names may begin alike: "Knight of Cups", "Knight of Swords".
 */
export function commonBeginning(labels: readonly string[], names: readonly string[] = []): string {
  const beforeName = (label: string) => {
    const found = names.map((name) => label.indexOf(name)).filter((at) => at >= 0);
    return label.slice(0, Math.min(label.length, ...found)).trim();
  };
  const [first = [], ...others] = labels.map((label) => beforeName(label).split(" "));
  const differs = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return first.slice(0, differs < 0 ? first.length : differs).join(" ");
}
