import type { Notice } from "../lib/wire";
import type { GameExtras } from "../games";

export type Cell = number | string | string[] | null;

/** One fact at the end of a round: a value for each seat. */
export interface Row {
  fact: string;
  cells: Cell[];
  gained?: number[]; // the points that each seat gets for it
}

const COUNTED = ["scores", "points", "totals", "values", "sums"];
const OF_CARDS = ["cards", "indexes", "taken"]; // as many as there are seats only by chance

/** Whether a notice counts something up for all seats, as at the end of a round. */
export function isTally(notice: Notice, seats: number): boolean {
  return !("winner_seats" in notice) && COUNTED.some((fact) => isNumbers(notice[fact], seats));
}

/** The seats that have won the round, if the notice says it: as the game sees it, or by its points. */
export function winnersOf(notice: Notice, extras: GameExtras): number[] {
  if (extras.roundWinners) return extras.roundWinners(notice);
  return typeof notice.points === "number" && notice.seat !== undefined ? [notice.seat] : [];
}

/** The seats with this value. */
export function seatsWith(values: unknown, best: (...all: number[]) => number): number[] {
  if (!Array.isArray(values)) return [];
  const value = best(...(values as number[]));
  return values.flatMap((each, seat) => (each === value ? [seat] : []));
}

/** Its facts, line by line, with cards first and what it all comes to last. */
export function rowsOf(notice: Notice, seats: number): Row[] {
  const rows: Row[] = [];
  for (const [fact, value] of Object.entries(notice)) {
    if (OF_CARDS.includes(fact)) continue;
    if (Array.isArray(value) && value.length === seats && !fact.endsWith("_seats")) {
      rows.push({ fact, cells: value as Cell[] });
    } else if (fact.endsWith("_seat") && typeof value === "number") {
      rows.push({ fact: fact.slice(0, -"_seat".length), cells: onlyOf(value, 1, seats, 0) });
    } else if (fact === "points" && typeof value === "number" && notice.seat !== undefined) {
      rows.push({ fact, cells: onlyOf(notice.seat, value, seats) });
    }
  }
  const isOfFaces = (row: Row) => row.cells.some(Array.isArray);
  return [...rows.filter(isOfFaces), ...rows.filter((row) => !isOfFaces(row))];
}

/** A value for one seat alone. */
export function onlyOf(seat: number, value: Cell, seats: number, others: Cell = null): Cell[] {
  return Array.from({ length: seats }, (_, each) => (each === seat ? value : others));
}

export function isNumbers(value: unknown, seats: number): value is number[] {
  return (
    Array.isArray(value) && value.length === seats && value.every((n) => typeof n === "number")
  );
}
