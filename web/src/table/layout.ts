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

export interface Sizes {
  around: boolean; // there is room for seats at the sides,
  side: number; // this much
  hand: number; // the widths of cards
  table: number;
  small: number;
}

export function sizesFor(width: number, height: number): Sizes {
  const within = (least: number, most: number, ...wanted: number[]) =>
    Math.round(Math.max(least, Math.min(most, ...wanted)));
  return {
    around: width >= 880,
    side: within(176, 240, width * 0.19),
    hand: within(58, 112, width / 5.6, height / 6.4),
    table: within(52, 96, width / 6.4, height / 7.4),
    small: within(TAP, 64, width / 9, height / 11),
  };
}

/** The width of the cards of an open row, so that they need two lines at most, if that can be. */
export function rowCardWidth(count: number, width: number, usual: number): number {
  const fits = (lines: number) => Math.floor(width / Math.ceil(count / lines)) - GAP;
  if (count === 0 || fits(2) >= usual) return usual;
  return Math.max(TAP, fits(2));
}

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

const STACKS = /^(stock|deck|discard|pile)(:|$)/;
const MANY = 8;

export function isStack(place: string, pieces: readonly Piece[]): boolean {
  const hidden = pieces.filter((piece) => piece.face === HIDDEN).length;
  return STACKS.test(place) || (hidden === pieces.length && hidden > MANY);
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
