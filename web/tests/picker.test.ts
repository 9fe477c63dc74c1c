import { beforeEach, describe, expect, test } from "vitest";
import { Picker } from "../src/lib/picker.svelte";
import type { Choice } from "../src/lib/wire";

const lay: Choice = { text: "2C", verb: "lay", pieces: ["2C"] };
const one: Choice = { text: "7D x 7S", verb: "take", pieces: ["7D", "7S"] };
const two: Choice = { text: "7D x 3S 4B", verb: "take", pieces: ["7D", "3S", "4B"] };
const stop: Choice = { text: "stop", verb: "stop" };
const HAND = ["2C", "7D", "9B"];

let legal: Choice[];
let confirm: "never" | "touch" | "always";
let played: string[];
let impossible: string[][];
let replaced: string[][];
let isDraw: boolean;
let picker: Picker;

beforeEach(() => {
  legal = [lay, one, two, stop];
  confirm = "always";
  isDraw = false;
  played = [];
  impossible = [];
  replaced = [];
  picker = new Picker(() => legal, {
    play: (move) => void played.push(move.text),
    onImpossible: (pieces) => void impossible.push(pieces),
    placeOf: (piece) => (HAND.includes(piece) ? "hand:0" : "table"),
    onReplaced: (before, now) => void replaced.push([before, now]),
    confirmation: () => confirm,
    isDraw: () => isDraw,
  });
});

describe("a double click", () => {
  test("picks once, and lets nothing go", () => {
    picker.toggle("2C");
    picker.toggle("2C", true);
    expect(picker.meant).toEqual(lay);
    expect(played).toEqual([]);
    picker.toggle("2C");
    expect(picker.picked).toEqual([]);
  });

  test("chooses a move by its name once", () => {
    picker.choose(stop);
    picker.choose(stop, true);
    expect(picker.named).toEqual(stop);
    expect(played).toEqual([]);
  });

  test("chooses a value of a slot once", () => {
    legal = ["7", "8"].map((rank) => ({ text: rank, verb: "ask", slots: [["rank", rank]] }));
    picker.want("rank", "7");
    picker.want("rank", "7", true);
    expect(picker.meant?.text).toBe("7");
    picker.want("rank", "7");
    expect(picker.meant).toBeNull();
  });

  test("plays where a second tap does", () => {
    confirm = "touch";
    picker.toggle("2C");
    picker.toggle("2C", true);
    expect(played).toEqual([lay.text]);
  });
});

test("one tap draws, where there is nothing else to do", () => {
  const [stock, pile] = ["draw stock", "draw pile"].map((text) => ({ text, verb: text }));
  legal = [stock!, pile!];
  isDraw = true;
  picker.choose(pile!);
  expect(played).toEqual(["draw pile"]);
});

describe("pieces", () => {
  test("are picked until one move is meant, which is then confirmed", () => {
    expect([...picker.pickable].sort()).toEqual(["2C", "3S", "4B", "7D", "7S"]);
    picker.toggle("7D");
    expect(picker.meant).toBe(null);
    expect(picker.candidates).toEqual([one, two]);
    picker.toggle("3S");
    expect(picker.meant).toEqual(two);
    expect([...picker.meantPieces].sort()).toEqual(["3S", "4B", "7D"]);
    expect(played).toEqual([]);
    picker.confirm();
    expect(played).toEqual([two.text]);
  });

  test("are put back by a second tap", () => {
    picker.toggle("2C");
    picker.toggle("2C");
    expect(picker.picked).toEqual([]);
    expect(played).toEqual([]);
  });

  test("of the same place take each other's place, and one is told so", () => {
    picker.toggle("2C");
    expect([...picker.replacements]).toEqual(["7D"]);
    picker.toggle("7D");
    expect(picker.picked).toEqual(["7D"]);
    expect(replaced).toEqual([["2C", "7D"]]);
  });

  test("that no move has are refused, and what was picked stays", () => {
    picker.toggle("7D");
    picker.toggle("9B");
    expect(impossible).toEqual([["7D", "9B"]]);
    expect(picker.picked).toEqual(["7D"]);
  });

  test("are played at once by who wants that, when nothing else can be meant", () => {
    confirm = "never";
    picker.toggle("7D");
    expect(played).toEqual([]);
    picker.toggle("7S");
    expect(played).toEqual([one.text]);
  });
});

