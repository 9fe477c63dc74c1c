/** Cards that are only numbers: each has a pattern of its own, and the higher the darker. */

import { put, star, write } from "./pen";

/** A shape at every place of a grid that leaves the edge of the card free. */
function grid(
  columns: number,
  rows: number,
  shape: (x: number, y: number, i: number) => string,
): string {
  const places = Array.from({ length: columns * rows }, (_, i) => {
    const x = 8 + (84 / columns) * ((i % columns) + 0.5);
    const y = 8 + (124 / rows) * (Math.floor(i / columns) + 0.5);
    return shape(Math.round(x * 10) / 10, Math.round(y * 10) / 10, i);
  });
  return places.join("");
}

const mark = (d: string): string => `<path class="c-mark" d="${d}"/>`;
const stroke = (d: string, weight = 3): string =>
  `<path class="c-stroke" stroke-width="${weight}" d="${d}"/>`;
const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;

const PATTERNS: (() => string)[] = [
  () => "",
  () => stroke(ring(50, 70, 39)),
  () => stroke(grid(1, 2, (x, y) => ring(x, y, 27))),
  () => mark(grid(3, 3, (x, y) => `M${x} ${y - 9}L${x + 9} ${y + 7}H${x - 9}Z`)),
  () => mark(grid(4, 4, (x, y) => `M${x - 6} ${y - 6}h12v12h-12Z`)),
  () => grid(3, 5, (x, y) => put(mark(star(5, 9, 4)), x, y)),
  () =>
    stroke(
      grid(3, 4, (x, y) => `M${x} ${y - 12}l10 6v12l-10 6-10-6v-12Z`),
      2.5,
    ),
  () => mark(grid(4, 7, (x, y) => ring(x, y, 5))),
  () => stroke(grid(1, 8, (_, y) => `M8 ${y}q7-12 14 0${"t14 0".repeat(5)}`)),
  () => stroke(grid(3, 1, (x) => `M${x - 9} 8V132M${x} 8V132M${x + 9} 8V132`)),
  () => mark(grid(5, 8, (x, y, i) => (i % 2 ? "" : `M${x - 8.4} ${y - 7.7}h16.8v15.5h-16.8Z`))),
  () =>
    stroke(
      grid(1, 10, (_, y) => `M8 ${y + 4}${"l10.5-8 10.5 8".repeat(4)}`),
      4,
    ),
  () => mark(grid(4, 6, (x, y) => `M${x} ${y - 9.5}l9.5 9.5-9.5 9.5-9.5-9.5Z`)),
  () =>
    stroke(
      grid(4, 6, (x, y) => `M${x - 7} ${y - 7}l14 14M${x + 7} ${y - 7}l-14 14`),
      4,
    ),
];

/** The field from pale gold over red to almost ink, so that a glance tells high from low. */
function field(value: number): string {
  const [to, from, share] =
    value < 5
      ? ["gold", "paper", 20 + value * 16]
      : value < 10
        ? ["red", "gold", (value - 4) * 18]
        : ["ink", "red", (value - 9) * 17];
  return `color-mix(in oklab, var(--card-${to}) ${share}%, var(--card-${from}))`;
}

/* How high a number is written, by the count of its digits. */
const HEIGHTS = [0, 46, 40, 28];

export function number(text: string): string {
  const value = Math.abs(Number(text)) % PATTERNS.length;
  const turns = text === "6" || text === "9"; // what it would be upside down is a number too
  const under = turns ? `<path class="c-write" stroke-width="4" d="M40 101H60"/>` : "";
  const corner = write(text, 0, 0, text.length > 1 ? 13 : 15, 3.2);
  const chip =
    `<rect class="c-paper c-flat" x="-14" y="-13" width="27" height="25" rx="8"/>` + corner;
  return (
    `<rect class="c-flat" x="6" y="6" width="88" height="128" rx="4" fill="${field(value)}"/>` +
    `<g class="c-pattern${value < 5 ? " c-pale" : ""}">${PATTERNS[value]!()}</g>` +
    `<ellipse class="c-paper c-plaque" cx="50" cy="70" rx="35" ry="38"/>` +
    write(text, 50, turns ? 67 : 70, HEIGHTS[text.length] ?? 22, 3.4) +
    under +
    put(chip, 18, 17) +
    put(chip, 82, 123, 1, 180)
  );
}
