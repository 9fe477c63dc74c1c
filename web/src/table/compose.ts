/** The text of a move, for asking why the pieces that were picked make none. */

import { HIDDEN, placeOf, type Board } from "../lib/board";
import type { Table } from "../lib/table.svelte";

interface PickedPiece {
  face: string;
  index: number;
  number: string; // of its place: 2 in "meld:2"
  isOwn: boolean;
}

/** The text of a move with these pieces, by the first pattern whose slots they fit. */
export function composeMove(
  verbs: Record<string, string>,
  table: Table,
  pieces: string[],
): string | null {
  const picked = pieces.flatMap((id) => pickedPiece(table.board, id, table.seat));
  picked.sort((one, other) => Number(other.isOwn) - Number(one.isOwn)); // the player's own first
  const sorted = (text: string) => text.toLowerCase().split(" ").sort().join(" ");
  const legal = new Set(table.legal.map((move) => sorted(move.text)));
  for (const pattern of Object.values(verbs)) {
    const text = fillPattern(pattern, picked);
    // What is possible with other pieces must not happen by asking about these.
    if (text !== null && !legal.has(sorted(text))) return text;
  }
  return null;
}

function pickedPiece(board: Board, id: string, seat: number | null): PickedPiece[] {
  const place = placeOf(board, id);
  if (place === undefined) return [];
  const index = board[place]!.findIndex((piece) => piece.id === id);
  const number = place.split(":")[1] ?? "";
  return [{ face: board[place]![index]!.face, index, number, isOwn: place === `hand:${seat}` }];
}

function fillPattern(pattern: string, picked: readonly PickedPiece[]): string | null {
  const parts = pattern.split(" ");
  const rest = [...picked];
  const isSingle = (part: string) => part === "{card}" || part === "{spot}";
  const isSeveral = (part: string) => part === "{cards}" || part === "{spots}";
  const hasNumber = parts.includes("{n}");
  if (!parts.some((part) => isSingle(part) || isSeveral(part))) return null;
  const words: string[] = [];
  for (const [at, part] of parts.entries()) {
    const left = parts.slice(at + 1).filter(isSingle);
    const count = isSeveral(part) ? rest.length - left.length : 1;
    if (part === "{n}") {
      const next = rest[0];
      if (!next || next.isOwn || next.number === "") return null;
      words.push(next.number);
      if (left.length === 0) rest.shift();
    } else if (part.startsWith("{")) {
      const taken = rest.splice(0, count);
      if (count < 1 || taken.length < count) return null;
      const isFace = part.startsWith("{card");
      if (isFace && taken.some((piece) => piece.face === HIDDEN)) return null;
      if (!isFace && !hasNumber && taken.some((piece) => !piece.isOwn)) return null;
      words.push(...taken.map((piece) => (isFace ? piece.face : String(piece.index))));
    } else {
      words.push(part);
    }
  }
  return rest.length === 0 ? words.join(" ") : null;
}