describe("a move without pieces", () => {
  test("is chosen first, and confirmed then", () => {
    picker.choose(stop);
    expect(played).toEqual([]);
    expect(picker.meant).toEqual(stop);
    picker.confirm();
    expect(played).toEqual(["stop"]);
  });

  test("is played at once when there is no other", () => {
    legal = [stop];
    picker.choose(stop);
    expect(played).toEqual(["stop"]);
  });

  test("is forgotten when it is not possible any more", () => {
    picker.choose(stop);
    legal = [lay];
    picker.clear();
    expect(picker.meant).toBe(null);
  });
});

describe("a move that names players and ranks", () => {
  const ask = (seat: number, rank: string): Choice => ({
    text: `ask ${seat} ${rank}`,
    verb: "ask",
    slots: [
      ["seat", seat],
      ["rank", rank],
    ],
  });
  const swap = (seat: number): Choice => ({
    text: `swap ${seat}`,
    verb: "swap",
    slots: [["seat", seat]],
  });

  beforeEach(() => {
    legal = [ask(1, "7"), ask(1, "8"), ask(2, "7"), ask(2, "8"), stop];
  });

  test("is composed value by value, and confirmed then", () => {
    expect([...picker.seats]).toEqual([1, 2]);
    picker.wantSeat(2);
    expect(picker.meant).toBe(null);
    picker.want("rank", "7");
    expect(picker.meant).toEqual(ask(2, "7"));
    expect([...picker.seats]).toEqual([1, 2]);
    picker.wantSeat(1);
    expect(picker.meant).toEqual(ask(1, "7"));
    expect(played).toEqual([]);
    picker.confirm();
    expect(played).toEqual(["ask 1 7"]);
  });

  test("is let go value by value, and all of it when another move is chosen", () => {
    picker.wantSeat(2);
    picker.wantSeat(2);
    expect(picker.wishes).toEqual([]);
    picker.wantSeat(2);
    picker.choose(stop);
    expect(picker.meant).toEqual(stop);
    expect(picker.wishes).toEqual([]);
  });

  test("is played at once by who wants that, when all is chosen", () => {
    confirm = "never";
    picker.want("rank", "8");
    picker.wantSeat(2);
    expect(played).toEqual(["ask 2 8"]);
  });

  test("leaves the moves that are not composed to be chosen by name", () => {
    expect(picker.composable).toHaveLength(4);
    legal = [swap(1), stop];
    expect(picker.composable).toEqual([]); // it is one button
  });

  test("is of one verb: it is said, or follows from what is chosen", () => {
    legal = [...legal, swap(1), swap(2)];
    picker.clear();
    expect(picker.verbs).toEqual(["ask", "swap"]);
    expect(picker.slots).toEqual([]);
    picker.open("swap");
    picker.wantSeat(1);
    expect(picker.meant).toEqual(swap(1));
    picker.open("ask");
    expect(picker.wishes).toEqual([]);
    expect(picker.slots.map((slot) => slot.key)).toEqual(["seat", "rank"]);
    expect(picker.rankSlot("7")?.key).toBe("rank");
    expect(picker.rankSlot("9")).toBe(undefined);
  });

  test("may have cards too: these first", () => {
    const give = (seat: number): Choice => ({
      text: `give ${seat}`,
      verb: "give",
      pieces: ["2C"],
      slots: [["seat", seat]],
    });
    legal = [give(1), give(2), stop];
    picker.clear();
    expect(picker.composable).toEqual([]);
    picker.toggle("2C");
    picker.wantSeat(2);
    expect(picker.meant).toEqual(give(2));
  });
});
