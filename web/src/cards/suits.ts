/** The suits, each drawn around (0, 0): Italian ones about 34 high, French ones about 20. */

import { around, cut, disc, flat, line, spot, star } from "./pen";

const COIN =
  disc("gold", 0, 0, 11.5) +
  disc("paper", 0, 0, 7.8) +
  flat("red", star(8, 7, 2.6)) +
  spot("gold", 0, 0, 2.2);

const CUP =
  cut("gold", "M-7.5 15.5C-7 12-3 11.5-2.2 9.5V5H2.2V9.5C3 11.5 7 12 7.5 15.5Z") +
  cut("red", "M-10.5-10.5C-10.5 0-6 6 0 6S10.5 0 10.5-10.5Z") +
  cut("gold", "M-11.5-15H11.5V-10.5H-11.5Z") +
  flat("gold", "M-5.5-6.5Q0-1.5 5.5-6.5 4 2 0 2.5-4 2-5.5-6.5Z");

const SWORD =
  cut("blue", "M0-17.5L3.6-11.5V6.5H-3.6V-11.5Z") +
  flat("paper", "M-1.1-12H.6V5.5H-1.1Z") +
  cut("red", "M-2 9H2V14H-2Z") +
  disc("gold", 0, 15, 2.6) +
  cut("gold", "M-9 6C-9 4-7 4-6 6H6C7 4 9 4 9 6L7.5 9.5H-7.5Z");

const CLUB =
  cut("green", "M3-1C4-8 9-10 13.5-9.5 13-4 9 1 3 2ZM-3 6C-4 0-7-2-11-2-10.5 3-8 7-3 8Z") +
  cut("wood", "M-4.6-6L-8.5-10-5.8-12.5-4.5-11C-5-15 5-15 5.5-12L2.8 16.5H-2.8Z") +
  cut("gold", "M-5-13.2A5.2 3.3 0 1 1 5.4-13.2 5.2 3.3 0 1 1-5-13.2Z") +
  line("M-.8-2V4M1.2 6V10");

/** The radiant coin of the ace. Drawn 29 in radius. */
export const SUN =
  cut("gold", star(16, 29, 23.5)) +
  disc("paper", 0, 0, 20.5) +
  flat("red", star(16, 19.5, 11)) +
  disc("gold", 0, 0, 12.5) +
  flat("red", "M-7.5 3.5A2.2 2.2 0 1 1-7.5 3.6ZM7.5 3.5A2.2 2.2 0 1 0 7.5 3.6Z") +
  spot("ink", -4.2, -2, 1.4) +
  spot("ink", 4.2, -2, 1.4) +
  line("M0-1.5L-1 2H1M-4 5Q0 8.5 4 5");

/** The same sun among six other coins: the heart of the settebello. Drawn 16 in radius. */
export const HEART_OF_COINS =
  cut("gold", star(12, 16, 12.8)) +
  disc("red", 0, 0, 11) +
  flat("gold", star(12, 10, 8)) +
  spot("ink", -3, -1.5, 1.3) +
  spot("ink", 3, -1.5, 1.3) +
  line("M-3 2.5Q0 5.5 3 2.5");

/** Seven coins as a flower: our emblem, on the backs and on the icon. Drawn 30 in radius. */
export const EMBLEM =
  around(6, 20.5)
    .map(([x, y]) => spot("gold", x, y, 9) + spot("paper", x, y, 5.6) + spot("red", x, y, 3))
    .join("") +
  flat("gold", star(12, 11.5, 9)) +
  spot("red", 0, 0, 6.5) +
  flat("gold", star(6, 5.6, 2.6));

export const PIPS: Record<string, string> = { D: COIN, C: CUP, S: SWORD, B: CLUB };

/** The marks under the corner numbers: the suits again, in so few shapes that they stay clear. */
export const MARKS: Record<string, string> = {
  D: disc("gold", 0, 0, 7.5) + spot("red", 0, 0, 2.8),
  C: cut("red", "M-7.5-8H7.5C7.5 0 5 3 1.8 3.5V6L5.5 8.5H-5.5L-1.8 6V3.5C-5 3-7.5 0-7.5-8Z"),
  S: cut("blue", "M0-10L2.6-6.5V3H6V6H1.8V10H-1.8V6H-6V3H-2.6V-6.5Z"),
  B:
    cut("green", "M1 1C2-5 6-6 9-5.5 8-1 5 2 1 2Z") +
    cut("wood", "M-4.5-7.5C-4.5-11 4-11 4-7.5L2 10H-2Z"),
};

/* Black suits differ by shape alone: the spade is slim, the leaves of the trefoil stand apart. */
const SPADE =
  "M0-12C3-6.5 8.6-2 8.6 3 8.6 6 6.5 7.5 4.6 7.5 3 7.5 1.9 6.6 1.2 5.2 1.4 8 2.2 9.6 4 11" +
  "H-4C-2.2 9.6-1.4 8-1.2 5.2-1.9 6.6-3 7.5-4.6 7.5-6.5 7.5-8.6 6-8.6 3-8.6-2-3-6.5 0-12Z";
const HEART =
  "M0 10C-4 5-10-.5-10-5-10-8-7.5-9.8-5-9.8-2.7-9.8-.9-8.5 0-6.3.9-8.5 2.7-9.8 5-9.8" +
  " 7.5-9.8 10-8 10-5 10-.5 4 5 0 10Z";
const DIAMOND = "M0-12Q3.5-4.5 8.3 0 3.5 4.5 0 12-3.5 4.5-8.3 0-3.5-4.5 0-12Z";
const TREFOIL =
  "M-4.9-6.4a4.9 4.9 0 1 1 9.8 0 4.9 4.9 0 1 1-9.8 0Z" +
  "M-11 2.4a4.9 4.9 0 1 1 9.8 0 4.9 4.9 0 1 1-9.8 0Z" +
  "M1.2 2.4a4.9 4.9 0 1 1 9.8 0 4.9 4.9 0 1 1-9.8 0Z" +
  "M-2-3H2L1.2 3C1.4 7 2.5 9.5 4.5 11H-4.5C-2.5 9.5-1.4 7-1.2 3Z";

export const FRENCH: Record<string, string> = {
  S: flat("suit", SPADE),
  H: flat("suit", HEART),
  D: flat("suit", DIAMOND),
  C: flat("suit", TREFOIL),
};
