// Requests and answers over HTTP for the authors of games.
// Made by `make wire` from the classes of the server; change those, not this file.
// A field with a question mark is left out when it is empty.

import type { Choice, Phase, ViewData } from "./wire";

/** Whether bots move at this table. If not, their seats wait for moves of the author. */
export interface DevBots {
  bots: boolean;
}

/** A move for any seat, by its text; if that is empty, the game's bot chooses one. */
export interface DevMove {
  seat: number;
  move: string;
}

/**
 * A copy of the match after so many of its moves; null for a new match.
 *
 * `bots` says whether bots move there by themselves.
 */
export interface DevCopy {
  moves?: number | null;
  bots?: boolean;
}

/**
 * All of a table: what nobody but the author of a game may see.
 *
 * `bots` says whether bots move by themselves. `waiting` are the seats that have not seen all of
 * the last move: the others wait for them. `moves` is how many moves were made. `seats` has what
 * each seat sees, and at last the spectators; `open` is the view with every face. `state` has what
 * the rules keep, as Python writes it. `events` and `facts` are the last ones. `failure` says how
 * the rules have failed last at this table, or fail now.
 */
export interface DevTable {
  table: string;
  match: string;
  game: string;
  rules: DevFile;
  phase: Phase;
  bots: boolean;
  to_act: number[];
  waiting: number[];
  moves: number;
  scores: number[];
  seats: DevSeat[];
  open: ViewData | null;
  state: Record<string, string>;
  events: DevEvent[];
  facts: DevFact[];
  failure: string;
}

/**
 * The rules file of a game: its name, its hash, how often it was loaded, and what is wrong.
 *
 * A game of ours, or of an installed package, has no `file`. `error` is the reason why the file
 * cannot be loaded as it is now: then the table goes on with the rules that were loaded before.
 */
export interface DevFile {
  file: string;
  hash: string;
  loads: number;
  error: string;
}

/**
 * A seat, or the spectators (`seat` is null): what they see, and the legal moves of a seat.
 *
 * `legal` has the first moves only, if there are very many; `moves` is how many there are.
 */
export interface DevSeat {
  seat: number | null;
  name?: string;
  bot?: string;
  present?: boolean;
  view?: ViewData | null;
  legal?: Choice[];
  moves?: number;
}

/**
 * An event, with every face, and what each viewer was told of it.
 *
 * Those who are not in `told` were told nothing.
 */
export interface DevEvent {
  number: number;
  event: string;
  fields: Record<string, unknown>;
  told: DevTold[];
}

/** An event as these viewers were told of it; null are the spectators. */
export interface DevTold {
  to: (number | null)[];
  notice: Record<string, unknown>;
  text: string;
}

/**
 * A fact that rules have told with `tell.learn`, and who knows it; null are the spectators.
 *
 * `numbers` are as the rules gave them; `faces` are the same as faces, for `among` and `void`.
 */
export interface DevFact {
  fact: string;
  cards: DevCard[];
  numbers: number[];
  faces: string[];
  known_by: (number | null)[];
}

/** A card that a fact is about: its face, and where it lies, if it lies anywhere. */
export interface DevCard {
  card: string;
  at: string;
}

/** The new table. The secrets of the old one open it too. */
export interface DevCopied {
  table: string;
}
