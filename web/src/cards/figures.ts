/** The people of both decks. Heads are drawn around (0, 0), 11 in radius, and shared by all. */

import { type Colour, around, bothWays, cut, disc, flat, line, put, spot } from "./pen";
import { FRENCH, PIPS } from "./suits";

const LOOK = spot("ink", -4, -1, 1.5) + spot("ink", 4, -1, 1.5) + line("M0-1.5L-1.2 2.5H1");
const SMILE = line("M-3 5.5Q0 7.5 3 5.5");
const CHEEKS = spot("red", -6.5, 3, 1.6) + spot("red", 6.5, 3, 1.6);
const FACE = disc("skin", 0, 0, 10.5) + CHEEKS + LOOK;

const CROWN =
  cut("gold", "M-11.5-6L-14-19-6.5-13.5 0-22 6.5-13.5 14-19 11.5-6Q0-10-11.5-6Z") +
  disc("red", 0, -22, 2.2) +
  disc("red", -14, -19.5, 2.2) +
  disc("red", 14, -19.5, 2.2);

const kingHead = (beard: Colour): string =>
  cut(beard, "M-11.5-4C-15 6-11 10-12 14H12C11 10 15 6 11.5-4Z") +
  FACE +
  cut(beard, "M-10.8 1C-11 13-6 21 0 22 6 21 11 13 10.8 1 8 5.5 3.5 4 0 5.5-3.5 4-8 5.5-10.8 1Z") +
  line("M-2.5 9Q0 11 2.5 9") +
  CROWN;

const queenHead = (hair: Colour): string =>
  cut("skin", "M-4.5 6H4.5V15L0 19-4.5 15Z") +
  cut(
    hair,
    "M0-13C-14-13-15 0-14 8-13.5 13-16 15-15 18-10 19-7 17-6.5 10V0H6.5V10C7 17 10 19 15 18" +
      " 16 15 13.5 13 14 8 15 0 14-13 0-13Z",
  ) +
  FACE +
  flat(hair, "M-10.5-1C-9-7-4-8 0-10 4-8 9-7 10.5-1 12-8 7-12 0-12S-12-8-10.5-1Z") +
  SMILE +
  cut("gold", "M-10.5-9L-11-16.5-5.5-14 0-19 5.5-14 11-16.5 10.5-9Q0-13-10.5-9Z") +
  disc("red", 0, -19, 1.9);

/** A cap with a feather that sweeps back: the young one wears it, on foot and in French decks. */
const pageHead = (hair: Colour, cap: Colour): string =>
  cut(hair, "M-11-5C-14 4-13 9-14 12-9 14-6 10-6 4H6C6 10 9 14 14 12 13 9 14 4 11-5Z") +
  FACE +
  SMILE +
  cut(cap, "M-13-4.5C-15-14-5-16 0-15.5 9-16 15-11 13-4.5Q0-9-13-4.5Z") +
  cut("paper", "M9-11C14-14 14-21 8-25 2-24 4-14 9-11Z") +
  line("M9-11Q9-18 7-21");

const helmetHead = (plume: Colour): string =>
  cut(plume, "M0-12C-2-22-12-24-19-17-18-10-13-8-9-8-7-12-4-13 0-12Z") +
  FACE +
  SMILE +
  cut("blue", "M-11.5 2C-13-9-7-15 0-15S13-9 11.5 2L8 1C8-4 5-5.5 0-5.5S-8-4-8 1Z") +
  spot("gold", 0, -10, 2);

/* Whom the Italian suits dress how: the coat, its lining, and what is worn with both. */
const DRESS: Record<string, [Colour, Colour, Colour]> = {
  D: ["red", "gold", "blue"],
  C: ["blue", "red", "green"],
  S: ["gold", "blue", "red"],
  B: ["green", "gold", "red"],
};

/** What the raised hand holds, to the right above: the suit itself. */
const held = (suit: string, x: number, y: number): string =>
  put(PIPS[suit] ?? "", x, y, suit === "B" ? 1 : 1.1, suit === "B" ? -10 : 0);

