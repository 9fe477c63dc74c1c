import { compose, slotsOf, type Slot, type SlotValue, type Wish } from "./slots";
import type { Choice } from "./wire";

const FEW = 6; // moves with the same pieces that are clearer as buttons, one for each

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
  /** Whether all that can be done is to draw from one stack or another. */
  isDraw: () => boolean;
}

/** Picks pieces, players, ranks and numbers until one move is meant. */
export class Picker {
  picked = $state.raw<string[]>([]); // pieces
  wishes = $state.raw<Wish[]>([]); // the values of slots that were chosen, the latest last
  verb = $state.raw(""); // what is being composed, if it was said
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
    if (this.composable.length > 0) return this.#composed.move;
    const [one, ...more] = this.complete.length > 0 ? this.complete : this.candidates;
    return one && more.length === 0 ? one : null;
  });

  /** The moves that are composed value by value, because there are too many to list. */
  readonly composable: Choice[] = $derived.by(() => {
    if (this.picked.length > 0) {
      const { complete } = this;
      const isLong = complete.length > FEW || complete.some((move) => names(move, "seat", "rank"));
      return complete.length > 1 && complete.every(hasSlots) && isLong ? complete : [];
    }
    const found = this.withoutPieces.filter(hasSlots);
    return found.filter((move) => found.some((m) => m !== move && m.verb === move.verb));
  });

  /** The verbs that can be composed; where there are several, one of them is said or follows. */
  readonly verbs: string[] = $derived.by(() => verbsOf(this.composable));

  /** What is being composed: the moves of one verb, or of several until one of them is said. */
  readonly #inWork: Choice[] = $derived.by(() => {
    const { composable, verb, wishes } = this;
    if (this.verbs.includes(verb)) return composable.filter((move) => move.verb === verb);
    const fitting = composable.filter((move) =>
      wishes.every(({ key, value }) => slotsOf(move).get(key) === value),
    );
    return fitting.length > 0 ? fitting : composable;
  });

  readonly #composed: { slots: Slot[]; move: Choice | null } = $derived.by(() => {
    const verbs = verbsOf(this.#inWork);
    if (verbs.length !== 1) return { slots: [], move: null };
    return compose(
      this.composable.filter((move) => move.verb === verbs[0]),
      this.wishes,
    );
  });

  /** The slots to be filled now, and what is in them. */
  readonly slots: Slot[] = $derived.by(() => this.#composed.slots);

  /** The verb whose slots these are; "" if none is open. */
  readonly openVerb: string = $derived.by(() => (this.slots.length ? this.#inWork[0]!.verb : ""));

  /** The seats that can be chosen now, also in place of another one. */
  readonly seats: Set<number> = $derived.by(() => {
    const verbs = verbsOf(this.#inWork);
    const slots = this.composable.flatMap((m) => (verbs.includes(m.verb) ? (m.slots ?? []) : []));
    return new Set(slots.flatMap(([kind, value]) => (kind === "seat" ? [Number(value)] : [])));
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

  /**
   * Choose a move by its name, or let it go. What leaves no other choice is played at once, and so
   * is a draw: a tap says from where, and there is nothing else that could be meant.
   */
  choose(move: Choice, isDoubleClick = false): void {
    const confirmation = this.#handlers.confirmation();
    const isSecond = this.named === move || this.picked.length > 0;
    const isConfirmed = confirmation === "never" || (confirmation === "touch" && isSecond);
    if (isConfirmed || this.legal().length === 1 || this.#handlers.isDraw()) {
      this.#handlers.play(move);
    } else {
      this.wishes = [];
      this.named = this.named === move && !isDoubleClick ? null : move;
    }
  }

  /** Pick all of a move, so that it is the one that is meant. It is not played. */
  show(move: Choice): void {
    this.#pick(move.pieces ?? []);
    if (this.meant !== move) this.named = move;
  }

  /** Choose a value for a slot, or let it go. The second click of a double one undoes nothing. */
  want(key: string, value: SlotValue, isDoubleClick = false): void {
    const others = this.wishes.filter((wish) => wish.key !== key);
    const confirmation = this.#handlers.confirmation();
    if (this.wishes.some((wish) => wish.key === key && wish.value === value)) {
      if (this.meant && confirmation !== "always") this.#handlers.play(this.meant);
      else if (!isDoubleClick) this.wishes = others;
      return;
    }
    this.named = null;
    this.wishes = [...others, { key, value }];
    const hasNumber = this.slots.some((slot) => slot.kind === "n" && slot.values.length > 1);
    if (this.meant && confirmation === "never" && !hasNumber) this.#handlers.play(this.meant);
  }

  /** Choose a number: unlike other values it is not let go when it is chosen again. */
  count(key: string, value: number): void {
    this.named = null;
    this.wishes = [...this.wishes.filter((wish) => wish.key !== key), { key, value }];
  }

  /** Choose a player: for the slot that is still empty, or else the last one. */
  wantSeat(seat: number, isDoubleClick = false): void {
    const slots = this.slots.filter((slot) => slot.kind === "seat");
    const chosen = slots.find((slot) => slot.value === seat);
    const slot = chosen ?? slots.find((each) => each.value === null) ?? slots.at(-1);
    this.want(slot?.key ?? "seat", seat, isDoubleClick);
  }

  /** The slot that takes this rank now, if one does. */
  rankSlot(rank: string): Slot | undefined {
    return this.slots.find((slot) => slot.kind === "rank" && slot.values.includes(rank));
  }

  /** Begin to compose moves of this verb, or let it go. */
  open(verb: string): void {
    this.verb = this.openVerb === verb ? "" : verb;
    this.wishes = [];
    this.named = null;
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
    this.wishes = [];
    this.verb = "";
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

function hasSlots(move: Choice): boolean {
  return (move.slots?.length ?? 0) > 0;
}

function names(move: Choice, ...kinds: string[]): boolean {
  return move.slots?.some(([kind]) => kinds.includes(kind)) ?? false;
}

function verbsOf(moves: readonly Choice[]): string[] {
  return [...new Set(moves.map((move) => move.verb))];
}

function includes(move: Choice, pieces: readonly string[]): boolean {
  return pieces.every((piece) => move.pieces?.includes(piece));
}
