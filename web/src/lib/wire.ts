// What goes between the server and this client, over WebSocket and HTTP.
// Made by `make wire` from the classes of the server; change those, not this file.
// A field with a question mark is left out when it is empty.

/** One of: en, it. */
export type Language = "en" | "it";

export type Phase = "closed" | "open" | "over" | "paused" | "playing";

export type Absence = "bot" | "wait";

export type BotName = "bot" | "random";

export type FactKind = "by_seat" | "number" | "seat";

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
 * `stand_in` is true if a bot did it for a person, and then the sentence says so.
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
  [field: string]: unknown;
}

/**
 * What this viewer sees now: the public facts, the cards by `places` (`??` for a face that they do
 * not see) and the ids of the same cards by `pieces`. `viewer` is their seat, or null for a
 * spectator.
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
  [field: string]: unknown;
}

/**
 * The first message of a connection: which table, and which seat.
 *
 * The secret of a seat gives that seat. Without a secret, or with the invite, the connection
 * watches. `seen` is the number of the last notice that the client has: it counts as acknowledged.
 */
export interface Hello {
  type: "Hello";
  table: string;
  secret?: string | null;
  seen?: number;
  language?: Language | null;
  views?: boolean;
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

/** Take back the seat's last move; allowed while nobody has learned anything from it. */
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
 * Ask why these pieces cannot be picked together; answered with `Explanation`.
 *
 * Only a seat that is to act can ask. Nothing changes by it.
 */
export interface Explain {
  type: "Explain";
  id: string;
  pieces: string[];
}

/** The answer to `Hello`: the state of the table, and the notices not yet acknowledged. */
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
}

/** Who sits in a seat. Nobody, if it has no name. */
export interface SeatInfo {
  name?: string;
  bot?: string;
  present?: boolean;
  stand_in?: boolean;
  rematch?: boolean;
}

/**
 * A legal move: its text, its verb, the pieces it touches, and as `label` what it does.
 *
 * `short` is the same in a few signs, such as "3 + 4 = 7", if there is little room.
 */
export interface Choice {
  text: string;
  verb: string;
  pieces?: string[];
  label?: string;
  short?: string;
}

