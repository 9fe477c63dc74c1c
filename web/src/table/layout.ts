/** Where seats, places and cards go on the felt. Sizes are in CSS pixels. */

import { HIDDEN, type Piece } from "../lib/board";

export type Side = "left" | "top" | "right";

const TAP = 44;
const NARROWEST_STRIP = 28;
const GAP = 6;

/** The other seats in the order of play, seen from one of them, and the sides where they sit. */
export function otherSeats(seats: number, from: number): { seat: number; side: Side }[] {
  const others = Array.from({ length: Math.max(seats - 1, 0) }, (_, i) => (from + 1 + i) % seats);
  const last = others.length - 1;
  return others.map((seat, i) => {
    if (last > 0 && i === 0) return { seat, side: "left" };
    if (last > 0 && i === last) return { seat, side: "right" };
    return { seat, side: "top" };
  });
}

/** What a felt has room for, and what it has to lay there. */
export interface Room {
  width: number;
  height: number; // that is in sight, without what can be done
  aside: boolean; // a phone on its side
  most: number; // cards that a hand has had
  lines: number; // of cards in the middle
  letters: number; // how large they are: 1 is usual
}

export interface Sizes {
  around: boolean; // as wide as a table
  side: number; // the room for the player beside the hand, or none
  hand: number; // the widths of cards
  table: number;
  small: number;
  low: boolean; // every line counts
}

const AROUND = 880;
const MANY_HELD = 10; // they lie in two lines
const ASIDE = 150;
const LOW = 470;
export const HIGH = 1.4; // a card, in its widths
/* What takes height besides the cards: rim, seats, gaps and words. */
const WORDS = 40; // for each line more
const REST = { around: 320, strip: 250, aside: 165 };

/** The widths of cards: all from one unit, which the shorter side of the felt gives. */
export function sizesFor({ width, height, aside, most, lines, letters }: Room): Sizes {
  const within = (least: number, most: number, wanted: number) =>
    Math.round(Math.max(least, Math.min(most, wanted)));
  const around = width >= AROUND && !aside;
  const way = around ? "around" : aside ? "aside" : "strip";
  const high = (height - letters * (REST[way] + WORDS * (lines - 1))) / (HIGH * (1 + 0.9 * lines));
  /* On a narrow screen, few cards lie side by side, and many on each other. */
  const wide = around
    ? width / 6
    : Math.max(width / (most > MANY_HELD ? 6.6 : 5.6), Math.min(width / 3.6, width / most - 8));
  const unit = Math.min(high, wide);
  return {
    around,
    low: !around && height < LOW,
    side: around ? within(208, 288, width * 0.2) : aside ? ASIDE : 0,
    hand: within(58, 204, unit),
    table: within(52, 184, Math.min(0.9 * unit, width / 4.6)),
    small: within(TAP, 120, Math.min(0.6 * unit, width / 8)),
  };
}

/** The width of the cards of an open row: in as few lines as leaves them large enough. */
export function rowCardWidth(
  count: number,
  width: number,
  usual: number,
  height = Infinity,
): number {
  const fits = (lines: number) =>
    Math.min(Math.floor(width / Math.ceil(count / lines)) - GAP, (height / lines - GAP) / HIGH);
  if (count === 0) return usual;
  return Math.max(TAP, Math.min(usual, Math.floor(Math.max(fits(1), fits(2)))));
}

/** The width of the cards of fans that lie side by side in lines, as high as they have room. */
export function fansCardWidth(
  counts: readonly number[],
  [width, height]: readonly [number, number],
  { least, usual, strip, frame }: { least: number; usual: number; strip: number; frame: number },
): number {
  for (let card = usual; card > least; card -= 2) {
    let lines = 1;
    let taken = 0;
    for (const count of counts) {
      const wide = Math.max(FAN_LEAST, card + (count - 1) * strip + FAN_EDGE) + FAN_EDGE;
      if (taken > 0 && taken + wide > width) [lines, taken] = [lines + 1, 0];
      taken += wide;
    }
    if (lines * (HIGH * card + frame) <= height) return card;
  }
  return least;
}

const FAN_LEAST = 93; // the width of one, with its label
const FAN_EDGE = 16;

