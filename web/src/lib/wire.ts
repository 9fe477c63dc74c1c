// The messages of the server, as /docs describes them. A field that is empty is left out there.

export type Phase = "open" | "playing" | "paused" | "over" | "closed";
export type Language = "en" | "it";

export interface MovedCard {
  card: string;
  from: string | null;
  to: string | null;
  piece?: string;
  becomes?: string;
}

/** A card whose face an event shows to somebody, where it lies. */
export interface ShownCard {
  card: string;
  at: string;
  piece: string;
}

export interface Notice {
  number: number;
  event: string;
  seat?: number;
  text: string;
  later?: string; // the sentence when its faces are to be remembered
  moved?: MovedCard[];
  shown?: ShownCard[];
  stand_in?: boolean; // a bot did it for a person
  [fact: string]: unknown;
}

/** What stays of a notice in the log. */
export type LogLine = Pick<Notice, "number" | "seat" | "text" | "later">;

export interface View {
  viewer: number | null;
  players: string[];
  to_act: number[];
  over: boolean;
  scores: number[];
  winners: number[];
  places: Record<string, string[]>;
  pieces: Record<string, string[]>;
  [fact: string]: unknown;
}

export interface Choice {
  text: string;
  verb: string;
  pieces?: string[];
  label?: string;
}

export interface SeatInfo {
  name?: string;
  bot?: string;
  present?: boolean;
  stand_in?: boolean;
  rematch?: boolean;
}

interface Standing {
  number: number;
  notices?: Notice[];
  to_act?: number[];
  legal?: Choice[];
  view?: View | null;
  can_undo?: boolean;
  clock?: number | null;
  bot_in?: Record<string, number>; // seconds, by the seats of those who are away and to act
}

export interface Welcome extends Standing {
  type: "Welcome";
  table: string;
  match: string;
  game: string;
  phase: Phase;
  seat: number | null;
  seats: SeatInfo[];
  options: Record<string, unknown>;
}

export interface Told extends Standing {
  type: "Told";
}

export interface Seats {
  type: "Seats";
  match: string;
  phase: Phase;
  seats: SeatInfo[];
}

export interface Answer {
  type: "Answer";
  id: string;
}

export interface Refused {
  type: "Refused";
  code: string;
  text: string;
  id?: string | null;
  retry_after?: number | null;
  arguments?: Record<string, string | number>; // the parts of `text` that are no words
}

export interface Said {
  type: "Said";
  seat: number;
  name: string;
  text: string;
  number: number;
}

export type FromServer = Welcome | Told | Seats | Answer | Refused | Said;

export interface Hello {
  type: "Hello";
  table: string;
  secret?: string;
  seen: number;
  language: Language;
}

export type Request =
  | { type: "Move"; id: string; after: number; move: string }
  | { type: "Undo"; id: string; after: number }
  | { type: "Pause" | "Resume" | "Rematch"; id: string }
  | { type: "Say"; id: string; text: string };

export type FromClient = Hello | Request | { type: "Ack"; number: number };
