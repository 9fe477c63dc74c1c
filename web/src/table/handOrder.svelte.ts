import { order as orders } from "../cards/decks";
import type { Piece } from "../lib/board";
import { load, save } from "../lib/storage";
import { arranged, movedTo } from "./layout";

type Sort = "suit" | "rank";

interface Kept {
  order: string[];
  sort: Sort | null; // how a new deal is sorted, until the owner moves a card himself
}

const MOST = 20; // hands of this many matches are remembered

/** The order in which the owner of a hand wants to see it: his own, and kept in this browser. */
export class HandOrder {
  #kept: Kept;
  #order = $state.raw<string[]>([]);

  constructor(
    readonly key: string,
    readonly faces: readonly string[],
  ) {
    this.#kept = load<Record<string, Kept>>("hands", {})[key] ?? { order: [], sort: null };
    this.#order = this.#kept.order;
  }

  of(pieces: readonly Piece[]): Piece[] {
    const known = new Set(this.#order);
    const dealt = pieces.length > 1 && !pieces.some((piece) => known.has(piece.id));
    if (dealt && this.#kept.sort) return this.#sorted(pieces, this.#kept.sort);
    return arranged(pieces, this.#order);
  }

  sort(pieces: readonly Piece[], by: Sort): void {
    this.#keep(this.#sorted(pieces, by), by);
  }

  /** Moves a card of the hand as it is seen. */
  move(seen: readonly Piece[], from: number, to: number): void {
    this.#keep(movedTo(seen, from, to), null);
  }

  #sorted(pieces: readonly Piece[], by: Sort): Piece[] {
    const { bySuit, byRank } = orders(this.faces);
    const compare = by === "suit" ? bySuit : byRank;
    return [...pieces].sort((one, other) => compare(one.face, other.face));
  }

  #keep(seen: readonly Piece[], sort: Sort | null): void {
    this.#order = seen.map((piece) => piece.id);
    this.#kept = { order: this.#order, sort };
    const { [this.key]: _, ...others } = load<Record<string, Kept>>("hands", {});
    const newest = Object.entries(others).slice(1 - MOST);
    save("hands", Object.fromEntries([...newest, [this.key, this.#kept]]));
  }
}
