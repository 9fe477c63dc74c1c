import { HIDDEN } from "../lib/board";
import type { Notice } from "../lib/wire";

// Milliseconds at speed 1.
const TURN = 1150; // for all that one of the others does: two turns stay below 2.5 seconds
const SHARE = 0.75; // of what is left of that, at most, for one thing: more may follow
const FOLLOW = 380; // after a move of somebody else, so that one can follow
const GLANCE = 120; // after a sentence without cards, or a card that goes into a hand
const LOOK = 650; // while somebody looks at a card

/** How long a notice stays before the next one, after its cards have come to lie. */
export function restAfter({ seat, shown, moved = [] }: Notice, ownSeat: number | null): number {
  if (seat !== undefined && seat === ownSeat) return 0;
  if (shown?.length) return LOOK;
  if (moved.length === 0) return GLANCE;
  if (!moved.every(({ to }) => to.startsWith("hand:"))) return FOLLOW;
  // Who takes a card goes on with their turn: it is one motion with what they do next.
  return moved.every(({ card }) => card === HIDDEN) ? 0 : GLANCE;
}

/** Keeps what the others do short: whatever happens in a turn of one of them, it has a limit. */
export class Pace {
  #actors = "";
  #left = TURN;

  /**
   * For how long something is shown that would take `time`: it happens while it is the turn of
   * `actors`. What the player does, and what nobody does, has its time.
   */
  grant(time: number, notice: Notice, actors: readonly number[], ownSeat: number | null): number {
    if (actors.join() !== this.#actors) {
      this.#actors = actors.join();
      this.#left = TURN;
    }
    const isOfOthers = notice.seat !== undefined && notice.seat !== ownSeat;
    const granted = isOfOthers ? Math.min(time, SHARE * this.#left) : time;
    if (isOfOthers) this.#left -= granted;
    if (notice.pause) this.#actors = ""; // what comes after a look begins anew
    return granted;
  }
}
