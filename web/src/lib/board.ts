import type { Moved, View } from "./wire";

export interface Piece {
  id: string;
  face: string;
}

/** Where all cards lie, as far as has been shown: from bottom to top, place by place. */
export type Board = Record<string, Piece[]>;

export const HIDDEN = "??";

export function boardOf(view: View | null): Board {
  if (!view) return {};
  return Object.fromEntries(
    Object.entries(view.places).map(([place, faces]) => [
      place,
      faces.map((face, at) => ({ id: view.pieces[place]?.[at] ?? `${place}.${at}`, face })),
    ]),
  );
}

/** The board after some cards have moved. Which card left a hand that is held mixed is not told. */
export function moved(board: Board, moves: readonly Moved[]): Board {
  const next: Board = Object.fromEntries(
    Object.entries(board).map(([place, pieces]) => [place, [...pieces]]),
  );
  for (const move of moves) {
    const from = move.from === null ? [] : (next[move.from] ?? []);
    const at = from.findIndex((piece) => piece.id === move.piece);
    const [left] = from.splice(at < 0 ? from.length - 1 : at, 1);
    if (move.to === null) continue;
    const id = move.becomes ?? move.piece ?? left?.id ?? `${move.to}+${next[move.to]?.length ?? 0}`;
    (next[move.to] ??= []).push({ id, face: move.card });
  }
  return next;
}

/** "hand:2" is the hand of seat 2; "table" is nobody's. */
export function owner(place: string): number | null {
  const seat = /^(?:hand|pile):(\d+)$/.exec(place)?.[1];
  return seat === undefined ? null : Number(seat);
}
