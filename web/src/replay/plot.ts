// How what stands beside the lines of a plot finds its place and its length.

/** These places, moved apart so that none is nearer to another than `least`, from `low` to `high`. */
export function spread(
  places: readonly number[],
  least: number,
  low: number,
  high: number,
): number[] {
  const order = [...places.keys()].sort((one, other) => places[one]! - places[other]!);
  const found = [...places];
  let free = low;
  for (const at of order) {
    found[at] = Math.max(found[at]!, free);
    free = found[at] + least;
  }
  let most = high;
  for (const at of order.toReversed()) {
    found[at] = Math.min(found[at]!, most);
    most = found[at] - least;
  }
  return found;
}

/** Names of at most so many signs. Those that begin in the same way are told apart by their end. */
export function shortNames(names: readonly string[], longest: number): string[] {
  const beginning = (name: string) =>
    name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
  const short = names.map(beginning);
  return names.map((name, at) => {
    const isAlone = short.filter((each) => each === short[at]).length === 1;
    return isAlone || name.length <= longest ? short[at]! : `…${ending(name, longest - 1)}`;
  });
}

/** The last words of a name, as many as fit. */
function ending(name: string, longest: number): string {
  const end = name.slice(-longest);
  const space = end.indexOf(" ");
  return space < 0 ? end : end.slice(space);
}
