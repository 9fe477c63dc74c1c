/** Which deck a game plays with, read from the texts of its faces, and how its cards are sorted. */

export type Deck = "italian" | "french" | "numbers" | "text";

/** How the server writes a card that lies face down. */
export const BACK = "??";

export interface Face {
  rank: string;
  suit: string;
}

const SUITED = /^(.+)([A-Z♠♥♦♣])$/;
const DRAWN: [Deck, RegExp][] = [
  ["italian", /^([1-9]|10)[DCSB]$/],
  ["french", /^(A|[2-9]|10|J|Q|K)[SHDC]$/],
  ["numbers", /^-?\d{1,3}$/],
];

/** Whether we have drawn this face for this deck; any other is shown as text. */
export const isDrawn = (face: string, deck: Deck): boolean =>
  DRAWN.some(([name, pattern]) => name === deck && pattern.test(face));

/** The deck that has all these faces but dice: the first that fits, and plain text if none does. */
export function deckOf(faces: readonly string[], dice: readonly string[] = []): Deck {
  const cards = faces.filter((face) => !dice.includes(face));
  const fitting = DRAWN.find(([, pattern]) => cards.every((face) => pattern.test(face)));
  return cards.length > 0 && fitting ? fitting[0] : "text";
}

/** The rank and the suit of a face; a face without suits is all rank. */
export function readFace(face: string): Face {
  const [, rank, suit] = SUITED.exec(face) ?? [];
  return rank && suit ? { rank, suit } : { rank: face, suit: "" };
}

/** Compares two faces, for `sort`. */
export type Compare = (one: string, other: string) => number;

/** Both ways to sort a hand, with ranks and suits in the order in which the game lists them. */
export function sortOrders(faces: readonly string[]): { bySuit: Compare; byRank: Compare } {
  const placesOf = (part: keyof Face) => {
    const parts = [...new Set(faces.map((face) => readFace(face)[part]))];
    const places = new Map(parts.map((text, place) => [text, place]));
    // Cards face down, and any that the game does not list, come last.
    return (face: string) => places.get(readFace(face)[part]) ?? parts.length;
  };
  const rank = placesOf("rank");
  const suit = placesOf("suit");
  return {
    bySuit: (one, other) => suit(one) - suit(other) || rank(one) - rank(other),
    byRank: (one, other) => rank(one) - rank(other) || suit(one) - suit(other),
  };
}
