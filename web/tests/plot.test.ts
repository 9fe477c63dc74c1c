import { expect, test } from "vitest";
import { shortNames, spread } from "../src/replay/plot";

test("what stands on each other is moved apart, and stays between the ends", () => {
  expect(spread([50, 10], 20, 0, 100)).toEqual([50, 10]);
  expect(spread([90, 92, 10], 20, 0, 100)).toEqual([80, 100, 10]);
  expect(spread([0, 0], 20, 5, 100)).toEqual([5, 25]);
});

test("long names are cut, and those that begin in the same way stay apart", () => {
  expect(shortNames(["Ann", "Cheerful Nightingale"], 11)).toEqual(["Ann", "Cheerful N…"]);
  expect(shortNames(["Knight of Cups", "Knight of Swords"], 11)).toEqual([
    "… of Cups",
    "… of Swords",
  ]);
  expect(shortNames(["Nightingale one", "Nightingale"], 11)).toEqual([
    "Nightingal…",
    "Nightingale",
  ]);
});
