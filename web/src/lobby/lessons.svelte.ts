import { navigate, route } from "../lib/route.svelte";
import { load, save } from "../lib/storage";

// First hands that teach: at the practice table of a game, once they are asked for.

/** What the first screen is asked to deal. */
export interface DealWish {
  game: string;
  lesson: boolean;
  leaves: boolean; // what is played there now is not wanted any more
}

export const asked = $state<{ deal: DealWish | null }>({ deal: null });

function ask(deal: DealWish): void {
  asked.deal = deal;
  if (route.current.screen !== "home") navigate("#/");
}

/** Begin the lesson of a game. A match that is played stays under "Your tables". */
export function startLesson(game: string, leaves = false): void {
  knowGame(game);
  ask({ game, lesson: true, leaves });
}

/** Begin a usual match instead of what is played at the practice table of a game. */
export function startAnew(game: string): void {
  ask({ game, lesson: false, leaves: true });
}

const KEY = "lessons";
const state = $state({ known: load<string[]>(KEY, []) });

/** Whether the player has played a game, or wants no lesson in it. */
export const isKnown = (game: string): boolean => state.known.includes(game);

export function knowGame(game: string): void {
  if (isKnown(game)) return;
  state.known = [...state.known, game];
  save(KEY, state.known);
}
