import { describe, expect, test } from "vitest";
import {
  boardOf,
  canFollow,
  HIDDEN,
  afterMoves,
  ownerOf,
  beforeMoves,
  reuseUnchanged,
  seatKinds,
  withHand,
  withHands,
  withHidden,
} from "../src/lib/board";
import type { Board } from "../src/lib/board";
import type { MovedCard } from "../src/lib/wire";

const start: Board = {
  "hand:0": [
    { id: "a", face: "7D" },
    { id: "b", face: "2C" },
  ],
  "hand:1": [{ id: "c", face: HIDDEN }],
  table: [{ id: "d", face: "3S" }],
};
const laid: MovedCard = { card: "7D", from: "hand:0", to: "table", piece: "a" };

test("a view without ids still gives every piece one of its own", () => {
  const facts = {
    viewer: 0,
    game: "scopa",
    players: [],
    to_act: [],
    over: false,
    scores: [],
    winners: [],
  };
  const board = boardOf({ ...facts, places: { table: ["1S", "1S"] }, pieces: {} });
  expect(new Set(board.table!.map((piece) => piece.id)).size).toBe(2);
});

describe("cards that move", () => {
  test("go on top of where they go, and leave the board they came from alone", () => {
    const next = afterMoves(start, [laid]);
    expect(next["hand:0"]).toEqual([{ id: "b", face: "2C" }]);
    expect(next.table!.at(-1)).toEqual({ id: "a", face: "7D" });
    expect(start["hand:0"]).toHaveLength(2);
  });

  test("are called as the notice calls them from then on", () => {
    const next = afterMoves(start, [{ card: "5B", from: "hand:1", to: "table", becomes: "x" }]);
    expect(next["hand:1"]).toEqual([]);
    expect(next.table!.at(-1)).toEqual({ id: "x", face: "5B" });
  });

  test("come to lie where others have left, whichever goes first", () => {
    const next = afterMoves(start, [
      { card: HIDDEN, from: "hand:0", to: "hand:1", piece: "a" },
      { card: HIDDEN, from: "hand:1", to: "hand:0", piece: "c" },
    ]);
    expect(next["hand:0"]!.map((piece) => piece.id)).toEqual(["c", "b"]);
    expect(next["hand:1"]!.map((piece) => piece.id)).toEqual(["a"]);
  });

  test("lie where they lay when the moves are taken back, with no face known", () => {
    const back = beforeMoves(afterMoves(start, [laid]), [laid]);
    expect(back["hand:0"]!.map((piece) => piece.id).sort()).toEqual(["a", "b"]);
    expect(back["hand:0"]!.find((piece) => piece.id === "a")!.face).toBe(HIDDEN);
    expect(back.table).toEqual(start.table);
  });

  test("must be on the board, or the cards were dealt anew", () => {
    expect(canFollow(start, [laid, { card: "7D", from: "table", to: "pile:0", piece: "a" }])).toBe(
      true,
    );
    expect(canFollow(start, [{ card: "1S", from: "hand:0", to: "table", piece: "z" }])).toBe(false);
  });
});

test("hands are laid open where as many cards lie, also where none was seen before", () => {
  const board: Board = {
    "hand:0": [{ id: "x", face: "7D" }],
    "choice:0": [
      { id: "a", face: "1" },
      { id: "b", face: "2" },
    ],
    "choice:1": [
      { id: "c", face: HIDDEN },
      { id: "d", face: HIDDEN },
    ],
  };
  const opened = withHands(board, [
    ["1", "2"],
    ["3", HIDDEN],
  ]);
  expect(opened["choice:1"]).toEqual([
    { id: "c", face: "3" },
    { id: "d", face: HIDDEN },
  ]);
  expect(opened["hand:0"]).toEqual(board["hand:0"]);
  expect(
    withHands(board, [
      ["1", "2"],
      ["3", "4"],
      ["5", "6"],
    ])["choice:2"],
  ).toHaveLength(2);
  expect(withHands(board, [["1"], ["3", "4", "5"]])).toBe(board);
});

describe("one hand that is laid open", () => {
  const hidden = (...ids: string[]) => ids.map((id) => ({ id, face: HIDDEN }));
  const board: Board = {
    table: [
      { id: "t", face: "2C" },
      { id: "u", face: "3C" },
    ],
    "pile:1": hidden("p", "q"),
    "hand:0": [{ id: "a", face: "7D" }],
    "hand:1": hidden("b", "c"),
  };

  test("is drawn where its player holds as many cards", () => {
    expect(withHand(board, 1, ["4C", "5C"])).toEqual({
      ...board,
      "hand:1": [
        { id: "b", face: "4C" },
        { id: "c", face: "5C" },
      ],
    });
    const cups: Board = { "cup:0": [{ id: "a", face: "5" }], "cup:1": hidden("b") };
    expect(withHand(cups, 1, ["5"])["cup:1"]).toEqual([{ id: "b", face: "5" }]);
  });

  test("is not what lies elsewhere, nor another number of cards or other faces", () => {
    expect(withHand(board, 1, ["2C", "3C"])).toBe(board); // the trick that they win
    expect(withHand(board, 1, ["4C"])).toBe(board);
    expect(withHand(board, 0, ["6D"])).toBe(board);
    expect(withHand(board, 2, [])).toBe(board);
  });
});

test("a face that is down at the end is not shown on the way", () => {
  const end: Board = { table: [{ id: "d", face: HIDDEN }] };
  expect(withHidden(start, end).table).toEqual([{ id: "d", face: HIDDEN }]);
  expect(withHidden(start, end)["hand:0"]).toEqual(start["hand:0"]);
});

test("what has not changed is the same object, so that it is not drawn again", () => {
  const next = reuseUnchanged(structuredClone(afterMoves(start, [laid])), start);
  expect(next["hand:1"]).toBe(start["hand:1"]);
  expect(next["hand:0"]![0]).toBe(start["hand:0"]![1]);
  expect(next.table).not.toBe(start.table);
});

test("a place with the number of a seat is that seat's; melds are nobody's", () => {
  const places = ["hand:0", "hand:1", "cup:1", "row:0", "row:2", "meld:1", "table"];
  const board = Object.fromEntries(places.map((place) => [place, []]));
  const kinds = seatKinds(board, 2);
  expect(kinds.sort()).toEqual(["cup", "hand", "pile"]);
  expect(places.map((place) => ownerOf(place, kinds))).toEqual([0, 1, 1, null, null, null, null]);
});
