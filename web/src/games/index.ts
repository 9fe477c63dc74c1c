/** What our own games get on top of what every game has. None of it is needed to play. */

import type { Component } from "svelte";
import type { Board } from "../lib/board";
import type { Choice, Notice, ViewData } from "../lib/wire";
import type { Scene } from "../table/scene.svelte";
import type { Row } from "../table/tally";
import { dice } from "./dice";
import { rummy } from "./rummy";
import { scopa } from "./scopa";
import { sixtySix } from "./sixty_six";

export type FeltName = "plain" | "dice" | "rummy" | "scopa" | "sixty_six";

/** Cards that belong together, and what is written at them. */
export interface CardGroup {
  pieces: string[];
  text: string;
}

export interface GameExtras {
  felt: FeltName;
  /** The verb of the move that a tap on a stack means, by its place. */
  stackVerbs?: Record<string, string>;
  /** What the moves that are still possible would take. */
  groups?: (candidates: readonly Choice[], board: Board) => CardGroup[];
  /** What a move does now, where its label names only a card. */
  labelOf?: (move: Choice, view: ViewData | null) => string | null;
  /** Whether it is the others who look at the cards that a notice shows. */
  othersLook?: (notice: Notice) => boolean;
  /** The seat to which a place in the middle belongs. */
  ownerOf?: (place: string, view: ViewData | null) => number | null;
  /** The seats that have won the round that a notice counts. */
  roundWinners?: (notice: Notice) => number[];
  /** Marks in the facts of a round's end what made the points. */
  explainPoints?: (rows: Row[], notice: Notice) => Row[];
  /** What lies in the middle besides cards. */
  Centre?: Component<{ scene: Scene }>;
  /** What stands beside a player's name. */
  SeatBadge?: Component<{ scene: Scene; seat: number }>;
}

const PLAIN: GameExtras = { felt: "plain" };
const OURS: Record<string, GameExtras> = { dice, rummy, scopa, sixty_six: sixtySix };

export function extrasOf(game: string): GameExtras {
  return OURS[game] ?? PLAIN;
}
