/**
 * Who has made their choice where several choose at the same time: before `now` were `before` to
 * act, of whom `chosen` were done. When nobody of them is left, or others are, it begins anew.
 */
export function chosenAfter(
  chosen: readonly number[],
  before: readonly number[],
  now: readonly number[],
): number[] {
  const isPart = now.length > 0 && now.every((seat) => before.includes(seat));
  const done = before.filter((seat) => !now.includes(seat));
  return isPart && done.length > 0 ? [...chosen, ...done] : [];
}
