import type { Choice } from "./wire";

export interface Told {
  /** Play a move: it was meant, and confirmed. */
  play: (move: Choice) => void;
  /** These pieces cannot be picked together. */
  impossible: (chosen: string[]) => void;
  /** Where a piece lies: to pick another one there is a change of mind. */
  placeOf: (piece: string) => string | undefined;
  /** How a move that is meant is confirmed: not at all, by a second touch, or by a button only. */
  confirm: () => "never" | "touch" | "always";
}

/** Picking pieces until one move is meant. */
export class Pick {
  chosen = $state.raw<string[]>([]);
  named = $state.raw<Choice | null>(null); // a move that was chosen by its name

  readonly #isComplete = (move: Choice): boolean => move.pieces?.length === this.chosen.length;

  constructor(
    readonly legal: () => Choice[],
    readonly told: Told,
  ) {}

  /** The moves that the chosen pieces can still become, those that are complete first. */
  readonly candidates: Choice[] = $derived.by(() => {
    if (this.chosen.length === 0) return [];
    const touching = this.legal().filter((move) => includes(move, this.chosen));
    return [...touching.filter(this.#isComplete), ...touching.filter((m) => !this.#isComplete(m))];
  });

  /** The moves that are meant by exactly these pieces. */
  readonly meant: Choice[] = $derived(this.candidates.filter(this.#isComplete));

  /** The one move that is meant: by its name, by its pieces, or as the last one left. */
  readonly only: Choice | null = $derived.by(() => {
    if (this.named && this.legal().includes(this.named)) return this.named;
    const [one, ...more] = this.meant.length > 0 ? this.meant : this.candidates;
    return one && more.length === 0 ? one : null;
  });

  /** The moves that touch no piece. */
  readonly plain: Choice[] = $derived.by(() => this.legal().filter((m) => !m.pieces?.length));

  /** The pieces that can be picked next. */
  readonly pickable: Set<string> = $derived.by(() => {
    const from = this.chosen.length ? this.candidates : this.legal();
    return new Set(from.flatMap((move) => move.pieces ?? []));
  });

  /** The pieces of the move that is meant. */
  readonly wanted: Set<string> = $derived.by(() => new Set(this.only?.pieces));

  toggle(piece: string): void {
    const { chosen, only } = this;
    if (chosen.includes(piece)) {
      if (only && this.told.confirm() !== "always") this.told.play(only);
      else this.#choose(chosen.filter((other) => other !== piece));
    } else if (this.#isPossible([...chosen, piece])) {
      this.#choose([...chosen, piece]);
      if (this.told.confirm() === "never" && this.only && this.candidates.length === 1) {
        this.told.play(this.only);
      }
    } else if (this.#isPossible([piece]) && this.#isAnother(piece)) {
      this.#choose([piece]);
    } else {
      this.told.impossible([...chosen, piece]);
    }
  }

  /** Choose a move by its name. */
  name(move: Choice): void {
    if (this.told.confirm() === "always" && this.named !== move) this.named = move;
    else this.told.play(move);
  }

  clear(): void {
    this.#choose([]);
  }

  #choose(pieces: string[]): void {
    this.chosen = pieces;
    this.named = null;
  }

  #isPossible(pieces: string[]): boolean {
    return this.legal().some((move) => includes(move, pieces));
  }

  /** Whether this is picked in place of the only one that has been picked. */
  #isAnother(piece: string): boolean {
    const [first, ...more] = this.chosen;
    if (first === undefined || more.length > 0) return false;
    return this.told.placeOf(first) === this.told.placeOf(piece);
  }
}

function includes(move: Choice, pieces: readonly string[]): boolean {
  return pieces.every((piece) => move.pieces?.includes(piece));
}
