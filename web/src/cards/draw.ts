/** Every card as SVG text, drawn once and kept: a table shows the same few faces again and again. */

import { BACK, type Deck, readFace } from "./decks";
import { FIGURES, court } from "./figures";
import { number } from "./numbers";
import { around, bothWays, cut, disc, line, put, write } from "./pen";
import { EMBLEM, FRENCH, MARKS, PIPS, SUN } from "./suits";

/* The corner has the left of the card, so that a fan shows it; the art has the rest. */
const MIDDLE = 60;

const index = (rank: string, mark: string): string =>
  write(rank, 15, 21, 26) + put(mark, 15, 48);

/** The heights of the pips of a rank: of those in pairs, and of those in the middle. */
type Places = Record<string, [pairs: number[], middle: number[]]>;

const ITALIAN_PLACES: Places = {
  "2": [[], [42, 98]],
  "3": [[], [30, 70, 110]],
  "4": [[40, 100], []],
  "5": [[32, 108], [70]],
  "6": [[30, 70, 110], []],
  "7": [[30, 70, 110], [50]],
};

const FRENCH_PLACES: Places = {
  "2": [[], [28, 112]],
  "3": [[], [28, 70, 112]],
  "4": [[28, 112], []],
  "5": [[28, 112], [70]],
  "6": [[28, 70, 112], []],
  "7": [[28, 70, 112], [49]],
  "8": [[28, 70, 112], [49, 91]],
  "9": [[22, 54, 86, 118], [70]],
  "10": [[22, 54, 86, 118], [38, 102]],
};

type Pip = (x: number, y: number, side: number) => string;

function lay([pairs, middle]: [number[], number[]], apart: number, pip: Pip): string {
  const sides = pairs.flatMap((y) => [pip(MIDDLE - apart, y, -1), pip(MIDDLE + apart, y, 1)]);
  return [...sides, ...middle.map((y) => pip(MIDDLE, y, 0))].join("");
}

/** The seven of coins: our emblem grown to a whole card. */
function settebello(): string {
  const coins = around(6, 28, 0.5).map(([x, y]) => put(PIPS.D!, 58 + x, 72 + y, 1.08));
  const leaves = [0, 1, 2].map((i) =>
    cut("green", `M58 ${34 - i * 7}q-10-1-11-9 9 0 11 9 2-9 11-9-1 8-11 9Z`),
  );
  const sprig = line("M58 38V14") + leaves.join("") + disc("red", 58, 12, 3);
  return bothWays(sprig, 58) + coins.join("") + put(SUN, 58, 72, 0.52);
}

function italian(rank: string, suit: string): string {
  const figure = FIGURES[rank];
  if (figure) return put(figure(suit), 2, -2, 1.04);
  if (rank + suit === "7D") return settebello();
  if (rank + suit === "1D") return put(SUN, 59, 72, 1.2);
  const pip = PIPS[suit]!;
  if (rank === "1") return put(pip, MIDDLE, 70, suit === "C" ? 2.5 : 3);
  const size = suit === "D" ? 1.2 : 1.1;
  const lean = suit === "B" ? 10 : 0;
  return lay(ITALIAN_PLACES[rank]!, 19, (x, y, side) => put(pip, x, y, size, side * lean));
}

function french(rank: string, suit: string): string {
  if ("JQK".includes(rank)) return court(rank, suit);
  const pip = FRENCH[suit]!;
  if (rank === "A") return put(pip, MIDDLE, 70, 2.7);
  return lay(FRENCH_PLACES[rank]!, 18, (x, y) => put(pip, x, y, 1.1, y > 70 ? 180 : 0));
}

function back(): string {
  const lattice = Array.from({ length: 5 * 8 }, (_, i) => {
    const x = 18 + (i % 5) * 16;
    const y = 14 + Math.floor(i / 5) * 16;
    return `M${x} ${y - 8}l8 8-8 8-8-8Z`;
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

/** The inside of a card's SVG. Faces that are plain text are not drawn: they may hold anything. */
export function draw(face: string, deck: Deck): string {
  const key = deck + face;
  const drawing = kept.get(key) ?? fresh(face, deck);
  kept.set(key, drawing);
  return drawing;
}

/** A plain text in lines that fill the card: its words below each other, as large as they can be. */
export function fit(face: string): { lines: string[]; tops: number[]; size: number } {
  const lines = face.split(/\s+/).filter(Boolean);
  const wide = (line: string) =>
    [...line].reduce((sum, sign) => sum + (sign > "\u2e80" ? 1 : 0.64), 0);
  const size = Math.min(46, 80 / Math.max(1, ...lines.map(wide)), 100 / lines.length);
  const tops = lines.map((_, i) => 70 + (i - (lines.length - 1) / 2) * size * 1.15);
  return { lines, tops, size };
}
