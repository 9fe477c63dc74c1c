import { expect, test } from "vitest";
import { isTally, rowsOf } from "../src/table/tally";
import { rummy } from "../src/games/rummy";
import { scopa } from "../src/games/scopa";

const notice = (facts: object) => ({ number: 1, event: "RoundFinished", text: "", ...facts });
const cellsOf = (rows: ReturnType<typeof rowsOf>, fact: string) =>
  rows.find((row) => row.fact === fact)?.cells;

test("what counts something up for all seats is a tally; the end of a match is none", () => {
  expect(isTally(notice({ points: [1, 2, 0] }), 3)).toBe(true);
  expect(isTally(notice({ points: [1, 2] }), 3)).toBe(false);
  expect(isTally(notice({ points: [1, 2, 0], winner_seats: [1] }), 3)).toBe(false);
});

test("facts of seats are rows, cards first; what only looks so is none", () => {
  const rows = rowsOf(
    notice({ points: [1, 2], hands: [["7D"], []], settebello_seat: 1, cards: ["7D", "3S"] }),
    2,
  );
  expect(rows.map((row) => row.fact)).toEqual(["hands", "points", "settebello"]);
  expect(cellsOf(rows, "settebello")).toEqual([0, 1]);
});

test("in Scopa every point is explained, or none is", () => {
  const facts = { count: [20, 20, 0], coins: [6, 3, 1], sweeps: [0, 2, 0], settebello_seat: 0 };
  const counted = notice({ ...facts, points: [2, 2, 0] });
  const gained = scopa.explainPoints!(rowsOf(counted, 3), counted).map((row) => [
    row.fact,
    row.gained,
  ]);
  expect(Object.fromEntries(gained)).toEqual({
    count: [0, 0, 0],
    coins: [1, 0, 0],
    sweeps: [0, 2, 0],
    settebello: [1, 0, 0],
    points: undefined,
  });
  const other = notice({ ...facts, points: [3, 2, 0] });
  expect(scopa.explainPoints!(rowsOf(other, 3), other).every((row) => !row.gained)).toBe(true);
});

test("in Rummy the points are the sum of what the others hold, or twice that", () => {
  const won = (facts: object) => {
    const counted = notice({ seat: 0, ...facts });
    return cellsOf(rummy.explainPoints!(rowsOf(counted, 3), counted), "points");
  };
  expect(won({ values: [0, 12, 5], points: 17 })).toEqual(["12 + 5 = 17", null, null]);
  expect(won({ values: [0, 12, 5], points: 34 })).toEqual(["2 × 17 = 34", null, null]);
  expect(won({ values: [0, 12, 0], points: 12 })).toEqual(["12", null, null]);
});