const hand = (x: number, y: number): string => disc("skin", x, y, 3.6);

/** Fante: he stands on his two feet. */
function page(suit: string): string {
  const [coat, lining, other] = DRESS[suit]!;
  return (
    cut(other, "M37 92H46L45 119H38Z") +
    cut(lining, "M48 92H57L58 119H51Z") +
    cut("ink", "M38 117H45L46 123H30Q31 119 38 117ZM51 117H58Q66 119 67 123H50Z") +
    cut(coat, "M58 66C66 66 70 64 74 56L80 60C78 72 70 78 58 78Z") +
    held(suit, 78, 42) +
    hand(77.5, 56) +
    cut(coat, "M38 64C30 66 26 76 25 84L33 92 37 86 33.5 82 39 76Z") +
    cut(coat, "M37 64Q47.5 60 58 64L59 84 65 99Q47.5 105 30 99L36 84Z") +
    cut(lining, "M43 63L47.5 76 52 63Q47.5 61 43 63Z") +
    flat(lining, "M33 96L34.5 92Q47.5 97 60.5 92L62 96Q47.5 101.5 33 96Z") +
    cut("ink", "M36 82Q47.5 86 59 82V86.5Q47.5 90 36 86.5Z") +
    disc("gold", 47.5, 86.5, 2.4) +
    put(pageHead("wood", other), 47.5, 50)
  );
}

/** Cavallo: he rides. */
function knight(suit: string): string {
  const [coat, lining, other] = DRESS[suit]!;
  return (
    cut("ink", "M77 84C88 82 90 94 86 108 84 104 81 104 79 98Z") +
    cut("paper", "M65 96L60 109 61 123H68L68 111 74 102Z") +
    cut(
      "paper",
      "M30 56L34 62C42 64 48 70 51 78H70C77 78 81 84 80 92 79.5 97 81 102 81 108L80 123H73" +
        "L73.5 110C71 107 68 104 66 101 60 104 55 104 50 102L50 123H43" +
        "L42 106 33 103 30 106 32 116 26 118 22 105 25 99 34 95" +
        "C32 91 32 87 33 83 30 87 26 88 22 88L18 92C13 92 10 89 11 85L21 67" +
        "C23 63 26 62 28 61Z",
    ) +
    flat("ink", "M43 118H50V123H43ZM73 118H80.5L80 123H73ZM60.5 118H68V123H61Z") +
    flat("ink", "M25 114L31 112 32 116 26 118Z") +
    cut("ink", "M33 61C43 62 50 70 52 79L46 83C46 74 40 67 32 66Z") +
    spot("ink", 25, 71, 1.7) +
    line("M14 86Q17 87 18 84M22 88L28 70M22 88Q40 96 52 82") +
    cut(other, "M43 79H68L66 96Q56 101 47 96Z") +
    cut(lining, "M50 78H61L56 98 57 108H46L47 104 50 103Z") +
    cut(coat, "M61 58C68 58 72 56 75 50L81 54C79 64 72 70 62 70Z") +
    held(suit, 79, 36) +
    hand(78.5, 50) +
    cut(coat, "M45 56Q54 52 63 56L65 82Q54 87 44 82Z") +
    cut(coat, "M46 56C40 60 38 68 38 74L46 80 49 75 45.5 72 49 66Z") +
    cut(lining, "M50 55L54 65 58 55Q54 53.5 50 55Z") +
    hand(46, 79) +
    put(helmetHead(other), 54, 43, 0.95)
  );
}

