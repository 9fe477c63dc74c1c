import type { DecisionReviewed, SeatReviewed } from "../lib/reviewHttp";

/** A point of the plot: the chance to win when the match has come to a step. */
export interface ChancePoint {
  step: number;
  chance: number;
}

/** A decision that surely lost much; they are numbered as they came. */
export interface TurningPoint {
  number: number;
  decision: DecisionReviewed;
}

const clamp = (chance: number) => Math.min(1, Math.max(0, chance));

/**
 * How the chance went, from an even share to the end. At each decision it falls by what the decision
 * lost, and between them it goes as the cards and the others want it. A review that is being made has
 * no end yet.
 */
export function chancePoints(review: SeatReviewed, last: number): ChancePoint[] {
  return [
    { step: 0, chance: clamp(review.even) },
    ...review.decisions.flatMap(({ step, best_chance, chance }) => [
      { step, chance: clamp(best_chance) },
      { step: Math.min(step + 1, last), chance: clamp(chance) },
    ]),
    ...(review.won === null ? [] : [{ step: last, chance: clamp(review.end) }]),
  ];
}

/** The chance when the match had come to this step: that of the last point until then. */
export function chanceAt(points: readonly ChancePoint[], step: number): number {
  return (points.findLast((point) => point.step <= step) ?? points[0]!).chance;
}

/** The decisions that surely lost most, in the order of the match. */
export function turningPoints(review: SeatReviewed): TurningPoint[] {
  return review.decisions
    .filter(({ move }) => review.largest_losses.includes(move))
    .map((decision, at) => ({ number: at + 1, decision }));
}

/** The decision that is to be made at this step, if the seat has one there. */
export function decisionAt(
  review: SeatReviewed | null,
  step: number,
): DecisionReviewed | undefined {
  return review?.decisions.find((decision) => decision.step === step);
}

/** Where the decisions are, and both ends of the match: what arrows in the plot go to. */
export function stopsOf(review: SeatReviewed, last: number): number[] {
  return [...new Set([0, ...review.decisions.map(({ step }) => step), last])];
}

/** The step that a tap means: the nearest decision or end. */
export function nearestStop(stops: readonly number[], step: number): number {
  return stops.reduce((best, each) =>
    Math.abs(each - step) < Math.abs(best - step) ? each : best,
  );
}

/** A chance in percent, as a whole number; only what is certain is 0 or 100. */
export function percent(chance: number): number {
  if (chance <= 0 || chance >= 1) return 100 * clamp(chance);
  return Math.min(99, Math.max(1, Math.round(100 * chance)));
}

/** How far a chance was moved, in points of a hundred. */
export const points = (moved: number): number => Math.round(100 * moved) || 0; // never -0

/** The same with its sign; a minus is as wide as a plus. */
export function signed(moved: number): string {
  const rounded = points(moved);
  if (rounded === 0) return "0";
  return `${rounded > 0 ? "+" : "−"}${Math.abs(rounded)}`;
}

/**
 * An even share, luck and skill, as whole numbers of which the sum is the end: what rounding leaves
 * goes to luck, which is the largest part of most matches.
 */
export function account({ even, skill, end }: SeatReviewed): {
  even: number;
  luck: number;
  skill: number;
  end: number;
} {
  const whole = { even: points(even), skill: points(skill), end: points(end) };
  return { ...whole, luck: whole.end - whole.even - whole.skill };
}
