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
let picker: Picker;

beforeEach(() => {
  legal = [lay, one, two, stop];
  confirm = "always";
  played = [];
  impossible = [];
  replaced = [];
  picker = new Picker(() => legal, {
    play: (move) => void played.push(move.text),
    onImpossible: (pieces) => void impossible.push(pieces),
    placeOf: (piece) => (HAND.includes(piece) ? "hand:0" : "table"),
    onReplaced: (before, now) => void replaced.push([before, now]),
    confirmation: () => confirm,
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

  test("plays where a second tap does", () => {
    confirm = "touch";
    picker.toggle("2C");
    picker.toggle("2C", true);
    expect(played).toEqual([lay.text]);
  });
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
