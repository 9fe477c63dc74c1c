// Requests and answers over HTTP.
// Made by `make wire` from the classes of the server; change those, not this file.
// A field with a question mark is left out when it is empty.

import type { Absence, FactKind, LogMark, Notice, Phase, SeatInfo, ViewData } from "./wire";

/**
 * A new table. The client that opens it takes the first seat and is the host.
 *
 * A listed table is shown to everybody, and everybody may sit down or watch; any other needs the
 * invite. If somebody is missing for `grace` seconds, a bot stands in until they are back, or the
 * table waits, as `absence` says. `clock` is the time for a turn, in seconds; when it has run out,
 * a bot makes the move. With `lesson` the first hand of the game is played there: its seats,
 * options and luck are those of the lesson, and bots take the other seats.
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
  lesson?: boolean;
}

/**
 * A seat for a person, or, if the host asks, for a bot.
 *
 * A bot is one of the game's `levels`, or `random`; `bot` means `medium`.
 * A player who has a seat already names another: they move there, with their name and secret.
 */
export interface TakeSeat {
  name?: string;
  bot?: "" | "bot" | "easy" | "hard" | "medium" | "random";
  seat?: number | null;
}

/** Another name for the player in this seat. */
export interface Rename {
  name: string;
}

/** Start the match. With `fill`, bots of this name take the free seats: see `TakeSeat`. */
export interface StartMatch {
  fill?: "" | "bot" | "easy" | "hard" | "medium" | "random";
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

/**
 * A report to the host of the server, about the player in a `seat` or about the table.
 *
 * It becomes a line in the server's log, with the match, the seats and the reason.
 */
export interface ReportPlayer {
  reason: "cheating" | "name" | "other" | "rude" | "stalling";
  seat?: number | null;
}

/**
 * A seat at a public table of this game, to play with strangers.
 *
 * It is one that waits for players, of any number of `seats` if none is given, or a new one with
 * the house rules that are usual. When it is full, the match begins. After `wait` seconds bots of
 * this `level` take the free seats; with null it waits for people. The wait and the level are
 * those of the first player; who asks for people alone meets others who do, or takes the last free
 * seat. A public table has no host: nobody can close or pause it, or remove others. A turn has 60
 * seconds there. A player who is not connected before the match loses the seat after the limit
 * `public_seat_seconds` (usually 15). If the request has the secret of a seat at such a table that
 * waits, that seat is the answer.
 */
export interface PlayNow {
  game: string;
  name: string;
  seats?: number | null;
  wait?: number | null;
  level?: "easy" | "hard" | "medium";
}

/** A code as somebody typed it; case, blanks and hyphens do not matter. */
export interface TryCode {
  code: string;
}

/** A seat in a game of 66 for a client of our protocol, or, if its creator asks, for a bot. */
export interface SitAt66 {
  name?: string;
  bot?: "" | "bot" | "easy" | "hard" | "medium" | "random";
}

/**
 * What players should know of a server: how to reach its host, and how long it keeps what.
 *
 * A table that never begins is closed after `open_hours`, a match in which nobody does anything
 * after `idle_days`; the matches themselves stay. Chat is in memory only, and gone `chat_seconds`
 * after the last one has left the table. `contact` is in the host's own words; it may be empty.
 */
export interface HostInfo {
  contact: string;
  open_hours: number;
  idle_days: number;
  chat_seconds: number;
}

/**
 * A game: its words, and what a client needs to draw it.
 *
 * `seats` are the numbers of players, the usual one first; `rules` is the version of its rules;
 * `options` is a JSON Schema. `cards` has each of the `faces` in words; `facts` are the public
 * facts worth showing; `page` says whether there is a page with its rules. `stacks` has the places
 * that stand for a move without pieces, with its verb: a tap on the stock draws from it. `spots`
 * says whether moves name cards by where they lie in a hand, and `together` whether a move can
 * have several cards of a hand. `teams` has, by the number of players, the seats that play
 * together. `dice` are those of the faces that are drawn as dice, and `ranks` has all that a move
 * can name as a rank, in words. `low_wins` says whether few points are good. `places` has what the
 * game calls its places, by their names without a number, and `layout` how it wants them laid out:
 * row, fan, pile, trick, cup, or beside another place. `language` is what its words are in: the
 * reader's, or another one if the game does not speak that. `aim` says in a sentence what it is
 * about. `prompts` has what to do now, by name, and as `NAME.next` what to pick after the first
 * card. A name is a verb, or the text of a public fact with hyphens for blanks: the first one
 * whose verb is legal, or whose text a fact has, counts. `lesson` says whether there is a first
 * hand that teaches. `short_log` is the event that begins a turn, if a log should show only this
 * turn and the last one until the round is over. `levels` has, by the number of players, how well
 * bots can play there, from weak to strong: `hard` is one of them only where it was measured to be
 * better than `medium`. `strengths` has, by the number of players, what was measured of the levels
 * there, and of moves at random.
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
  teams: Record<string, number[][]>;
  dice: string[];
  ranks: Record<string, string>;
  low_wins: boolean;
  places: Record<string, string>;
  layout: Record<string, string>;
  language: string;
  aim: string;
  prompts: Record<string, string>;
  lesson: boolean;
  short_log: string;
  levels: Record<string, ("easy" | "hard" | "medium")[]>;
  strengths: Record<string, Record<string, StrengthInfo>>;
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
 * A fact of a view that is worth showing, with its label.
 *
 * It is a `seat` or null, a list of `seats`, a list with a value for each seat (`by_seat`), or
 * anything else (`number`): a number, a text, a flag or a list of them. `texts` has the texts that
 * it may be, with hyphens for blanks, in words.
 */
export interface FactInfo {
  label: string;
  kind: FactKind;
  texts?: Record<string, string>;
}

/**
 * How many of 100 rounds, or matches, a bot or a team of it wins against bots of `medium`.
 *
 * `even` is what it would win if it were as good as they are.
 */
export interface StrengthInfo {
  wins: number;
  even: number;
  of: "match" | "round";
}

/**
 * The rules of a game.
 *
 * `html` is the page below its title: headings, and rules with ids such as `rule-12`; a card is a
 * `<span role="img" data-face="7D">`, with its name as `aria-label`. `rules` maps the code of a
 * refusal to the id of its rule. `language` is that of the page.
 */
export interface Rulebook {
  title: string;
  html: string;
  rules: Record<string, string>;
  language: string;
}

/**
 * A table in the list; an empty name is a free seat. `dev`: see `Welcome`.
 *
 * `faces` has the court card that a bot is (see `SeatInfo`) by seat, if a bot plays. `public`
 * marks a table for strangers (see `PlayNow`), and `fill_in` has the seconds until bots take its
 * free seats, if they do.
 */
export interface TableLine {
  table: string;
  game: string;
  phase: string;
  players: string[];
  free: number;
  dev: boolean;
  faces?: string[];
  public?: boolean;
  fill_in?: number | null;
}

/** The new table. The link is for others; the secret of the seat is for nobody else. */
export interface TableOpened {
  table: string;
  seat: number;
  secret: string;
  invite: string;
  link: string;
}

/**
 * A table: its match, who sits there, how many seats are free, and the host's seat.
 *
 * `teams` are the seats that play together, if anybody does. `dev` and `public`: see `Welcome`;
 * a public table has no host. `turn` says that the match waits for the seat whose secret comes
 * with the request.
 */
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
  teams: number[][];
  dev: boolean;
  turn?: boolean;
  public?: boolean;
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
 * not acknowledged comes with its `Welcome`. Spectators read what everybody was told. In a game
 * with a `short_log`, only this turn and the last one are there until the round is over.
 */
export interface TableLog {
  match: string;
  lines: LogLine[];
}

/**
 * The sentence of a notice, with its number and usually the seat that acted.
 *
 * In a game with a `short_log` the `mark` says what begins a turn, perhaps without a sentence, and
 * what ends a round.
 */
export interface LogLine {
  number: number;
  text: string;
  seat?: number | null;
  mark?: LogMark;
}

/**
 * The current deal as the seat saw it: unseen faces are blank (null).
 *
 * `number` is that of the notice that a move has to answer now. `Mind.follow` of the Python
 * library makes worlds of the `record` that could be the true one for all that the seat knows.
 */
export interface SeatRecordNow {
  match: string;
  number: number;
  record: Record<string, unknown>;
}

/**
 * A match that is over. `teams` are the seats that played together, if anybody did.
 *
 * `faces` has the court card that a bot is (see `SeatInfo`) by seat, if a bot played. `seat` is
 * the one whose secret came with the request for the matches of its table; else null. `played_on`
 * says that it began at a step of another match.
 */
export interface PastMatch {
  match: string;
  table: string;
  game: string;
  finished: string;
  players: string[];
  scores: number[];
  winners: number[];
  teams: number[][];
  faces?: string[];
  seat?: number | null;
  played_on?: boolean;
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

/** A report has been noted; `text` says so. */
export interface ReportNoted {
  text: string;
}

/** A seat at a public table; `joined` says that it was waiting, and not opened for this. */
export interface SeatFound {
  table: string;
  seat: number;
  secret: string;
  joined?: boolean;
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

/** A match that is over. `rules` is the version of its rules, and `faces` are those of bots. */
export interface Steps {
  game: string;
  rules: number;
  players: string[];
  faces: string[];
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

/** A move that was made, and what it did in words. `stand_in`: by a bot, for a person. */
export interface Made {
  seat: number;
  text: string;
  label: string;
  stand_in?: boolean;
}
