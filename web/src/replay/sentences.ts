import { capitalize } from "../words/capitalize";
import { r } from "../words/review";
import type { DecisionReviewed, SeatReviewed } from "../lib/reviewHttp";
import { account, percent, points, signed } from "./review";

/** What a decision was worth, at the step where it is still to be made. */
export function sayHere(decision: DecisionReviewed): string {
  const { label, chance, best_label, best_chance, sure } = decision;
  const made = { made: capitalize(label), chance: percent(chance) };
  if (!sure) return r("here-same", made);
  return r("here-better", {
    ...made,
    better: capitalize(best_label),
    best: percent(best_chance),
  });
}

/** Luck or skill: how many points of a hundred, with its sign, and a sentence about it. */
interface Part {
  label: string;
  n: number;
  number: string;
  text: string;
}

/** What the luck and the decisions of a seat have done, each for itself. */
export function sayParts(review: SeatReviewed): Part[] {
  const { luck, skill } = account(review);
  // Two standard errors: by more it is wrong in one of twenty matches.
  const error = Math.max(1, points(2 * review.skill_error));
  return (["luck", "skill"] as const).map((part) => {
    const n = { luck, skill }[part];
    const how = n > 0 ? "good" : n < 0 ? "bad" : "even";
    const text = r(`${part}-${how}`, { name: review.player, n: Math.abs(n), error });
    return { label: r(part), n, number: signed(n / 100), text };
  });
}

/** The sum that leads from an even share to the end. */
export function saySum(review: SeatReviewed): string {
  const { even, luck, skill, end } = account(review);
  const term = (n: number) => `${n < 0 ? "−" : "+"} ${Math.abs(n)}`;
  return r("account", { even, luck: term(luck), skill: term(skill), end });
}