/**
 * What happened. The client acknowledges the notices; a move counts as an `Ack` too.
 *
 * `number` is the number of the last notice. `legal` has the seat's moves if it is to act now.
 * `clock` has the seconds left for the turn: everybody is told when the clock starts, and when it
 * goes on after a pause. `bot_in` has, by seat, the seconds until a bot plays for a player who is
 * to act and away; it is told at the same times.
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
}

/** Who sits where, who is connected, and the phase of the table; sent when that changes. */
export interface Seats {
  type: "Seats";
  match: string;
  phase: Phase;
  seats: SeatInfo[];
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

/** The request with this `id` has been done and stored. */
export interface Answer {
  type: "Answer";
  id: string;
}

/**
 * A request has not been done, and nothing has changed; `text` says why.
 *
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
  arguments?: Record<string, string>;
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
 * A new table. The client that opens it takes the first seat and is the host.
 *
 * A listed table is shown to everybody, and everybody may sit down or watch; any other needs the
 * invite. If somebody is missing for `grace` seconds, a bot stands in until they are back, or the
 * table waits, as `absence` says. `clock` is the time for a turn, in seconds; when it has run out,
 * a bot makes the move.
 */
export interface OpenTable {
  game: string;
  name: string;
  seats?: number | null;
  options?: Record<string, unknown>;
  listed?: boolean;
  absence?: Absence;
  grace?: number;
  clock?: number | null;
}

/**
 * A seat for a person, or, if the host asks, for a bot: the game's own `bot`, or `random`.
 *
 * A player who has a seat already names another: they move there, with their name and secret.
 */
export interface TakeSeat {
  name?: string;
  bot?: "" | "bot" | "random";
  seat?: number | null;
}

/** Another name for the player in this seat. */
export interface Rename {
  name: string;
}

/** Start the match. With `fill`, bots take the free seats. */
export interface StartMatch {
  fill?: "" | "bot" | "random";
}

/**
 * Ask for a short code, to be read out or typed in: for the invite, or for one's own seat.
 *
 * The code of a seat may also carry the `invite` of its table.
 */
export interface AskForCode {
  kind: "invite" | "seat";
  invite?: string;
}

/** A code as somebody typed it; case, blanks and hyphens do not matter. */
export interface TryCode {
  code: string;
}

/** A seat in a game of 66 for a client of our protocol, or, if its creator asks, for a bot. */
export interface SitAt66 {
  name?: string;
  bot?: "" | "bot" | "random";
}

/**
 * A game: its words, and what a client needs to draw it.
 *
 * `seats` are the numbers of players, the usual one first; `rules` is the version of its rules;
 * `options` is a JSON Schema. `cards` has each of the `faces` in words; `facts` are the public
 * facts worth showing; `page` says whether there is a page with its rules. `stacks` has the places
 * that stand for a move without pieces, with its verb: a tap on the stock draws from it. `spots`
 * says whether moves name cards by where they lie in a hand, and `together` whether a move can
 * have several cards of a hand.
 */
export interface GameInfo {
  name: string;
  title: string;
  about: string;
  seats: number[];
  rules: number;
  options: OptionsSchema;
  faces: string[];
  cards: Record<string, string>;
  facts: Record<string, FactInfo>;
  page: boolean;
  stacks: Record<string, string>;
  spots: boolean;
  together: boolean;
}

/** The options of a game. */
export interface OptionsSchema {
  type: "object";
  additionalProperties: boolean;
  properties: Record<string, OptionSchema>;
}

/** An option of a game: a switch, a number or one of some words, with what it is called. */
export interface OptionSchema {
  default: boolean | number | string;
  description: string;
  type: "boolean" | "integer" | "string";
  minimum?: number | null;
  maximum?: number | null;
  enum?: string[];
  oneOf?: ChoiceSchema[];
}

/** A choice of an option, and what it is called. */
export interface ChoiceSchema {
  const: string;
  title: string;
}

/**
 * A public fact of a view that is worth showing, with its label.
 *
 * It is a `number`, a `seat` or null, or a list with a value for each seat (`by_seat`).
 */
export interface FactInfo {
  label: string;
  kind: FactKind;
}

/**
 * The rules of a game.
 *
 * `html` is the page below its title: headings, and rules with ids such as `rule-12`. `rules` maps
 * the code of a refusal to the id of its rule.
 */
export interface Rulebook {
  title: string;
  html: string;
  rules: Record<string, string>;
}

/** A table in the list; an empty name is a free seat. */
export interface TableLine {
  table: string;
  game: string;
  phase: string;
  players: string[];
  free: number;
}

/** The new table. The link is for others; the secret of the seat is for nobody else. */
export interface TableOpened {
  table: string;
  seat: number;
  secret: string;
  invite: string;
  link: string;
}

/** A table: its match, who sits there, how many seats are free, and the host's seat. */
export interface TableInfo {
  table: string;
  match: string;
  game: string;
  phase: Phase;
  listed: boolean;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  free: number;
  host: number | null;
  absence: Absence;
  grace: number;
  clock: number | null;
}

/**
 * The seat, and the secret that proves it from now on.
 *
 * A bot has none, and a player who moves to another seat keeps theirs.
 */
export interface SeatTaken {
  seat: number;
  secret?: string;
}

/**
 * The last lines of what has happened in the current match of a table.
 *
 * A seat reads what it has acknowledged, without the faces that it has to remember; what it has
 * not acknowledged comes with its `Welcome`. Spectators read what everybody was told.
 */
export interface TableLog {
  match: string;
  lines: LogLine[];
}

/** The sentence of a notice, with its number and usually the seat that acted. */
export interface LogLine {
  number: number;
  text: string;
  seat?: number | null;
}

/** A match that is over. */
export interface PastMatch {
  match: string;
  table: string;
  game: string;
  finished: string;
  players: string[];
  scores: number[];
  winners: number[];
}

/**
 * A code, and for how many seconds it is valid.
 *
 * An invite's code has six letters and opens its table to all who have it; a second request gets
 * the same code. A seat's code has eight letters and works once. A restart of the server ends all
 * codes.
 */
export interface CodeGiven {
  code: string;
  seconds: number;
}

/**
 * What a code stands for: a table, and the secret of its invite or of a seat.
 *
 * The secret is empty for a listed table, which needs none.
 */
export interface CodeTaken {
  table: string;
  game: string;
  seat: number | null;
  secret: string;
  invite: string;
}

/** A game of 66 that waits for players, in one of its dialects. */
export interface GameLine {
  number: number;
  dialect: string;
  players: string[];
}

/** A seat in a game of 66; its number may become lower before the game begins. */
export interface GameSeat {
  table: string;
  seat: number;
  secret?: string;
}

/** A match that is over. `rules` is the version of its rules. */
export interface Steps {
  game: string;
  rules: number;
  players: string[];
  options: Record<string, unknown>;
  steps: MatchStep[];
}

/** A move, its notices and the view after it. The first step is the deal, without a move. */
export interface MatchStep {
  move: Made | null;
  notices: Notice[];
  view: ViewData;
  to_act: number[];
  scores: number[];
}

/** A move that was made, and what it did in words. */
export interface Made {
  seat: number;
  text: string;
  label: string;
}

export type ClientMessage = Hello | Move | Ack | Undo | Pause | Resume | Rematch | Say | Explain;

export type ServerMessage = Welcome | Told | Seats | Said | Answer | Refused | Explanation;
