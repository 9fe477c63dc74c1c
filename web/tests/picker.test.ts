import { beforeEach, describe, expect, test } from "vitest";
import { Pick } from "../src/lib/picker.svelte";
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
let pick: Pick;

beforeEach(() => {
  legal = [lay, one, two, stop];
  confirm = "always";
  played = [];
  impossible = [];
  replaced = [];
  pick = new Pick(() => legal, {
    play: (move) => void played.push(move.text),
    impossible: (chosen) => void impossible.push(chosen),
    placeOf: (piece) => (HAND.includes(piece) ? "hand:0" : "table"),
    replaced: (before, now) => void replaced.push([before, now]),
    confirm: () => confirm,
  });
});

describe("a double click", () => {
  test("picks once, and lets nothing go", () => {
    pick.toggle("2C");
    pick.toggle("2C", true);
    expect(pick.only).toEqual(lay);
    expect(played).toEqual([]);
    pick.toggle("2C");
    expect(pick.chosen).toEqual([]);
  });

  test("chooses a move by its name once", () => {
    pick.name(stop);
    pick.name(stop, true);
    expect(pick.named).toEqual(stop);
    expect(played).toEqual([]);
  });

  test("plays where a second tap does", () => {
    confirm = "touch";
    pick.toggle("2C");
    pick.toggle("2C", true);
    expect(played).toEqual([lay.text]);
  });
});

describe("pieces", () => {
  test("are picked until one move is meant, which is then confirmed", () => {
    expect([...pick.pickable].sort()).toEqual(["2C", "3S", "4B", "7D", "7S"]);
    pick.toggle("7D");
    expect(pick.only).toBe(null);
    expect(pick.candidates).toEqual([one, two]);
    pick.toggle("3S");
    expect(pick.only).toEqual(two);
    expect([...pick.wanted].sort()).toEqual(["3S", "4B", "7D"]);
    expect(played).toEqual([]);
    pick.confirm();
    expect(played).toEqual([two.text]);
  });

  test("are put back by a second tap", () => {
    pick.toggle("2C");
    pick.toggle("2C");
    expect(pick.chosen).toEqual([]);
    expect(played).toEqual([]);
  });

  test("of the same place take each other's place, and one is told so", () => {
    pick.toggle("2C");
    expect([...pick.instead]).toEqual(["7D"]);
    pick.toggle("7D");
    expect(pick.chosen).toEqual(["7D"]);
    expect(replaced).toEqual([["2C", "7D"]]);
  });

  test("that no move has are refused, and what was picked stays", () => {
    pick.toggle("7D");
    pick.toggle("9B");
    expect(impossible).toEqual([["7D", "9B"]]);
    expect(pick.chosen).toEqual(["7D"]);
  });

  test("are played at once by who wants that, when nothing else can be meant", () => {
    confirm = "never";
    pick.toggle("7D");
    expect(played).toEqual([]);
    pick.toggle("7S");
    expect(played).toEqual([one.text]);
  });
});

describe("a move without pieces", () => {
  test("is chosen first, and confirmed then", () => {
    pick.name(stop);
    expect(played).toEqual([]);
    expect(pick.only).toEqual(stop);
    pick.confirm();
    expect(played).toEqual(["stop"]);
  });

  test("is played at once when there is no other", () => {
    legal = [stop];
    pick.name(stop);
    expect(played).toEqual(["stop"]);
  });

  test("is forgotten when it is not possible any more", () => {
    pick.name(stop);
    legal = [lay];
    pick.clear();
    expect(pick.only).toBe(null);
  });
});
