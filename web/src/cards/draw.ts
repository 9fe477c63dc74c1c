/** Every card as SVG text, drawn once and kept: a table shows the same faces again and again. */

import { BACK, type Deck, readFace } from "./decks";
import { FIGURES, court } from "./figures";
import { number } from "./numbers";
import { around, cut, disc, line, put, write } from "./pen";
import { EMBLEM, FRENCH, HEART_OF_COINS, MARKS, PIPS, SUN } from "./suits";

/* The corner has the left of the card, so that a fan shows it; the art has the rest. */
const MIDDLE = 62;

const index = (rank: string, mark: string): string =>
  write(rank, 15, 20, rank === "10" ? 22 : 24.5, 2.9) + put(mark, 15, 49, 1.08);

/** The size of the pips of a rank and their heights: in pairs, and alone in the middle. */
type Places = Record<string, [size: number, pairs: number[], middle: number[]]>;

const ITALIAN_PLACES: Places = {
  "2": [1.5, [], [42, 98]],
  "3": [1.16, [], [29, 70, 111]],
  "4": [1.2, [40, 100], []],
  "5": [1.1, [32, 108], [70]],
  "6": [1.1, [30, 70, 110], []],
  "7": [1, [30, 70, 110], [50]],
};

const FRENCH_PLACES: Places = {
  "2": [1.5, [], [28, 112]],
  "3": [1.4, [], [28, 70, 112]],
  "4": [1.35, [28, 112], []],
  "5": [1.3, [28, 112], [70]],
  "6": [1.25, [28, 70, 112], []],
  "7": [1.1, [28, 70, 112], [49]],
  "8": [1.1, [28, 70, 112], [49, 91]],
  "9": [1.05, [22, 54, 86, 118], [70]],
  "10": [1.05, [22, 54, 86, 118], [38, 102]],
};

function lay(
  [size, pairs, middle]: [number, number[], number[]],
  apart: number,
  pip: (x: number, y: number, size: number, side: number) => string,
): string {
  const left = pairs.map((y) => pip(MIDDLE - apart, y, size, -1));
  const right = pairs.map((y) => pip(MIDDLE + apart, y, size, 1));
  return [...left, ...right, ...middle.map((y) => pip(MIDDLE, y, size, 0))].join("");
}

/** The seven of coins: our emblem grown to a whole card. */
function settebello(): string {
  const coins = around(6, 27.5, 0.5).map(([x, y]) => put(PIPS.D!, 54 + x, 72 + y, 1.06));
  const sprig =
    line("M0-32V-57") +
    cut("green", "M0-35C-10-35-17-39-20-48-10-49-2-44 0-35 2-44 10-49 20-48 17-39 10-35 0-35Z") +
    cut("green", "M0-47C-6-48-9-52-10-59-3-58 0-53 0-47 0-53 3-58 10-59 9-52 6-48 0-47Z") +
    disc("red", 0, -60, 2.6);
  const sprigs = put(sprig, 54, 72) + put(sprig, 54, 72, 1, 180);
  return sprigs + coins.join("") + put(HEART_OF_COINS, 54, 72);
}

function italian(rank: string, suit: string): string {
  const figure = FIGURES[rank];
  if (figure) return put(figure(suit), -1, -2, 1.04);
  if (rank + suit === "7D") return settebello();
  if (rank + suit === "1D") return put(SUN, 58, 78, 1.2);
  const pip = PIPS[suit]!;
  if (rank === "1") return put(pip, 60, 72, suit === "S" ? 3.2 : 2.6);
  const lean = suit === "B" ? 8 : 0;
  const apart = rank === "5" || rank === "7" ? 20 : 18;
  return lay(ITALIAN_PLACES[rank]!, apart, (x, y, size, side) => put(pip, x, y, size, side * lean));
}

function french(rank: string, suit: string): string {
  if ("JQK".includes(rank)) return court(rank, suit);
  const pip = FRENCH[suit]!;
  if (rank === "A") return put(pip, MIDDLE, 70, 2.7);
  return lay(FRENCH_PLACES[rank]!, 18, (x, y, size) => put(pip, x, y, size, y > 70 ? 180 : 0));
}

function back(): string {
  const lattice = Array.from({ length: 5 * 7 }, (_, i) => {
    const x = 50 + ((i % 5) - 2) * 15;
    const y = 70 + (Math.floor(i / 5) - 3) * 16;
    return `M${x} ${y - 8}l7.5 8-7.5 8-7.5-8Z`;
  });
  return (
    `<rect class="c-back c-flat" x="6" y="6" width="88" height="128" rx="4"/>` +
    `<path class="c-lattice" d="${lattice.join("")}"/>` +
    `<circle class="c-back c-rim" cx="50" cy="70" r="36"/>` +
    put(EMBLEM, 50, 70, 1.08)
  );
}

function fresh(face: string, deck: Deck): string {
  if (face === BACK) return back();
  const { rank, suit } = readFace(face);
  if (deck === "italian") return italian(rank, suit) + index(rank, MARKS[suit]!);
  if (deck === "french") return french(rank, suit) + index(rank, FRENCH[suit]!);
  return number(face);
}

const kept = new Map<string, string>();

/** The inside of a card's SVG, for a back or a face that is drawn: others may hold anything. */
export function draw(face: string, deck: Deck): string {
  const key = deck + face;
  const drawing = kept.get(key) ?? fresh(face, deck);
  kept.set(key, drawing);
  return drawing;
}

/** A plain text in lines that fill the card: its words below each other, as large as can be. */
export function fit(face: string): { lines: string[]; tops: number[]; size: number } {
  const lines = face.split(/\s+/).filter(Boolean);
  const wide = (line: string) =>
    [...line].reduce((sum, sign) => sum + (sign > "\u2e80" ? 1 : 0.72), 0);
  const size = Math.min(46, 80 / Math.max(1, ...lines.map(wide)), 100 / lines.length);
  const tops = lines.map((_, i) => 70 + (i - (lines.length - 1) / 2) * size * 1.15);
  return { lines, tops, size };
}
