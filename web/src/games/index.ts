/** What our own games get on top of what every game has. None of it is needed to play. */

import type { Component } from "svelte";
import { deckOf, type Deck } from "../cards/decks";
import type { GameInfo } from "../lib/http";
import type { Notice, ViewData } from "../lib/wire";
import type { Scene } from "../table/scene.svelte";
import { dice } from "./dice";
import { rummy } from "./rummy";
import { sixtySix } from "./sixty_six";

/** What a felt is woven with: by what is played on it. */
export type Weave = Deck | "dice";

export interface GameExtras {
  /** The colour of the felt, if it is not the usual one of the deck; see `felts.css`. */
  cloth?: string;
  /** The card by which the game is known. */
  icon?: string;
  /** Whether it is the others who look at the cards that a notice shows. */
  othersLook?: (notice: Notice) => boolean;
  /** The seat to which a place in the middle belongs. */
  ownerOf?: (place: string, view: ViewData | null) => number | null;
  /** What lies in the middle besides cards. */
  Centre?: Component<{ scene: Scene }>;
  /** What stands beside a player's name. */
  SeatBadge?: Component<{ scene: Scene; seat: number }>;
}

const NONE: GameExtras = {};
const OURS: Record<string, GameExtras> = {
  dice,
  rummy,
  scopa: { cloth: "scopa", icon: "7D" },
  sixty_six: sixtySix,
};

export function extrasOf(game: string): GameExtras {
  return OURS[game] ?? NONE;
}

type Faces = Pick<GameInfo, "name" | "faces" | "dice">;

const cardsOf = ({ faces, dice }: Faces) => faces.filter((face) => !dice.includes(face));

/** The felt of any game: its colour, and its pattern by the deck. */
export function feltOf(game: Faces): { cloth: string; weave: Weave } {
  const weave = cardsOf(game).length > 0 ? deckOf(game.faces, game.dice) : "dice";
  return { cloth: extrasOf(game.name).cloth ?? weave, weave };
}

/** Faces that are handsome: aces and courts, if the deck has them. */
const HANDSOME = /^([AJQK][SHDC]|(1|8|9|10)[DCSB])$/;

/** The face by which any game is known: another one for each game, as far as its deck allows. */
export function iconOf(game: Faces): string | null {
  const own = extrasOf(game.name).icon;
  if (own !== undefined) return own;
  const cards = cardsOf(game);
  const handsome = cards.filter((face) => HANDSOME.test(face));
  const some = [handsome, cards, game.dice].find((faces) => faces.length > 0) ?? [];
  const sum = [...game.name].reduce((before, sign) => (31 * before + sign.charCodeAt(0)) % 9973, 7);
  return some[sum % some.length] ?? null;
}
