import { readFace } from "../cards/decks";
import type { Board } from "../lib/board";
import type { Choice } from "../lib/wire";
import type { Light, Touch } from ".";

/** The cards on the table that each capture takes, with their sum: "3 + 4 = 7". */
function captures(candidates: readonly Choice[], board: Board): Light[] {
  const table = new Map((board.table ?? []).map((piece) => [piece.id, piece.face]));
  const faces = new Map(Object.values(board).flat().map((piece) => [piece.id, piece.face]));
  const rank = (id: string) => readFace(faces.get(id) ?? "").rank;
  return candidates.flatMap((move) => {
    const pieces = (move.pieces ?? []).filter((id) => table.has(id));
    const card = move.pieces?.find((id) => !table.has(id));
    if (pieces.length === 0 || card === undefined) return [];
    return [{ pieces, text: `${pieces.map(rank).join(" + ")} = ${rank(card)}` }];
  });
}

export const scopa: Touch = { cloth: "scopa", lights: captures };
