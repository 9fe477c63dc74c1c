import { describe, expect, it } from "vitest";
import type { Choice, ViewData } from "../src/lib/wire";
import { promptOf } from "../src/table/prompt";

const PROMPTS = {
  "other-for-exchange": "Pick the card that you want for yours.",
  take: "Pick a card, and what it takes.",
  "take.next": "Now pick what it takes.",
  lay: "Pick a card to lay down.",
};

const moves = (...verbs: string[]): Choice[] => verbs.map((verb) => ({ text: verb, verb }));
const view = (facts: Record<string, unknown>) => facts as unknown as ViewData;

describe("what a game asks for", () => {
  it("is the first prompt of the file whose verb is legal, whatever the order of the moves", () => {
    expect(promptOf(PROMPTS, moves("lay", "take"), null)).toBe(PROMPTS.take);
    expect(promptOf(PROMPTS, moves("lay"), null)).toBe(PROMPTS.lay);
  });

  it("follows the text of a public fact", () => {
    const waiting = view({ waiting_for: "other for exchange", round: 3 });
    expect(promptOf(PROMPTS, moves("take"), waiting)).toBe(PROMPTS["other-for-exchange"]);
    expect(promptOf(PROMPTS, moves("take"), view({ waiting_for: "turn" }))).toBe(PROMPTS.take);
  });

  it("is what to pick next, once a card is picked", () => {
    expect(promptOf(PROMPTS, moves("lay", "take"), null, true)).toBe(PROMPTS["take.next"]);
    expect(promptOf(PROMPTS, moves("lay"), null, true)).toBe("");
  });

  it("is nothing where the game says nothing", () => {
    expect(promptOf(PROMPTS, moves("pass"), null)).toBe("");
    expect(promptOf({}, moves("take"), null)).toBe("");
  });
});
