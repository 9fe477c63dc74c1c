import type { Choice } from "./wire";

export interface PickerHandlers {
  /** Play a move: it was meant, and confirmed. */
  play: (move: Choice) => void;
  /** These pieces cannot be picked together. */
  onImpossible: (pieces: string[]) => void;
  /** One piece was picked in place of another one: no move has both. */
  onReplaced: (before: string, now: string) => void;
  /** Where a piece lies: to pick another one there is a change of mind. */
  placeOf: (piece: string) => string | undefined;
  /** How a move that is meant is confirmed: not at all, by a second touch, or by a button only. */
  confirmation: () => "never" | "touch" | "always";
}

/** Picks pieces until one move is meant. */
export class Picker {
  picked = $state.raw<string[]>([]); // pieces
  named = $state.raw<Choice | null>(null); // a move that was chosen by its name

  readonly #handlers: PickerHandlers;
  readonly #isComplete = (move: Choice): boolean => move.pieces?.length === this.picked.length;

  constructor(
    readonly legal: () => Choice[],
    handlers: PickerHandlers,
  ) {
    this.#handlers = handlers;
  }

  /** The moves that the picked pieces can still become, those that are complete first. */
  readonly candidates: Choice[] = $derived.by(() => {
    if (this.picked.length === 0) return [];
    const found = this.legal().filter((move) => includes(move, this.picked));
    return [...found.filter(this.#isComplete), ...found.filter((m) => !this.#isComplete(m))];
  });

  /** The moves that have exactly the picked pieces. */
  readonly complete: Choice[] = $derived(this.candidates.filter(this.#isComplete));

  /** The one move that is meant: by its name, by its pieces, or as the last one left. */
  readonly meant: Choice | null = $derived.by(() => {
    if (this.named && this.legal().includes(this.named)) return this.named;
    const [one, ...more] = this.complete.length > 0 ? this.complete : this.candidates;
    return one && more.length === 0 ? one : null;
  });

  /** The moves that have no piece. */
  readonly withoutPieces: Choice[] = $derived.by(() =>
    this.legal().filter((m) => !m.pieces?.length),
  );

  /** The pieces that can be picked next. */
  readonly pickable: Set<string> = $derived.by(() => {
    const from = this.picked.length ? this.candidates : this.legal();
    return new Set(from.flatMap((move) => move.pieces ?? []));
  });

  /** The pieces that can be picked in place of the only one that has been picked. */
  readonly replacements: Set<string> = $derived.by(() => {
    if (this.picked.length !== 1) return new Set();
    const all = new Set(this.legal().flatMap((move) => move.pieces ?? []));
    return new Set([...all].filter((each) => !this.pickable.has(each) && this.#liesBeside(each)));
  });

  /** The pieces of the move that is meant. */
  readonly meantPieces: Set<string> = $derived.by(() => new Set(this.meant?.pieces));

  /** Pick a piece, or let it go. The second click of a double one undoes nothing. */
  toggle(piece: string, isDoubleClick = false): void {
    const { picked, meant } = this;
    if (picked.includes(piece)) {
      if (meant && this.#handlers.confirmation() !== "always") this.#handlers.play(meant);
      else if (!isDoubleClick) this.#pick(picked.filter((other) => other !== piece));
    } else if (this.#isPossible([...picked, piece])) {
      this.#pick([...picked, piece]);
      const isOnly = this.meant && this.candidates.length === 1;
      if (isOnly && this.#handlers.confirmation() === "never") this.#handlers.play(this.meant);
    } else if (this.replacements.has(piece)) {
      this.#pick([piece]);
      this.#handlers.onReplaced(picked[0]!, piece);
    } else {
      this.#handlers.onImpossible([...picked, piece]);
    }
  }

  /** Choose a move by its name, or let it go. What leaves no other choice is played at once. */
  choose(move: Choice, isDoubleClick = false): void {
    const confirmation = this.#handlers.confirmation();
    const isSecond = this.named === move || this.picked.length > 0;
    const isConfirmed = confirmation === "never" || (confirmation === "touch" && isSecond);
    if (isConfirmed || this.legal().length === 1) {
      this.#handlers.play(move);
    } else {
      this.named = this.named === move && !isDoubleClick ? null : move;
    }
  }

  /** Play the one move that is meant. */
  confirm(): void {
    if (this.meant) this.#handlers.play(this.meant);
  }

  clear(): void {
    this.#pick([]);
  }

  #pick(pieces: string[]): void {
    this.picked = pieces;
    this.named = null;
  }

  #isPossible(pieces: string[]): boolean {
    return this.legal().some((move) => includes(move, pieces));
  }

  /** Whether it lies where the first one lies that was picked. */
  #liesBeside(piece: string): boolean {
    return this.#handlers.placeOf(this.picked[0] ?? "") === this.#handlers.placeOf(piece);
  }
}

function includes(move: Choice, pieces: readonly string[]): boolean {
  return pieces.every((piece) => move.pieces?.includes(piece));
}
