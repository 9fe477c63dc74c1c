/** What our own games get on top of what every game has. None of it is needed to play. */

import type { Component } from "svelte";
import type { Notice, ViewData } from "../lib/wire";
import type { Scene } from "../table/scene.svelte";
import { dice } from "./dice";
import { rummy } from "./rummy";
import { sixtySix } from "./sixty_six";

export type FeltName = "plain" | "dice" | "rummy" | "scopa" | "sixty_six";

export interface GameExtras {
  felt: FeltName;
  /** Whether it is the others who look at the cards that a notice shows. */
  othersLook?: (notice: Notice) => boolean;
  /** The seat to which a place in the middle belongs. */
  ownerOf?: (place: string, view: ViewData | null) => number | null;
  /** What lies in the middle besides cards. */
  Centre?: Component<{ scene: Scene }>;
  /** What stands beside a player's name. */
  SeatBadge?: Component<{ scene: Scene; seat: number }>;
}

const PLAIN: GameExtras = { felt: "plain" };
const OURS: Record<string, GameExtras> = {
  dice,
  rummy,
  scopa: { felt: "scopa" },
  sixty_six: sixtySix,
};

export function extrasOf(game: string): GameExtras {
  return OURS[game] ?? PLAIN;
}
