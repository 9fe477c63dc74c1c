import type { Notice, MovedCard, ViewData } from "./wire";

export interface Piece {
  id: string;
  face: string;
}

/** Where all cards lie, as far as has been shown: from bottom to top, place by place. */
export type Board = Record<string, Piece[]>;

export const HIDDEN = "??";

export function boardOf(view: ViewData | null): Board {
  if (!view) return {};
  return Object.fromEntries(
    Object.entries(view.places).map(([place, faces]) => [
      place,
      faces.map((face, at) => ({ id: view.pieces[place]?.[at] ?? `${place}.${at}`, face })),
    ]),
  );
}

/**
 * The board after some cards have moved. What comes to where another card has left lies in its
 * place. Which card left a hand that is held mixed is not told.
 */
export function afterMoves(board: Board, moves: readonly MovedCard[]): Board {
  const next: Record<string, (Piece | null)[]> = copyOf(board); // null is where a card was
  for (const move of moves) {
    const from = next[move.from] ?? [];
    const known = from.findIndex((piece) => piece?.id === move.piece);
    const at = known < 0 ? from.findLastIndex((piece) => piece !== null) : known;
    const left = from[at];
    if (left) from[at] = null;
    const id = move.becomes ?? move.piece ?? left?.id ?? `${move.to}+${next[move.to]?.length ?? 0}`;
    (next[move.to] ??= []).push({ id, face: move.card });
  }
  return Object.fromEntries(
    Object.entries(next).map(([place, all]) => {
      const before = board[place]?.length ?? 0;
      const came = all.slice(before).filter((piece) => piece !== null);
      const stayed = all.slice(0, before).map((piece) => piece ?? came.shift() ?? null);
      return [place, [...stayed, ...came].filter((piece) => piece !== null)];
    }),
  );
}

/** The board before these moves, which led to `end`. Nothing is known of faces that lay there. */
export function beforeMoves(end: Board, moves: readonly MovedCard[]): Board {
  const before = copyOf(end);
  for (const move of [...moves].reverse()) {
    const to = before[move.to] ?? [];
    const at = to.findIndex((piece) => piece.id === (move.becomes ?? move.piece));
    const [left] = to.splice(at < 0 ? to.length - 1 : at, 1);
    const place = (before[move.from] ??= []);
    place.push({ id: move.piece ?? left?.id ?? `${move.from}.${place.length}`, face: HIDDEN });
  }
  return before;
}

/** Whether these cards can have moved from where they lie: not when they were dealt anew. */
export function canFollow(board: Board, moves: readonly MovedCard[]): boolean {
  const found = new Set(Object.values(board).flatMap((pieces) => pieces.map((piece) => piece.id)));
  return moves.every((move) => {
    if (move.piece !== undefined && !found.has(move.piece)) return false;
    const id = move.becomes ?? move.piece;
    if (id !== undefined) found.add(id);
    return true;
  });
}

/**
 * The board with what all seats hold laid open, as a notice tells it in `hands`: a list of faces
 * for each seat. They hold it where as many cards lie, with the same faces as far as they are seen.
 */
export function withHands(board: Board, hands: readonly (readonly string[])[]): Board {
  for (const kind of seatKinds(board, hands.length)) {
    const places = hands.map((_, seat) => `${kind}:${seat}`);
    if (!places.some((place) => board[place])) continue;
    const opened = places.map((place, seat) => {
      const unknown = hands[seat]!.map((_, at) => ({ id: `${place}.${at}`, face: HIDDEN }));
      return opening(board[place] ?? unknown, hands[seat]!);
    });
    const open = opened.filter((pieces) => pieces !== null);
    if (open.length < hands.length) continue;
    return { ...board, ...Object.fromEntries(open.map((all, seat) => [places[seat]!, all])) };
  }
  return board;
}

/**
 * The board with what one seat holds laid open, if that is what these faces are: they hold as many
 * cards, with the same faces as far as they are seen, and none of them lies open elsewhere, such as
 * in a trick that the seat wins.
 */
