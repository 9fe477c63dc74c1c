import type { Choice, ViewData } from "../lib/wire";

const NEXT = ".next"; // what to pick after the first card

/**
 * What a game says is to be done now, or to be picked next; "" if it says nothing.
 *
 * `prompts` are the game's, in its own order: a name is a verb, or the text of a public fact with
 * hyphens for blanks, and the first that fits counts. `moves` are those that are still possible,
 * and `isPicking` says whether a first card of them has been picked.
 */
export function promptOf(
  prompts: Readonly<Record<string, string>>,
  moves: readonly Choice[],
  view: ViewData | null,
  isPicking = false,
): string {
  const verbs = new Set(moves.map((move) => move.verb));
  const facts = Object.values(view ?? {}).filter((fact) => typeof fact === "string");
  const texts = new Set(facts.map((fact) => fact.replaceAll(" ", "-")));
  const fits = (name: string) => verbs.has(name) || texts.has(name);
  const found = Object.entries(prompts).find(
    ([key]) =>
      key.endsWith(NEXT) === isPicking && fits(isPicking ? key.slice(0, -NEXT.length) : key),
  );
  return found?.[1] ?? "";
}
