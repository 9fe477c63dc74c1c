import { expect, test } from "vitest";
import type { Line } from "../src/lib/faces";
import { MatchLog, shownLines } from "../src/lib/log.svelte";

const line = (number: number, more: Partial<Line> = {}): Line => ({ number, text: "", ...more });
const numbers = (lines: readonly Line[]) => lines.map(({ number }) => number);

test("a log shows everything, unless the game is one of memory", () => {
  const told = [1, 3, 5].map((number) => line(number, { event: "TurnStarted" }));
  expect(numbers(shownLines(told, ""))).toEqual([1, 3, 5]);
  expect(numbers(shownLines(told, "TurnStarted"))).toEqual([3, 5]);
});

test("what was fetched and what was told here are one log", () => {
  const told = [line(4, { mark: "turn" }), line(5), line(6, { event: "TurnStarted" }), line(7)];
  expect(numbers(shownLines(told, "TurnStarted"))).toEqual([4, 5, 6, 7]);
  const more = [...told, line(8, { event: "TurnStarted" })];
  expect(numbers(shownLines(more, "TurnStarted"))).toEqual([6, 7, 8]);
});

test("when a round is over, all of it is shown, and stays", () => {
  const log = new MatchLog();
  const turns = [1, 2, 3].map((number) => ({ number, event: "TurnStarted" }));
  log.add([...turns, { number: 4, event: "RoundFinished", round_winner_seats: [0] }]);
  expect(numbers(shownLines(log.lines, "TurnStarted"))).toEqual([1, 2, 3, 4]);
  log.add([5, 6, 7].map((number) => ({ number, event: "TurnStarted" })));
  expect(numbers(shownLines(log.lines, "TurnStarted"))).toEqual([1, 2, 3, 4, 6, 7]);
});
