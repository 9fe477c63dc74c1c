import { sortOrders } from "../cards/decks";
import type { Piece } from "../lib/board";
import { load, save } from "../lib/storage";
import { inOrder, withMoved } from "./layout";

type Sort = "suit" | "rank";

interface SavedOrder {
  order: string[];
  sort: Sort | null; // how a new deal is sorted, until the owner moves a card
}

const MAX_HANDS = 20;

/** The order in which the owner of a hand wants to see it, kept in this browser. */
export class HandOrder {
  #saved: SavedOrder;
  #order = $state.raw<string[]>([]);

  constructor(
    readonly key: string,
    readonly faces: readonly string[],
  ) {
    this.#saved = load<Record<string, SavedOrder>>("hands", {})[key] ?? { order: [], sort: null };
    this.#order = this.#saved.order;
  }

  of(pieces: readonly Piece[]): Piece[] {
    const known = new Set(this.#order);
    const dealt = pieces.length > 1 && !pieces.some((piece) => known.has(piece.id));
    if (dealt && this.#saved.sort) return this.#sorted(pieces, this.#saved.sort);
    return inOrder(pieces, this.#order);
  }

  sort(pieces: readonly Piece[], by: Sort): void {
    this.#save(this.#sorted(pieces, by), by);
  }

  /** Moves a card of the hand as it is seen. */
  move(seen: readonly Piece[], from: number, to: number): void {
    this.#save(withMoved(seen, from, to), null);
  }

  #sorted(pieces: readonly Piece[], by: Sort): Piece[] {
    const { bySuit, byRank } = sortOrders(this.faces);
    const compare = by === "suit" ? bySuit : byRank;
    return [...pieces].sort((one, other) => compare(one.face, other.face));
  }

  #save(seen: readonly Piece[], sort: Sort | null): void {
    this.#order = seen.map((piece) => piece.id);
    this.#saved = { order: this.#order, sort };
    const { [this.key]: _, ...others } = load<Record<string, SavedOrder>>("hands", {});
    const newest = Object.entries(others).slice(1 - MAX_HANDS);
    save("hands", Object.fromEntries([...newest, [this.key, this.#saved]]));
  }
}
