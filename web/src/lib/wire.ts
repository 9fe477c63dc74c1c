// The messages between a table and this client, over WebSocket.
// Made by `make wire` from the classes of the server; change those, not this file.
// A field with a question mark is left out when it is empty.

/** What each language is called. The texts of this client are in the same order. */
export const LANGUAGES = { en: "English", it: "Italiano" } as const;
export type InEachLanguage = readonly [en: string, it: string];

/** The version of the protocol, for `Hello`. */
export const VERSION = 1;

/** One of: en, it. */
export type Language = "en" | "it";

export type Phase = "closed" | "open" | "over" | "paused" | "playing";

export type Absence = "bot" | "wait";

export type BotName = "bot" | "random";

export type FactKind = "by_seat" | "number" | "seat" | "seats";

export type LogMark = "" | "round" | "turn";

/**
 * A card that moved: its face, and from which place to which. `piece` is its id before, and
 * `becomes` its id afterwards if that is another one. Which card left a mixed place is not told to
 * others: then there is no `piece`.
 */
export interface MovedCard {
  card: string;
  from: string;
  to: string;
  piece?: string;
  becomes?: string;
}

/** A card whose face an event shows to somebody, where it lies; `??` to all others. */
export interface ShownCard {
  card: string;
  at: string;
  piece?: string;
}

/**
 * A row of a tally: its label, and a cell for each seat, which is a number, a text, a mark, the
 * faces of cards, or null. `points` are those that each seat got for it; `before` is what it was
 * before the round.
 */
export interface TallyRow {
  label: string;
  cells: (number | string | boolean | string[] | null)[];
  points?: number[];
  before?: number[];
}

/**
 * How a round was counted: facts in rows, seats in columns, the score last, and the seats that have
 * won the round.
 */
export interface Tally {
  rows: TallyRow[];
  winners: number[];
}

/**
 * What happened, as this viewer may see it: its `number`, the `event`, usually a `seat`, further
 * fields of the event, the cards that `moved`, and the cards that are `shown` to somebody this
 * once. If a language was asked for, `text` is the sentence; when something was shown, `later` is
 * the sentence without its faces; and at the end of a round `tally` says how it was counted.
 * `stand_in` is true if a bot did it for a person, and then the sentence says so. `pause` is true
 * if it has to be looked at: what follows is told when all have acknowledged it.
 */
export interface Notice {
  number: number;
  event: string;
  seat?: number;
  text?: string;
  later?: string;
  moved?: MovedCard[];
  shown?: ShownCard[];
  tally?: Tally;
  stand_in?: boolean;
  pause?: boolean;
  [field: string]: unknown;
}

/**
 * What this viewer sees now: the public facts, the cards by `places` (`??` for a face that they do
 * not see) and the ids of the same cards by `pieces`. `viewer` is their seat, or null for a
 * spectator. `teams` are the seats that play together, if anybody does, and then `winners` has all
 * seats of a team. `private` are facts that this viewer alone is told.
 */
export interface ViewData {
  viewer: number | null;
  game: string;
  players: string[];
  to_act: number[];
  over: boolean;
  scores: number[];
  winners: number[];
  places: Record<string, string[]>;
  pieces: Record<string, string[]>;
  teams?: number[][];
  private?: Record<string, unknown>;
  [field: string]: unknown;
}

/**
 * The first message of a connection: which table, and which seat.
 *
 * The secret of a seat gives that seat. Without a secret, or with the invite, the connection
 * watches. `seen` is the number of the last notice that the client has: it counts as acknowledged.
 * `version` is the version of the protocol that the client was written for. If that is not the
 * server's, the connection is refused (`other-version`); nothing else is looked at.
 */
export interface Hello {
  type: "Hello";
  table: string;
  secret?: string | null;
  seen?: number;
  language?: Language | null;
  views?: boolean;
  version?: number;
}

/**
 * A move of the seat, by its text, in answer to the notice with the number `after`.
 *
 * Sent again with the same `id`, it gets the same answer and happens once.
 */
export interface Move {
  type: "Move";
  id: string;
  after: number;
  move: string;
}

/** All notices up to this number have been shown. */
export interface Ack {
  type: "Ack";
  number: number;
}

/**
 * Take back the seat's last move; allowed while nobody has learned anything from it.
 *
 * Against bots alone it is always allowed: all that followed the move is taken back with it.
 */
export interface Undo {
  type: "Undo";
  id: string;
  after: number;
}

/** Stop the match, its clocks and its waiting for absent players, until somebody resumes it. */
export interface Pause {
  type: "Pause";
  id: string;
}

