/** The pen that draws all cards: shapes as SVG text, in units of a card 100 wide and 140 high. */

export type Colour =
  "paper" | "ink" | "red" | "gold" | "blue" | "green" | "wood" | "skin" | "none" | "suit";

const LINE = 1.7;

/** A cut-out with the outline that all shapes share. */
export const cut = (colour: Colour, d: string): string => `<path class="c-${colour}" d="${d}"/>`;

/** A shape without an outline. */
export const flat = (colour: Colour, d: string): string =>
  `<path class="c-${colour} c-flat" d="${d}"/>`;

/** A line of the pen alone. */
export const line = (d: string): string => cut("none", d);

export const disc = (colour: Colour, x: number, y: number, r: number): string =>
  `<circle class="c-${colour}" cx="${x}" cy="${y}" r="${r}"/>`;

export const spot = (colour: Colour, x: number, y: number, r: number): string =>
  `<circle class="c-${colour} c-flat" cx="${x}" cy="${y}" r="${r}"/>`;

const short = (value: number): number => Math.round(value * 100) / 100;

/** A shape drawn around (0, 0), moved, sized and turned; its lines keep their weight. */
export function put(shape: string, x: number, y: number, size = 1, turn = 0): string {
  const turned = turn ? ` rotate(${turn})` : "";
  const sized = size !== 1 ? ` scale(${short(size)})` : "";
  const weight = size !== 1 ? ` stroke-width="${short(LINE / size)}"` : "";
  return `<g transform="translate(${short(x)} ${short(y)})${turned}${sized}"${weight}>${shape}</g>`;
}

/** Something drawn twice, the second time upside down, as cards are. */
export const bothWays = (half: string, x = 50): string =>
  `${half}<g transform="rotate(180 ${x} 70)">${half}</g>`;

/** Points on a circle around (0, 0), the first at the top. */
export const around = (count: number, radius: number, start = 0): [number, number][] =>
  Array.from({ length: count }, (_, i) => {
    const angle = ((i + start) / count) * 2 * Math.PI;
    return [short(radius * Math.sin(angle)), short(-radius * Math.cos(angle))];
  });

/** A star, flower or sun as one path: points by turns on the outer and the inner circle. */
export function star(points: number, outer: number, inner: number): string {
  const out = around(points, outer);
  const into = around(points, inner, 0.5);
  return `M${out.map((point, i) => [point, into[i]].join(" ")).join(" ")}Z`;
}

/* Our own numerals and letters, one stroke wide, 12 units wide and 18 high. */
const GLYPHS: Record<string, string> = {
  "0": "M6 0C2 0 0 4 0 9s2 9 6 9 6-4 6-9-2-9-6-9Z",
  "1": "M1.5 4.2L7 0V18M2.5 18H11.5",
  "2": "M.5 4.6C.7 1.7 3 0 6 0s5.5 1.8 5.5 4.7C11.5 9 4 12 .3 18H12",
  "3":
    "M.8 2.8C1.8 1 3.8 0 6 0c3 0 5.1 1.6 5.1 4.2S9 8.4 5 8.4c4.5 0 7 1.7 7 4.7" +
    "S9.5 18 6 18c-2.8 0-5-1.1-6-3.2",
  "4": "M9 18V0L0 12.5H12.5",
  "5": "M11 0H2L1.2 8C2.5 6.9 4.2 6.4 6 6.4c3.6 0 6 2.2 6 5.7S9.5 18 6 18c-2.6 0-4.8-1.1-6-3.1",
  "6":
    "M10.5 1.7C9.5.6 8 0 6.6 0 2.5 0 0 4 0 10.5 0 15.5 2.4 18 6 18s6-2.3 6-5.7" +
    "S9.7 6.8 6.3 6.8C3 6.8.4 9 0 11.5",
  "7": "M0 0H12C8 5.5 5.5 11 5 18M3.6 9.2H11",
  "8":
    "M6 8.3C3 8.3 1 6.6 1 4.2S3 0 6 0s5 1.7 5 4.2-2 4.1-5 4.1C2.4 8.3 0 10.3 0 13.2" +
    "S2.4 18 6 18s6-1.9 6-4.8-2.4-4.9-6-4.9Z",
  "9":
    "M1.5 16.3C2.5 17.4 4 18 5.4 18 9.5 18 12 14 12 7.5 12 2.5 9.6 0 6 0" +
    "S0 2.3 0 5.7 2.3 11.2 5.7 11.2C9 11.2 11.6 9 12 6.5",
  A: "M0 18L6 0L12 18M2.2 12H9.8",
  J: "M3.5 0H10.5V12.5C10.5 16.5 8 18 5.2 18 2.6 18 .6 16.8 0 14",
  Q: "M6 0C2 0 0 4 0 9s2 9 6 9 6-4 6-9-2-9-6-9ZM6.8 13L12 19.5",
  K: "M.5 0V18M11.5 0L.5 11.5M4.5 7.5L12 18",
  "-": "M2 9.5H10",
};

const SLIM: Record<string, [width: number, d: string]> = {
  "0": [8.4, "M4.2 0C1.2 0 0 4 0 9s1.2 9 4.2 9 4.2-4 4.2-9S7.2 0 4.2 0Z"],
  "1": [4.2, "M0 4L4.2 0V18"],
};

const GAP = 4.6;

/** A rank written around (x, y) so high, in the colour of the suit or of the text around it. */
export function write(text: string, x: number, y: number, height: number, weight = 3): string {
  const size = height / 18;
  let width = -GAP;
  const strokes = [...text].map((sign) => {
    // Between others a one is slim, and so is the nought of a ten: that has to fit into corners.
    const slim = text.length > 1 && (sign === "1" || text === "10") ? SLIM[sign] : undefined;
    const [wide, d] = slim ?? [12, GLYPHS[sign] ?? ""];
    const stroke = `<path transform="translate(${short(width + GAP)})" d="${d}"/>`;
    width += GAP + wide;
    return stroke;
  });
  const at = `translate(${short(x - (width * size) / 2)} ${short(y - height / 2)})`;
  return (
    `<g class="c-write" stroke-width="${weight}" transform="${at} scale(${short(size)})">` +
    `${strokes.join("")}</g>`
  );
}
