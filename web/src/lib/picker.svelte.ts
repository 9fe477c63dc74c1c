import type { Choice } from "./wire";

export interface Told {
  /** Play a move: it was meant, and confirmed. */
  play: (move: Choice) => void;
  /** These pieces cannot be picked together. */
  impossible: (chosen: string[]) => void;
  /** Where a piece lies: to pick another one there is a change of mind. */
  placeOf: (piece: string) => string | undefined;
  /** One piece was picked in place of another one: no move has both. */
  replaced: (before: string, now: string) => void;
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

  /** The pieces that can be picked in place of the only one that has been picked. */
  readonly instead: Set<string> = $derived.by(() => {
    if (this.chosen.length !== 1) return new Set();
    const all = new Set(this.legal().flatMap((move) => move.pieces ?? []));
    return new Set([...all].filter((each) => !this.pickable.has(each) && this.#isAnother(each)));
  });

  /** The pieces of the move that is meant. */
  readonly wanted: Set<string> = $derived.by(() => new Set(this.only?.pieces));

  /** Pick a piece, or let it go. The second click of a double one (`again`) undoes nothing. */
  toggle(piece: string, again = false): void {
    const { chosen, only } = this;
    if (chosen.includes(piece)) {
      if (only && this.told.confirm() !== "always") this.told.play(only);
      else if (!again) this.#choose(chosen.filter((other) => other !== piece));
    } else if (this.#isPossible([...chosen, piece])) {
      this.#choose([...chosen, piece]);
      if (this.told.confirm() === "never" && this.only && this.candidates.length === 1) {
        this.told.play(this.only);
      }
    } else if (this.instead.has(piece)) {
      this.#choose([piece]);
      this.told.replaced(chosen[0]!, piece);
    } else {
      this.told.impossible([...chosen, piece]);
    }
  }

  /** Choose a move by its name, or let it go. What leaves no other choice is played at once. */
  name(move: Choice, again = false): void {
    const confirm = this.told.confirm();
    const isSecond = this.named === move || this.chosen.length > 0;
    if (confirm === "never" || this.legal().length === 1 || (confirm === "touch" && isSecond)) {
      this.told.play(move);
    } else {
      this.named = this.named === move && !again ? null : move;
    }
  }

  /** Play the one move that is meant. */
  confirm(): void {
    if (this.only) this.told.play(this.only);
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

  /** Whether it lies where the first one lies that was picked. */
  #isAnother(piece: string): boolean {
    return this.told.placeOf(this.chosen[0] ?? "") === this.told.placeOf(piece);
  }
}

function includes(move: Choice, pieces: readonly string[]): boolean {
  return pieces.every((piece) => move.pieces?.includes(piece));
}
