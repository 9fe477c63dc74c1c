import { describe, expect, test } from "vitest";
import { commonBeginning, compose, slotsOf } from "../src/lib/slots";
import { chosenAfter } from "../src/lib/turns";
import type { Choice } from "../src/lib/wire";

const bid = (n: number, rank: string): Choice => ({
  text: `${n}${rank}`,
  verb: "bid",
  slots: [
    ["n", n],
    ["rank", rank],
  ],
});
// After a bid of two fives.
const BIDS = [bid(2, "6"), ...[3, 4].flatMap((n) => ["2", "5", "6"].map((rank) => bid(n, rank)))];
const valuesOf = (wishes: Parameters<typeof compose>[1]) =>
  Object.fromEntries(compose(BIDS, wishes).slots.map((slot) => [slot.key, slot.value]));

describe("a move with a number and a rank", () => {
  test("has nothing in it until something is chosen, and offers all that is legal", () => {
    const { slots, move } = compose(BIDS, []);
    expect(move).toBe(null);
    expect(slots.map((slot) => slot.value)).toEqual([null, null]);
    expect(slots.map((slot) => slot.values)).toEqual([
      [2, 3, 4],
      ["6", "2", "5"],
    ]);
  });

  test("takes the lowest number that goes with a rank", () => {
    expect(compose(BIDS, [{ key: "rank", value: "2" }]).move).toEqual(bid(3, "2"));
    expect(compose(BIDS, [{ key: "rank", value: "6" }]).move).toEqual(bid(2, "6"));
  });

  test("offers no number that does not go with the rank", () => {
    const { slots } = compose(BIDS, [{ key: "rank", value: "2" }]);
    expect(slots[0]!.values).toEqual([3, 4]);
  });

  test("moves a number that does not go with the rank to the nearest one that does", () => {
    const wishes = [
      { key: "n", value: 2 },
      { key: "rank", value: "5" },
    ];
    expect(compose(BIDS, wishes).move).toEqual(bid(3, "5"));
  });

  test("waits for the rank after a number", () => {
    expect(valuesOf([{ key: "n", value: 4 }])).toEqual({ n: 4, rank: null });
    expect(compose(BIDS, [{ key: "n", value: 4 }]).move).toBe(null);
  });
});

test("of two wishes that do not go together the later one counts", () => {
  const ask = (seat: number, rank: string): Choice => ({
    text: `${seat}${rank}`,
    verb: "ask",
    slots: [
      ["seat", seat],
      ["rank", rank],
    ],
  });
  const moves = [ask(1, "7"), ask(2, "8"), ask(2, "9")];
  const wishes = [
    { key: "seat", value: 1 },
    { key: "rank", value: "8" },
  ];
  expect(compose(moves, wishes).move).toEqual(ask(2, "8"));
});

test("a second slot of a kind has a key of its own", () => {
  const swap: Choice = {
    text: "",
    verb: "swap",
    slots: [
      ["seat", 1],
      ["seat", 2],
    ],
  };
  expect([...slotsOf(swap)]).toEqual([
    ["seat", 1],
    ["seat_2", 2],
  ]);
});

test("moves are called by the words that their labels begin with", () => {
  expect(commonBeginning(["ask Ann for a 7", "ask Bea for a 7"])).toBe("ask");
  const bots = ["ask Bot 1 for a 7", "ask Bot 2 for a 7"];
  expect(commonBeginning(bots, ["Bot 1", "Bot 2"])).toBe("ask");
  expect(commonBeginning(["pass", "pass"])).toBe("pass");
  expect(commonBeginning(["one", "two"])).toBe("");
});

test("who has chosen is known while others have to, and forgotten when all have", () => {
  const first = chosenAfter([], [0, 1, 2], [0, 2]);
  expect(first).toEqual([1]);
  const second = chosenAfter(first, [0, 2], [2]);
  expect(second).toEqual([1, 0]);
  expect(chosenAfter(second, [2], [0, 1, 2])).toEqual([]);
  expect(chosenAfter(second, [2], [2])).toEqual([]); // it has gone on
  expect(chosenAfter(second, [2], [])).toEqual([]);
  expect(chosenAfter([], [0], [1])).toEqual([]); // one after the other
});
