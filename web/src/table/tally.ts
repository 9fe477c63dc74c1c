import type { Notice } from "../lib/wire";

export type Cell = number | string | string[] | null;

/** One fact at the end of a round: a value for each seat. */
export interface Row {
  fact: string;
  cells: Cell[];
  gained?: number[]; // the points that each seat gets for it
}

const COUNTED = ["scores", "points", "totals", "values", "sums"];
const OF_CARDS = ["cards", "indexes", "taken"]; // as many as there are seats only by chance
const GIVES_A_POINT = ["count", "coins", "settebello", "values"]; // to who alone has the most

/** Whether a notice counts something up for all seats, as at the end of a round. */
export function isTally(notice: Notice, seats: number): boolean {
  return !("winner_seats" in notice) && COUNTED.some((fact) => isNumbers(notice[fact], seats));
}

/** Its facts, line by line, with cards first and what it all comes to last. */
export function rowsOf(notice: Notice, seats: number): Row[] {
  const rows: Row[] = [];
  for (const [fact, value] of Object.entries(notice)) {
    if (OF_CARDS.includes(fact)) continue;
    if (Array.isArray(value) && value.length === seats && !fact.endsWith("_seats")) {
      rows.push({ fact, cells: value as Cell[] });
    } else if (fact.endsWith("_seat") && typeof value === "number") {
      const cells = Array.from({ length: seats }, (_, seat) => (seat === value ? 1 : 0));
      rows.push({ fact: fact.slice(0, -"_seat".length), cells });
    } else if (fact === "points" && typeof value === "number" && notice.seat !== undefined) {
      rows.push({ fact, cells: wonBy(notice.seat, value, notice, seats) });
    }
  }
  withGains(rows);
  const isOfFaces = (row: Row) => row.cells.some(Array.isArray);
  return [...rows.filter(isOfFaces), ...rows.filter((row) => !isOfFaces(row))];
}

/** Points that one seat wins, as the sum that they are if it is one of what the others hold. */
function wonBy(winner: number, points: number, notice: Notice, seats: number): Cell[] {
  const values = isNumbers(notice.values, seats) ? notice.values.filter((n) => n > 0) : [];
  const sum = values.reduce((all, value) => all + value, 0);
  let won: Cell = points;
  if (values.length > 1 && sum === points) won = `${values.join(" + ")} = ${points}`;
  else if (sum > 0 && 2 * sum === points) won = `2 × ${sum} = ${points}`;
  return Array.from({ length: seats }, (_, seat) => (seat === winner ? won : null));
}

/** Marks what gave a point, if that explains the points of every seat; else nothing is marked. */
function withGains(rows: Row[]): void {
  const points = rows.find((row) => row.fact === "points")?.cells;
  const sweeps = rows.find((row) => row.fact === "sweeps");
  if (!points || !sweeps) return;
  const gives = rows.filter((row) => GIVES_A_POINT.includes(row.fact));
  const gains: number[][] = gives.map(({ cells }) => {
    const most = Math.max(...cells.map(Number));
    const alone = cells.filter((cell) => cell === most).length === 1;
    return cells.map((cell) => (alone && cell === most ? 1 : 0));
  });
  gains.push(sweeps.cells.map(Number));
  const sums = points.map((_, seat) => gains.reduce((sum, each) => sum + (each[seat] ?? 0), 0));
  if (sums.some((sum, seat) => sum !== points[seat])) return;
  [...gives, sweeps].forEach((row, at) => (row.gained = gains[at]!));
}

function isNumbers(value: unknown, seats: number): value is number[] {
  return (
    Array.isArray(value) && value.length === seats && value.every((n) => typeof n === "number")
  );
}