export function withHand(board: Board, seat: number, hand: readonly string[]): Board {
  const kinds = seatKinds(board, Infinity).filter((kind) => kind !== "pile");
  for (const kind of kinds) {
    const place = `${kind}:${seat}`;
    const opened = board[place] && opening(board[place], hand);
    if (!opened) continue;
    const others = Object.keys(board).filter((other) => !other.startsWith(`${kind}:`));
    const open = others.flatMap((other) => board[other]!.map((piece) => piece.face));
    if (hand.some((face) => open.includes(face))) return board;
    return { ...board, [place]: opened };
  }
  return board;
}

/**
 * Cards with these faces; null if they cannot have them. What is seen already may be told in
 * another order: the rest is what lies face down.
 */
function opening(pieces: readonly Piece[], faces: readonly string[]): Piece[] | null {
  if (pieces.length !== faces.length) return null;
  const rest = [...faces];
  for (const { face } of pieces.filter((piece) => piece.face !== HIDDEN)) {
    const told = rest.indexOf(face);
    const at = told < 0 ? rest.indexOf(HIDDEN) : told;
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return pieces.map((piece) => (piece.face === HIDDEN ? { ...piece, face: rest.shift()! } : piece));
}

/** The board with those cards face down that lie so, where they are, at the end. */
export function withHidden(board: Board, end: Board): Board {
  return Object.fromEntries(
    Object.entries(board).map(([place, pieces]) => {
      const down = new Set(
        (end[place] ?? []).filter((piece) => piece.face === HIDDEN).map((piece) => piece.id),
      );
      return [place, pieces.map((each) => (down.has(each.id) ? { ...each, face: HIDDEN } : each))];
    }),
  );
}

/** The next board, with the objects of before for all that has not changed: they need no drawing. */
export function reuseUnchanged(next: Board, before: Board): Board {
  return Object.fromEntries(
    Object.entries(next).map(([place, pieces]) => {
      const old = before[place] ?? [];
      const same = new Map(old.map((piece) => [piece.id, piece]));
      const kept = pieces.map((piece) => {
        const was = same.get(piece.id);
        return was?.face === piece.face ? was : piece;
      });
      const isSame = kept.length === old.length && kept.every((piece, at) => piece === old[at]);
      return [place, isSame ? old : kept];
    }),
  );
}

export function placeOf(board: Board, id: string): string | undefined {
  return Object.keys(board).find((place) => board[place]!.some((piece) => piece.id === id));
}

/**
 * The kinds of places that belong to seats: "cup" if there is a "cup:0" or "cup:1", and none beyond
 * the last seat. Melds, which are counted from 1, are nobody's.
 */
export function seatKinds(board: Board, seats: number): string[] {
  const found: Record<string, number[]> = { hand: [], pile: [] };
  for (const place of Object.keys(board)) {
    const [, kind = "", number] = /^(.+):(\d+)$/.exec(place) ?? [];
    if (kind) (found[kind] ??= []).push(Number(number));
  }
  return Object.keys(found).filter(
    (kind) => kind !== "meld" && found[kind]!.every((number) => number < seats),
  );
}

/** "hand:2" is the hand of seat 2; "table" is nobody's. */
export function ownerOf(place: string, kinds: readonly string[]): number | null {
  const [, kind = "", seat] = /^(.+):(\d+)$/.exec(place) ?? [];
  return kinds.includes(kind) ? Number(seat) : null;
}

function copyOf(board: Board): Board {
  return Object.fromEntries(Object.entries(board).map(([place, pieces]) => [place, [...pieces]]));
}

/** The board as a notice tells it: with what all hold, or its player does, if it is laid open. */
export function asTold(board: Board, notice: Notice, faces: readonly string[]): Board {
  const { hands, seat } = notice;
  const isOpen = Array.isArray(hands) && hands.every((hand) => Array.isArray(hand));
  if (isOpen) return withHands(board, hands as string[][]);
  if (seat === undefined) return board;
  const areFaces = (field: unknown): field is string[] =>
    Array.isArray(field) && field.length > 0 && field.every((text: string) => faces.includes(text));
  return Object.values(notice)
    .filter(areFaces)
    .reduce((told, hand) => withHand(told, seat, hand), board);
}