/** Re: he stands in his long robe. */
function king(suit: string): string {
  const [coat, lining, other] = DRESS[suit]!;
  return (
    cut(coat, "M58 70C66 70 70 66 73 58L80 62C79 74 70 82 58 84Z") +
    held(suit, 78, 43) +
    hand(77.5, 58) +
    cut(coat, "M36 66H58C63 84 68 104 72 123H22C26 104 31 84 36 66Z") +
    cut(lining, "M42 70H53L59 123H36Z") +
    cut("paper", "M23 117L24.5 111H36.5L36 117V123H22ZM58 111H69.5L72 123H59Z") +
    spot("ink", 29, 117, 1.5) +
    spot("ink", 65, 117, 1.5) +
    cut(coat, "M34 74C26 80 24 92 28 98L40 100 42 94 35 91 39 82Z") +
    hand(42.5, 97) +
    disc(other, 47.5, 110, 3.5) +
    cut("paper", "M30 82C31 70 38 64 47.5 64S64 70 65 82Q56 86 47.5 80 39 86 30 82Z") +
    spot("ink", 36, 77, 1.5) +
    spot("ink", 59, 77, 1.5) +
    put(kingHead("paper"), 47.5, 51)
  );
}

export const FIGURES: Record<string, (suit: string) => string> = {
  "8": page,
  "9": knight,
  "10": king,
};

/** The head and the shoulders of a figure, around (0, 0), for a round frame 23 in radius. */
export function portrait(rank: string, suit: string): string {
  const [coat, lining, other] = DRESS[suit]!;
  const head =
    rank === "10" ? kingHead("paper") : rank === "9" ? helmetHead(other) : pageHead("wood", other);
  return (
    cut(coat, "M-22 26C-21 17-12 14 0 14S21 17 22 26Z") +
    cut(lining, "M-5 14.5L0 24 5 14.5Q0 13.5-5 14.5Z") +
    put(head, 0, rank === "10" ? 2 : 5)
  );
}

/* The French court is seen to the waist, twice; each suit has its coat, lining and hair. */
const COURT: Record<string, [Colour, Colour, Colour]> = {
  S: ["blue", "gold", "ink"],
  H: ["red", "blue", "gold"],
  D: ["gold", "red", "wood"],
  C: ["green", "paper", "red"],
};

const STAFF = line("M84 70V30");

/* How each rank is dressed and what is in its hand. */
const BUSTS: Record<string, (coat: Colour, lining: Colour) => string> = {
  J: (coat, lining) =>
    cut(coat, "M30 70V59C35 54 46 53 61 53L70 70Z") +
    cut(lining, "M92 70V59C87 54 76 53 61 53L52 70Z") +
    cut("paper", "M47 55Q61 50 75 55L61 66Z") +
    STAFF +
    cut("gold", "M84 14L88 24 84 32 80 24Z"),
  Q: (coat, lining) =>
    cut(coat, "M30 70V59C35 54 46 53 61 53S87 54 92 59V70Z") +
    cut("paper", "M44 55.5Q61 51 78 55.5L72 70H50Z") +
    cut(lining, "M51 54.5Q61 52 71 54.5L61 69Z") +
    line("M84 70Q86 50 83 40") +
    around(5, 5)
      .map(([x, y]) => disc("red", 83 + x, 38 + y, 3.4))
      .join("") +
    disc("gold", 83, 38, 3),
  K: (coat, lining) =>
    cut(coat, "M30 70V59C35 54 46 53 61 53S87 54 92 59V70Z") +
    cut("paper", "M40 56.5C48 52 74 52 82 56.5L73 70H49Z") +
    cut(lining, "M54 54H68L66 70H56Z") +
    STAFF +
    disc("gold", 84, 27, 4.5) +
    line("M84 22V17M81.5 19H86.5"),
};

export function court(rank: string, suit: string): string {
  const [coat, lining, hair] = COURT[suit]!;
  const head =
    rank === "K"
      ? put(kingHead(hair), 62, 38, 1.06)
      : rank === "Q"
        ? put(queenHead(hair), 61, 36, 1.06)
        : put(pageHead(hair, lining), 60, 37, 1.06);
  const half =
    BUSTS[rank]!(coat, lining) + hand(84, 60) + head + put(FRENCH[suit]!, 37.5, 17.5, 0.6);
  const belt = cut("ink", "M30 67.5H92V72.5H30Z") + cut("gold", "M61 64L67 70 61 76 55 70Z");
  return `<path class="c-none c-frame" d="M30 8H92V132H30Z"/>${bothWays(half, 61)}${belt}`;
}
