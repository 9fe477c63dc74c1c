// Requests and answers over HTTP of looking back at a match.
// Made by `make wire` from the classes of the server; change those, not this file.
// A field with a question mark is left out when it is empty.


/** Have the decisions of this seat looked at, unless they are or were. */
export interface AskForReview {
  seat: number;
}

/**
 * Play on from a step of the match, in this seat, against bots of a level.
 *
 * The step is numbered as in `Steps`: 0 is the deal, and after it each move is one.
 */
export interface PlayOn {
  step: number;
  seat: number;
  name: string;
  bot?: "easy" | "hard" | "medium";
}

/**
 * The review of a seat, or how far it is: `done` of `all` moves of the seat.
 *
 * When all are judged, it looks more `closely` at the largest losses: `done` of at most `all` of
 * them. Its state is `none` until somebody asks for it, and again after a restart in the midst of
 * it. While it is `working`, `review` has what was found so far: chances up to some move, and the
 * losses that are sure already. `why` is a sentence if it has `failed`; asking again begins it
 * anew.
 */
export interface ReviewNow {
  match: string;
  seat: number;
  state: "done" | "failed" | "none" | "working";
  done: number;
  all: number;
  closely: boolean;
  why: string;
  review: SeatReviewed | null;
}

/**
 * What the decisions of a seat were worth, by what it could know then.
 *
 * `even` is its share before the deal; with `luck` and `skill` that makes `end`. `won` is what it
 * got of the match, from 0 to 1. `largest_losses` are the moves that surely cost most, at most
 * three, by their numbers. `unclear` counts the decisions for which no world was found. A decision
 * was tried in at most so many `worlds`; without `by_policy` these were played on at random.
 */
export interface SeatReviewed {
  seat: number;
  player: string;
  even: number;
  end: number;
  won: number | null;
  luck: number;
  skill: number;
  skill_error: number;
  largest_losses: number[];
  unclear: number;
  worlds: number;
  by_policy: boolean;
  decisions: DecisionReviewed[];
}

/**
 * A decision: the move that was made and the best one, with their chances to win the match.
 *
 * `move` is its number among all moves, from 1, and `step` the step in which it is still to be
 * made. `loss` is what lies between the two chances, with its standard `error`; if `best` is the
 * move that was made, nothing seemed better. The largest losses are looked for again where worlds
 * are played on otherwise than by the rule of thumb: `second_loss` is the least that was found
 * there. The loss is `sure` if it is found in all looks, and worth a word. `luck` is how much the
 * chance had changed since the last decision of the seat. `moves` are the best moves as the search
 * saw them, in worlds of its own.
 */
export interface DecisionReviewed {
  move: number;
  step: number;
  made: string;
  label: string;
  chance: number;
  best: string;
  best_label: string;
  best_chance: number;
  loss: number;
  error: number;
  second_loss: number | null;
  sure: boolean;
  luck: number;
  moves: MoveTried[];
}

/** A move that the search tried so many times, its chance to win, and its standard error. */
export interface MoveTried {
  move: string;
  chance: number;
  error: number;
  tried: number;
}

/**
 * What a seat could know at a step of the cards that it had not seen, from so many `worlds`.
 *
 * Each world that fits what the seat was told has the same chance. There are 0 if none was found.
 */
export interface Known {
  match: string;
  seat: number;
  step: number;
  worlds: number;
  places: KnownPlace[];
}

/**
 * A place with so many `cards` that the seat has not seen, and what they may be.
 *
 * `owner` is the seat that the place belongs to. `faces` has at most 12, the likeliest first.
 */
export interface KnownPlace {
  place: string;
  label: string;
  owner: number | null;
  cards: number;
  faces: KnownFace[];
}

/** A face, and in which share of the worlds at least one unseen card there has it. */
export interface KnownFace {
  face: string;
  share: number;
}