/** Go on after a pause. */
export interface Resume {
  type: "Resume";
  id: string;
}

/**
 * Ask for another match when this one is over; it begins when all who are connected ask for it.
 *
 * It is refused until the seat has acknowledged the end of this match.
 */
export interface Rematch {
  type: "Rematch";
  id: string;
}

/**
 * A line for the others at the table: plain text.
 *
 * Only players can write, and only at a table that is not listed; it is not stored. Sent again
 * with the same `id`, it is answered again and shown once.
 */
export interface Say {
  type: "Say";
  id: string;
  text: string;
}

/**
 * One of six small signs for everybody at the table; it is not stored.
 *
 * Only players can send it, also where nobody may write. Sent again with the same `id`, it is
 * answered again and shown once.
 */
export interface Emote {
  type: "Emote";
  id: string;
  emote: "good-luck" | "hello" | "oops" | "thanks" | "well-played" | "wow";
}

/**
 * Tell the player in a seat that one waits for their move: they get `Nudged`.
 *
 * They have to be there and to be asked for a move for 15 seconds; once in a turn is enough.
 */
export interface Nudge {
  type: "Nudge";
  id: string;
  seat: number;
}

/**
 * Ask why these pieces cannot be picked together; answered with `Explanation`.
 *
 * Only a seat that is to act can ask. Nothing changes by it.
 */
export interface Explain {
  type: "Explain";
  id: string;
  pieces: string[];
}

/**
 * Ask what to do in this seat; answered with `Suggestion`, perhaps after a second or two.
 *
 * Only a seat that is to act can ask, and only where all other players are bots. The bot sees what
 * the seat sees. Nothing changes by it.
 */
export interface ShowMe {
  type: "ShowMe";
  id: string;
}

/**
 * The answer to `Hello`: the state of the table, and the notices not yet acknowledged.
 *
 * `teams` are the seats that play together, if anybody does; they are known before the match. If
 * the seat has moved and cannot take that back, `why_no_undo` says why not. With
 * `more`, the rest of the last move is told later, and the view is that before the move: see
 * `Told`. `public` marks a table for strangers: it has no host, and nobody pauses it; `fill_in`
 * has the seconds until bots take its free seats, if they do. `watching` is how many watch. Who
 * comes back and wants sentences gets a `recap` if the others have moved, or a bot for them. `dev`
 * marks a table of a server for authors (`serve --dev`): its author sees all hands, and sends
 * another `Welcome` when the rules have changed.
 */
export interface Welcome {
  type: "Welcome";
  table: string;
  match: string;
  game: string;
  phase: Phase;
  seat: number | null;
  seats: SeatInfo[];
  options: Record<string, unknown>;
  number: number;
  notices?: Notice[];
  to_act?: number[];
  legal?: Choice[];
  view?: ViewData | null;
  can_undo?: boolean;
  clock?: number | null;
  bot_in?: Record<string, number>;
  teams?: number[][];
  more?: boolean;
  dev?: boolean;
  coach?: Coach | null;
  why_no_undo?: string;
  public?: boolean;
  fill_in?: number | null;
  watching?: number;
  recap?: Recap | null;
}

/**
 * Who sits in a seat. Nobody, if it has no name.
 *
 * `bot` is the name of the bot: a level (`easy`, `medium`, `hard`), `bot`, or `random`. `face` is
 * the court card that a bot is: "9C" is the Knight of Cups. `thinking` says that its bot takes a
 * while to choose the move that it is to make now. `hurried` says that it had no time to think, so
 * its last move was that of `medium`.
 */
export interface SeatInfo {
  name?: string;
  bot?: string;
  present?: boolean;
  stand_in?: boolean;
  rematch?: boolean;
  face?: string;
  thinking?: boolean;
  hurried?: boolean;
}

/**
 * A legal move: its text, its verb, the pieces it touches, and as `label` what it does.
 *
 * `short` is the same in a few signs, such as "3 + 4 = 7", if there is little room. `slots` are
 * the values in the move that are not cards, in order, each with its kind: `["seat", 2]` is a
 * player, `["rank", "7"]` one of the game's `ranks`, `["n", 12]` a number.
 */
export interface Choice {
  text: string;
  verb: string;
  pieces?: string[];
  label?: string;
  short?: string;
  slots?: [string, number | string][];
}

/**
 * What a lesson says now: step `step` of `steps`, a sentence, and the move that it asks for.
 *
 * While it asks for a move, that is the seat's only legal one. After the last step there is none,
 * and the match goes on as any other.
 */
