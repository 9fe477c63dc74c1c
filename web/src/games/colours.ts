import type { ViewData } from "../lib/wire";
import type { TextKey } from "../words/t.svelte";

export interface Colour {
  word: TextKey;
  paint: string;
  shape: string; // an SVG path in a square of 24: nobody is told apart by colour alone
}

const STAR = "M12 2l3 6.6 7.2.8-5.4 4.9 1.5 7.1L12 17.8l-6.3 3.6 1.5-7.1L1.8 9.4 9 8.6Z";
const DISC = "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20Z";

export const COLOURS: Record<string, Colour> = {
  red: { word: "table-red", paint: "var(--paint-red)", shape: DISC },
  green: { word: "table-green", paint: "var(--paint-green)", shape: "M12 2 23 21H1Z" },
  blue: { word: "table-blue", paint: "var(--paint-blue)", shape: "M3 3H21V21H3Z" },
  yellow: { word: "table-yellow", paint: "var(--paint-yellow)", shape: STAR },
  purple: { word: "table-purple", paint: "var(--paint-purple)", shape: "M12 1 23 12 12 23 1 12Z" },
};

/** The colour of a seat's points. */
export function colourOf(view: ViewData | null, seat: number): Colour | null {
  const colours = view?.colours;
  const name: unknown = Array.isArray(colours) ? colours[seat] : null;
  return typeof name === "string" ? (COLOURS[name] ?? null) : null;
}
