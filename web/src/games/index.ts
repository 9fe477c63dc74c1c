/** What our own games get on top of what every game has. None of it is needed to play. */

import type { Component } from "svelte";
import type { Board } from "../lib/board";
import type { Choice, Notice, View } from "../lib/wire";
import type { Scene } from "../table/scene.svelte";
import type { Row } from "../table/tally";
import { dice } from "./dice";
import { rummy } from "./rummy";
import { scopa } from "./scopa";
import { sixtySix } from "./sixty_six";

export type Cloth = "plain" | "dice" | "rummy" | "scopa" | "sixty_six";

/** Cards that belong together, and what is written at them. */
export interface Light {
  pieces: string[];
  text: string;
}

export interface Touch {
  cloth: Cloth;
  /** The verb of the move that a tap on a stack means, by its place. */
  taps?: Record<string, string>;
  /** What the moves that are still possible would take. */
  lights?: (candidates: readonly Choice[], board: Board) => Light[];
  /** What a move does now, where its label names only a card. */
  labelOf?: (move: Choice, view: View | null) => string | null;
  /** Whether it is the others who look at the cards that a notice shows. */
  othersLook?: (notice: Notice) => boolean;
  /** The seat to which a place in the middle belongs. */
  ownerOf?: (place: string, view: View | null) => number | null;
  /** The seats that have won the round that a notice counts. */
  wonBy?: (notice: Notice) => number[];
  /** Marks in the facts of a round's end what made the points. */
  explain?: (rows: Row[], notice: Notice) => Row[];
  /** What lies in the middle besides cards. */
  Middle?: Component<{ scene: Scene }>;
  /** What stands beside a player's name. */
  SeatMark?: Component<{ scene: Scene; seat: number }>;
}

const PLAIN: Touch = { cloth: "plain" };
const OURS: Record<string, Touch> = { dice, rummy, scopa, sixty_six: sixtySix };

export function touchOf(game: string): Touch {
  return OURS[game] ?? PLAIN;
}
