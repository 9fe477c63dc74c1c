import { describe, expect, test } from "vitest";
import {
  otherSeats,
  inOrder,
  fanOf,
  rowCardWidth,
  isStack,
  withMoved,
  sizesFor,
} from "../src/table/layout";

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
        const card = sizesFor(width, 640).hand;
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

test("what is called a stack is one, and so are many hidden cards", () => {
  expect(isStack("discard", [])).toBe(true);
  expect(isStack("somewhere", cards(..."abcdefghi"))).toBe(true);
  expect(isStack("somewhere", cards("a", "b"))).toBe(false);
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
