import type { Notice, ViewData } from "../lib/wire";
import { isNumbers, onlyOf, type Row } from "../table/tally";
import type { GameExtras } from ".";

/** Melds are counted from 1, and `meld_owners` has the seat of each. */
function ownerOfMeld(place: string, view: ViewData | null): number | null {
  const number = /^meld:(\d+)$/.exec(place)?.[1];
  const owners = view?.meld_owners;
  if (number === undefined || !Array.isArray(owners)) return null;
  const seat: unknown = owners[Number(number) - 1];
  return typeof seat === "number" ? seat : null;
}

/** The points that one seat wins, as the sum of what the others hold, or twice that. */
function sumWon(rows: Row[], { seat, points, values }: Notice): Row[] {
  const seats = rows[0]?.cells.length ?? 0;
  if (seat === undefined || typeof points !== "number" || !isNumbers(values, seats)) return rows;
  const held = values.filter((value) => value > 0);
  const sum = held.reduce((all, value) => all + value, 0);
  let won = `${points}`;
  if (held.length > 1 && sum === points) won = `${held.join(" + ")} = ${points}`;
  else if (sum > 0 && 2 * sum === points) won = `2 × ${sum} = ${points}`;
  return rows.map((row) =>
    row.fact === "points" ? { ...row, cells: onlyOf(seat, won, seats) } : row,
  );
}

export const rummy: GameExtras = {
  felt: "rummy",
  stackVerbs: { stock: "stock", discard: "pile" },
  ownerOf: ownerOfMeld,
  explainPoints: sumWon,
};
