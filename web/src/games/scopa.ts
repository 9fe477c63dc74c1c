import { readFace } from "../cards/decks";
import type { Board } from "../lib/board";
import type { Choice } from "../lib/wire";
import { seatsWith, type Row } from "../table/tally";
import type { CardGroup, GameExtras } from ".";

/** The cards on the table that each capture takes, with their sum: "3 + 4 = 7". */
function captures(candidates: readonly Choice[], board: Board): CardGroup[] {
  const table = new Map((board.table ?? []).map((piece) => [piece.id, piece.face]));
  const faces = new Map(
    Object.values(board)
      .flat()
      .map((piece) => [piece.id, piece.face]),
  );
  const rank = (id: string) => readFace(faces.get(id) ?? "").rank;
  return candidates.flatMap((move) => {
    const pieces = (move.pieces ?? []).filter((id) => table.has(id));
    const card = move.pieces?.find((id) => !table.has(id));
    if (pieces.length === 0 || card === undefined) return [];
    return [{ pieces, text: `${pieces.map(rank).join(" + ")} = ${rank(card)}` }];
  });
}

const GIVES_A_POINT = ["count", "coins", "settebello", "values"]; // to who alone has the most

/** Marks what gave a point, if that explains the points of every seat; else nothing is marked. */
function gains(rows: Row[]): Row[] {
  const points = rows.find((row) => row.fact === "points")?.cells ?? [];
  const marked = rows.map((row): Row => {
    const counts = row.cells.map(Number);
    if (row.fact === "sweeps") return { ...row, gained: counts };
    if (!GIVES_A_POINT.includes(row.fact)) return row;
    const most = Math.max(...counts);
    const isAlone = counts.filter((count) => count === most).length === 1;
    return { ...row, gained: counts.map((count) => (isAlone && count === most ? 1 : 0)) };
  });
  const sum = (seat: number) => marked.reduce((all, { gained }) => all + (gained?.[seat] ?? 0), 0);
  return points.every((value, seat) => value === sum(seat)) ? marked : rows;
}

export const scopa: GameExtras = {
  felt: "scopa",
  groups: captures,
  explainPoints: gains,
  roundWinners: ({ points }) => seatsWith(points, Math.max),
};
