import type { Choice } from "./wire";

/** Picking pieces until one move is meant. */
export class Pick {
  chosen = $state.raw<string[]>([]);

  readonly #isComplete = (move: Choice): boolean => move.pieces?.length === this.chosen.length;

  constructor(
    readonly legal: () => Choice[],
    readonly impossible: (chosen: string[]) => void,
  ) {}

  /** The moves that the chosen pieces can still become, those that are complete first. */
  readonly candidates: Choice[] = $derived.by(() => {
    if (this.chosen.length === 0) return [];
    const touching = this.legal().filter((move) => includes(move, this.chosen));
    return [...touching.filter(this.#isComplete), ...touching.filter((m) => !this.#isComplete(m))];
  });

  /** The moves that are meant by exactly these pieces. */
  readonly meant: Choice[] = $derived(this.candidates.filter(this.#isComplete));

  /** The moves that touch no piece. */
  readonly plain: Choice[] = $derived.by(() => this.legal().filter((m) => !m.pieces?.length));

  /** The pieces that can be picked next. */
  readonly pickable: Set<string> = $derived.by(() => {
    const from = this.chosen.length ? this.candidates : this.legal();
    return new Set(from.flatMap((move) => move.pieces ?? []));
  });

  /** The pieces that the only possible move still wants. */
  readonly wanted: Set<string> = $derived.by(() => {
    const [only, ...more] = this.candidates;
    return new Set(only && more.length === 0 ? only.pieces : []);
  });

  toggle(piece: string): void {
    const next = this.chosen.includes(piece)
      ? this.chosen.filter((other) => other !== piece)
      : [...this.chosen, piece];
    if (next.length === 0 || this.legal().some((move) => includes(move, next))) {
      this.chosen = next;
    } else if (this.legal().some((move) => includes(move, [piece]))) {
      this.impossible(next);
      this.chosen = [piece];
    } else {
      this.impossible(next);
    }
  }

  clear(): void {
    this.chosen = [];
  }
}

function includes(move: Choice, pieces: readonly string[]): boolean {
  return pieces.every((piece) => move.pieces?.includes(piece));
}