export interface Coach {
  text: string;
  step: number;
  steps: number;
  move?: string;
}

/**
 * What a player has missed, in short; before it, `earlier` more things happened.
 *
 * What a bot did for them comes first.
 */
export interface Recap {
  lines?: RecapLine[];
  earlier?: number;
}

/** A sentence of a recap. `stand_in` says that a bot did it for the reader. */
export interface RecapLine {
  text: string;
  seat?: number | null;
  stand_in?: boolean;
}

/**
 * What happened. The client acknowledges the notices; a move counts as an `Ack` too.
 *
 * `number` is the number of the last notice. `legal` has the seat's moves if it is to act now.
 * `can_undo` and `why_no_undo` are as in `Welcome`; `coach` is there at the table of a lesson.
 * `clock` has the seconds left for the turn: everybody is told when the clock starts, and when it
 * goes on after a pause. `bot_in` has, by seat, the seconds until a bot plays for a player who is
 * waited for: they are away, or show no sign of life. `Seats` tells it too. With `more`, the
 * notices up to one with a `pause` are to be looked at: the rest of the move is told when all
 * players have acknowledged them. Until then there is no view, nobody is asked, and the match is
 * not over even if `to_act` is empty.
 */
export interface Told {
  type: "Told";
  number: number;
  notices?: Notice[];
  to_act?: number[];
  legal?: Choice[];
  view?: ViewData | null;
  can_undo?: boolean;
  clock?: number | null;
  bot_in?: Record<string, number>;
  more?: boolean;
  coach?: Coach | null;
  why_no_undo?: string;
}

/**
 * Who sits where, who is connected, and the phase of the table; sent when that changes.
 *
 * `bot_in` is as in `Told`. `watching` is how many watch: that is told at most once a second.
 */
export interface Seats {
  type: "Seats";
  match: string;
  phase: Phase;
  seats: SeatInfo[];
  bot_in?: Record<string, number>;
  watching?: number;
}

/**
 * A line of plain text that a player has written to all who have a seat.
 *
 * After a `Welcome` the last lines are sent again; they replace all earlier ones.
 */
export interface Said {
  type: "Said";
  number: number;
  seat: number;
  name: string;
  text: string;
}

/** A player has sent an `Emote`: to be shown at their seat for a moment. */
export interface Emoted {
  type: "Emoted";
  seat: number;
  emote: "good-luck" | "hello" | "oops" | "thanks" | "well-played" | "wow";
}

/** The player in seat `by` waits for your move. */
export interface Nudged {
  type: "Nudged";
  by: number;
  name: string;
}

/** The request with this `id` has been done and stored. */
export interface Answer {
  type: "Answer";
  id: string;
}

/**
 * A request has not been done, and nothing has changed; `text` says why.
 *
 * `code` is one of those that are listed on this page, or, for a move, one of the game's own.
 * `arguments` are the values in that sentence. For a refused move they are `text`, the move as it
 * was written, and `legal`, the moves to try: a client that shows moves in another way can put its
 * own texts there.
 */
export interface Refused {
  type: "Refused";
  code: string;
  text: string;
  id?: string | null;
  retry_after?: number | null;
  arguments?: Record<string, string | number>;
}

/**
 * Why the pieces of an `Explain` cannot be picked together: the game's own reason.
 *
 * `code` is that of a refused move, and `text` the sentence, with words for cards and moves. Both
 * are empty if some legal move has all of these pieces.
 */
export interface Explanation {
  type: "Explanation";
  id: string;
  code?: string;
  text?: string;
}

/**
 * A good move, in answer to `ShowMe`, and what is to be said about it.
 *
 * It is that of a search, with the chances of the best moves in the text, and in `moves`, at most
 * three, from so many `worlds`. They come by their chances, and the suggested one need not be the
 * first: a search keeps the rule of thumb unless another move is surely better. Without a search
 * it is that of the game's bot.
 */
export interface Suggestion {
  type: "Suggestion";
  id: string;
  move: string;
  text?: string;
  moves?: SuggestedMove[];
  worlds?: number;
}

/** A move in words, its chance to win the match as a search sees it, and the standard error. */
export interface SuggestedMove {
  move: string;
  label: string;
  chance: number;
  error: number;
}

export type ClientMessage = Hello | Move | Ack | Undo | Pause | Resume | Rematch | Say | Emote | Nudge | Explain | ShowMe;

export type ServerMessage = Welcome | Told | Seats | Said | Emoted | Nudged | Answer | Refused | Explanation | Suggestion;
