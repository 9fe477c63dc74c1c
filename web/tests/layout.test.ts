import { describe, expect, test } from "vitest";
import {
  otherSeats,
  inOrder,
  fanOf,
  fansCardWidth,
  rowCardWidth,
  layoutOf,
  withMoved,
  sizesFor,
  trickSpots,
} from "../src/table/layout";

const room = (width: number, height: number) =>
  sizesFor({ width, height, aside: false, most: 3, lines: 1, letters: 1 });
const cards = (...ids: string[]) => ids.map((id) => ({ id, face: "??" }));

test("the others sit around in the order of play", () => {
  expect(otherSeats(3, 1)).toEqual([
    { seat: 2, side: "left" },
    { seat: 0, side: "right" },
  ]);
  expect(otherSeats(2, 0)).toEqual([{ seat: 1, side: "top" }]);
  expect(otherSeats(4, 3).map(({ side }) => side)).toEqual(["left", "top", "right"]);
  expect(otherSeats(1, 0)).toEqual([]);
});

describe("a fan of cards", () => {
  test("never leaves less of a card than a finger finds, nor is wider than its place", () => {
    for (let width = 280; width <= 1280; width += 50) {
      for (let count = 1; count <= 30; count += 1) {
        const card = room(width, 640).hand;
        const { step, lines } = fanOf(count, width, card);
        const inLine = Math.ceil(count / lines);
        expect(inLine < 2 || step >= 28).toBe(true);
        expect((inLine - 1) * step + Math.min(card, step)).toBeLessThanOrEqual(width);
      }
    }
  });

  test("is one line while it can be", () => {
    expect(fanOf(3, 400, 60).lines).toBe(1);
    expect(fanOf(20, 300, 60).lines).toBeGreaterThan(1);
  });
});

test("an open row shrinks its cards, but not below a finger's width", () => {
  expect(rowCardWidth(4, 400, 60)).toBe(60);
  expect(rowCardWidth(30, 300, 60)).toBe(44);
});

test("cards get larger with the shorter side of the felt", () => {
  const [desktop, large] = [room(976, 632), room(1616, 960)];
  expect(large.hand).toBeGreaterThanOrEqual(1.4 * desktop.hand);
  expect(large.table).toBeGreaterThanOrEqual(1.4 * desktop.table);
  expect(room(1616, 632).hand).toBe(desktop.hand);
  const { hand, table } = room(390, 620);
  expect(hand).toBeGreaterThan(table);
  expect(3 * hand).toBeLessThan(390);
});

test("many cards in the middle are smaller, as their height allows", () => {
  expect(rowCardWidth(4, 900, 120, 180)).toBe(120);
  expect(rowCardWidth(4, 900, 120, 100)).toBeLessThan(70);
  expect(rowCardWidth(12, 500, 120, 260)).toBe(77);
  const sizes = { least: 44, usual: 80, strip: 20, frame: 40 };
  expect(fansCardWidth([3, 3], [600, 160], sizes)).toBe(80);
  expect(fansCardWidth([3, 3, 3, 3, 3, 3], [500, 240], sizes)).toBe(56);
  expect(
    fansCardWidth(
      Array.from({ length: 20 }, () => 3),
      [500, 240],
      sizes,
    ),
  ).toBe(44);
});

describe("the layout of a place", () => {
  const wayOf = (place: string, count = 0, hints = {}) =>
    layoutOf(place, cards(..."abcdefghijkl".slice(0, count)), hints).way;

  test("is by its name, where it has a usual one", () => {
    expect(["discard", "meld:3", "cup:0", "trick:2"].map((place) => wayOf(place))).toEqual([
      "pile",
      "fan",
      "cup",
      "trick",
    ]);
    expect(layoutOf("trump", [], {})).toEqual({ way: "beside", beside: "stock" });
  });

  test("is a row, or a pile of many hidden cards, where nothing is known", () => {
    expect(wayOf("somewhere", 2)).toBe("row");
    expect(wayOf("somewhere", 9)).toBe("pile");
  });

  test("is first of all what the game says", () => {
    expect(wayOf("somewhere:1", 9, { somewhere: "fan" })).toBe("fan");
    expect(wayOf("stock", 9, { stock: "row" })).toBe("row");
    expect(layoutOf("hint", [], { hint: "beside deck" })).toEqual({
      way: "beside",
      beside: "deck",
    });
  });
});

describe("a trick", () => {
  test("lies before its players, the own card in front", () => {
    expect(trickSpots(4, 2)).toEqual({
      spots: [
        { seat: 3, column: 1, row: 2 },
        { seat: 0, column: 3, row: 1 },
        { seat: 1, column: 5, row: 2 },
        { seat: 2, column: 3, row: 3 },
      ],
      columns: 6,
      rows: 4,
    });
  });

  test("has no cards on each other, however many play", () => {
    for (let seats = 1; seats <= 8; seats += 1) {
      const { spots, columns, rows } = trickSpots(seats, 0);
      expect(spots.map(({ seat }) => seat).sort()).toEqual([...Array(seats).keys()]);
      for (const [at, one] of spots.entries()) {
        expect(one.column >= 1 && one.column < columns).toBe(true);
        expect(one.row >= 1 && one.row < rows).toBe(true);
        for (const other of spots.slice(at + 1)) {
          const isApart =
            Math.abs(one.column - other.column) >= 2 || Math.abs(one.row - other.row) >= 2;
          expect(isApart).toBe(true);
        }
      }
    }
  });
});

test("an arranged hand stays so, and new cards come last", () => {
  const seen = inOrder(cards("new", "a", "b", "c"), ["c", "gone", "a", "b"]);
  expect(seen.map((piece) => piece.id)).toEqual(["c", "a", "b", "new"]);
});

test("a card that is moved stays within the hand", () => {
  expect(withMoved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(withMoved(["a", "b", "c"], 0, 9)).toEqual(["b", "c", "a"]);
  expect(withMoved(["a", "b", "c"], 2, -1)).toEqual(["c", "a", "b"]);
});