export interface Fan {
  step: number; // how much of each card is seen: all, or a strip that can still be tapped
  lines: number;
}

export function fanOf(count: number, width: number, card: number, least = NARROWEST_STRIP): Fan {
  for (let lines = 1; ; lines += 1) {
    const inLine = Math.ceil(count / lines);
    if (inLine < 2 || width >= inLine * card) {
      return { step: Math.min(card + GAP, Math.floor(width / Math.max(1, inLine))), lines };
    }
    const step = Math.floor((width - card) / (inLine - 1));
    if (step >= least) return { step, lines };
  }
}

/** How the tokens of a place lie. All but `spot` are what a game can say in its LAYOUT. */
export type Way = "row" | "fan" | "pile" | "trick" | "cup" | "beside" | "spot";

export interface PlaceLayout {
  way: Way;
  beside: string; // the place next to which it lies, or ""
}

/** What a place is for that has one of these names, if the game does not say how it lies. */
const USUAL: Record<string, string> = {
  hand: "fan",
  meld: "fan",
  stock: "pile",
  deck: "pile",
  discard: "pile",
  pile: "pile",
  taken: "spot",
  trick: "trick",
  cup: "cup",
  trump: "beside stock",
};
const MANY = 8;

/** "hand:2" is a hand. */
export const kindOf = (place: string): string => place.split(":")[0]!;

/**
 * How a place is laid out: as the game says, else by its name, else side by side; many cards that
 * nobody can see are a pile.
 */
export function layoutOf(
  place: string,
  pieces: readonly Piece[],
  hints: Readonly<Record<string, string>>,
): PlaceLayout {
  const kind = kindOf(place);
  const isBulk = pieces.length > MANY && pieces.every((piece) => piece.face === HIDDEN);
  const said = hints[kind] ?? USUAL[kind] ?? (isBulk ? "pile" : "row");
  const [way = "row", beside = ""] = said.split(" ");
  return { way: way as Way, beside };
}

/** Where the card of a seat lies in a trick, in halves of a card's width and height, from 1. */
export interface TrickSpot {
  seat: number;
  column: number;
  row: number;
}

/**
 * The spots of a trick as they are seen from a seat: its own in front, the others before their
 * players, clockwise from the left. Those of two lie side by side.
 */
export function trickSpots(
  seats: number,
  from: number,
): { spots: TrickSpot[]; columns: number; rows: number } {
  const others = otherSeats(seats, from);
  if (seats === 2) {
    const spots = others.map(({ seat }) => ({ seat, column: 1, row: 1 }));
    return { spots: [...spots, { seat: from, column: 3, row: 1 }], columns: 4, rows: 2 };
  }
  const tops = others.filter(({ side }) => side === "top").map(({ seat }) => seat);
  const across = Math.max(seats > 2 ? 3 : 1, tops.length); // cards side by side
  const middle = across; // the first half of the card in the middle
  /* With one across or none, those at the sides lie between the rows. */
  const high = tops.length === 0 ? 2 : 3;
  const sideRow = tops.length > 1 ? 3 : tops.length === 1 ? 2 : 1;
  const spots = others.map(({ seat, side }): TrickSpot => {
    if (side === "left") return { seat, column: middle - 2, row: sideRow };
    if (side === "right") return { seat, column: middle + 2, row: sideRow };
    return { seat, column: across - tops.length + 2 * tops.indexOf(seat) + 1, row: 1 };
  });
  spots.push({ seat: from, column: middle, row: high });
  return { spots, columns: 2 * across, rows: high + 1 };
}

/** The owner's order of a hand: what was there stays, and what is new comes last. */
export function inOrder(pieces: readonly Piece[], order: readonly string[]): Piece[] {
  const at = new Map(order.map((id, index) => [id, index]));
  const placeOf = (piece: Piece) => at.get(piece.id) ?? order.length;
  return [...pieces].sort((one, other) => placeOf(one) - placeOf(other)); // a stable sort
}

/** The same list with one of its items at another index. */
export function withMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(Math.max(0, Math.min(to, list.length - 1)), 0, ...next.splice(from, 1));
  return next;
}
