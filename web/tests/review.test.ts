import { describe, expect, test } from "vitest";
import type { DecisionReviewed, SeatReviewed } from "../src/lib/reviewHttp";
import {
  account,
  chanceAt,
  chancePoints,
  decisionAt,
  nearestStop,
  percent,
  points,
  signed,
  stopsOf,
  turningPoints,
} from "../src/replay/review";
import { sayHere, sayParts, saySum } from "../src/replay/sentences";

const decision = (step: number, more: Partial<DecisionReviewed> = {}): DecisionReviewed => ({
  step,
  move: step + 1,
  made: "m",
  label: "lay down the 2 of cups",
  chance: 0.5,
  best: "b",
  best_label: "take the 7 of coins",
  best_chance: 0.5,
  loss: 0,
  error: 0.02,
  second_loss: null,
  sure: false,
  luck: 0,
  moves: [],
  ...more,
});

const LOSS = { chance: 0.4, best_chance: 0.55, loss: 0.15, sure: true };

const REVIEW: SeatReviewed = {
  seat: 0,
  player: "Ann",
  even: 0.5,
  end: 1,
  won: 1,
  luck: 0.654,
  skill: -0.154,
  skill_error: 0.02,
  largest_losses: [8, 3],
  unclear: 0,
  decisions: [decision(2, LOSS), decision(4), decision(7, LOSS)],
  worlds: 100,
  by_policy: true,
};

describe("the plot of the chances", () => {
  test("goes from an even share over both chances of each decision to the end", () => {
    const plot = chancePoints(REVIEW, 10).map(({ step, chance }) => [step, chance]);
    const decisions = [[2, 0.55], [3, 0.4], [4, 0.5], [5, 0.5], [7, 0.55], [8, 0.4]]; // prettier-ignore
    expect(plot).toEqual([[0, 0.5], ...decisions, [10, 1]]);
  });

  test("ends with the last decision while the review is being made", () => {
    const plot = chancePoints({ ...REVIEW, end: 0.4, won: null }, 10);
    expect(plot.at(-1)).toEqual({ step: 8, chance: 0.4 });
  });

  test("has at each step the chance of what has been decided until then", () => {
    const plot = chancePoints(REVIEW, 10);
    expect([0, 1, 2, 3, 6, 9, 10].map((step) => chanceAt(plot, step))).toEqual([
      0.5, 0.5, 0.55, 0.4, 0.5, 0.4, 1,
    ]);
  });

  test("stays between 0 and 1 and within the match", () => {
    const odd = { ...REVIEW, end: 1.0001, decisions: [decision(10, { chance: -0.0001 })] };
    const plot = chancePoints(odd, 10);
    expect(plot.every(({ step, chance }) => step <= 10 && chance >= 0 && chance <= 1)).toBe(true);
  });

  test("a tap means the nearest decision or end", () => {
    const stops = stopsOf(REVIEW, 10);
    expect(stops).toEqual([0, 2, 4, 7, 10]);
    expect([-3, 0.9, 1.1, 5.4, 5.6, 99].map((step) => nearestStop(stops, step))).toEqual([
      0, 0, 2, 4, 7, 10,
    ]);
  });
});

describe("a decision", () => {
  test("is found at the step where it is still to be made", () => {
    expect(decisionAt(REVIEW, 4)).toBe(REVIEW.decisions[1]);
    expect(decisionAt(REVIEW, 5)).toBeUndefined();
    expect(decisionAt(null, 4)).toBeUndefined();
  });

  test("is a turning point if it is named by its move, in the order of the match", () => {
    const turns = turningPoints(REVIEW).map(({ number, decision }) => [number, decision.step]);
    expect(turns).toEqual([[1, 2], [2, 7]]); // prettier-ignore
  });

  test("is told with the better move only where that is sure", () => {
    expect(sayHere(REVIEW.decisions[0]!)).toBe(
      "Better: Take the 7 of coins, 55\u00a0%. Played: Lay down the 2 of cups, 40\u00a0%.",
    );
    expect(sayHere(REVIEW.decisions[1]!)).toBe(
      "Played: Lay down the 2 of cups, 50\u00a0%. Nothing clearly better was found.",
    );
  });
});

describe("numbers", () => {
  test("only what is certain is 0 or 100 percent", () => {
    expect([0, 0.001, 0.555, 0.999, 1, -0.001].map(percent)).toEqual([0, 1, 56, 99, 100, 0]);
  });

  test("what was moved has a sign, and nothing has none", () => {
    expect([0.154, -0.154, -0.001].map(signed)).toEqual(["+15", "−15", "0"]);
    expect(Object.is(points(-0.001), 0)).toBe(true);
  });

  test("the sum is right in whole numbers, too", () => {
    expect(account(REVIEW)).toEqual({ even: 50, luck: 65, skill: -15, end: 100 });
    const third = { ...REVIEW, even: 1 / 3, luck: -0.3, skill: -1 / 30, end: 0 };
    const { even, luck, skill, end } = account(third);
    expect(even + luck + skill).toBe(end);
    expect(saySum(REVIEW)).toBe("Even share 50 + 65 luck − 15 skill = 100 at the end.");
  });

  test("luck and skill have a sentence each, by their sign", () => {
    expect(sayParts(REVIEW).map(({ number, text }) => [number, text])).toEqual([
      ["+65", "The cards, the dice and the others gave Ann 65 points in a hundred."],
      [
        "−15",
        "The decisions of Ann lost 15 points in a hundred, give or take 4, against the best moves found.",
      ],
    ]);
    const [luck, skill] = sayParts({ ...REVIEW, end: 0.49, skill: 0 });
    expect(luck!.text).toBe(
      "The cards, the dice and the others took 1 point in a hundred from Ann.",
    );
    expect(skill!.text).toBe("The decisions of Ann lost nothing against the best moves found.");
  });
});
