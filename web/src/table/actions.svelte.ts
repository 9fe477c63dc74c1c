import { untrack } from "svelte";
import { getRules } from "../lib/api";
import type { GameInfo } from "../lib/http";
import type { Choice, Suggestion } from "../lib/wire";
import { HIDDEN, placeOf } from "../lib/board";
import { Picker } from "../lib/picker.svelte";
import { settings } from "../lib/settings.svelte";
import { commonBeginning, slotsOf } from "../lib/slots";
import type { Table } from "../lib/table.svelte";
import { capitalize } from "../words/capitalize";
import { t } from "../words/t.svelte";
import { Scene } from "./scene.svelte";

const MOST_CHOICES = 9; // those that have a key
const NEW_TURN_MS = 250; // in the first moment of a turn a tap was meant for something else

/** What a player does at a table: they pick and play, and learn why something is not possible. */
export class PlayerActions {
  readonly picker: Picker;
  readonly scene: Scene;
  ready = $state(false); // the turn is not brand new
  hint = $state(""); // whose turn it is, when it is not the player's
  hurries = $state(false); // what the others do is shown at once, until it is the player's turn
  #replaced = $state.raw({ picked: [] as string[], note: "" });
  #tip = $state.raw<{ move: Choice; suggestion: Suggestion } | null>(null); // what a bot would do
  #played: Choice[] | null = null; // what was possible when the last move was made
  #half = $state.raw<{ move: Choice; at: number; places: (string | undefined)[] } | null>(null);

  constructor(
    readonly table: Table,
    readonly game: () => GameInfo,
  ) {
    this.picker = new Picker(() => this.legal, {
      play: (move) => this.play(move),
      onImpossible: (pieces) => this.#explain(pieces),
      onReplaced: (before, now) => this.#noteReplaced(before, now),
      placeOf: (piece) => placeOf(this.table.board, piece),
      confirmation: () => settings.confirm,
      isDraw: () => {
        const draws = Object.values(this.game().stacks);
        return this.legal.every(({ verb, pieces }) => draws.includes(verb) && !pieces?.length);
      },
    });
    this.scene = new Scene(() => ({
      game: this.game(),
      view: table.view,
      board: table.board,
      seats: table.seats,
      seat: table.seat,
      toAct: table.toAct,
    }));

    // A new turn takes no input in its first moment. What is only told again is no new turn.
    const turn = $derived(table.legal.map((move) => move.text).join());
    $effect(() => {
      if (turn === "") return;
      this.ready = false;
      const timer = setTimeout(() => (this.ready = true), NEW_TURN_MS);
      return () => clearTimeout(timer);
    });

    // Who picks something else has read why it was not possible.
    $effect(() => {
      const { picked, named, wishes } = this.picker;
      if (picked.length === 0 && wishes.length === 0 && !named) return;
      this.hint = "";
      table.requests.refusal = null;
    });

    $effect(() => {
      if ((table.myTurn && !table.showing) || table.peek) this.hurries = false;
    });

    $effect(() => this.#clearStalePick());

    // What a bot would do is picked, as if the player had done so.
    $effect(() => {
      const { suggestion } = table.requests;
      if (suggestion) untrack(() => this.#show(suggestion));
    });
  }

  /** What was picked is let go when it cannot be meant any more. */
  #clearStalePick(): void {
    const { legal } = this.table;
    void this.table.log.latest;
    const { picked, named, wishes, verb } = this.picker;
    const isPossible = legal.some((move) => {
      if (named) return move === named;
      const isOfVerb = verb === "" || move.verb === verb;
      const hasAll = picked.every((piece) => move.pieces?.includes(piece));
      return isOfVerb && hasAll && wishes.every(({ key }) => slotsOf(move).has(key));
    });
    const isPicking = picked.length > 0 || wishes.length > 0 || verb !== "" || named;
    const isDone = this.#played !== null && legal.length > 0 && legal !== this.#played;
    if (isDone) this.#played = null;
    const waits = legal.length === 0 && this.table.requests.pending !== null;
    if (isPicking && (isDone || (!isPossible && !waits))) this.picker.clear();
  }

  /** What can be done now. */
  readonly legal: Choice[] = $derived.by(() => {
    const { myTurn, peek, frozen, requests, legal } = this.table;
    return myTurn && this.ready && !peek && !frozen && !requests.pending ? legal : [];
  });

  /**
   * The moves to choose from by name: what the pick can become, else those without pieces. Those
   * that are composed are not listed, nor those of a pick that needs more cards and can become many.
   */
  readonly choices: Choice[] = $derived.by(() => {
    const { picker } = this;
    const composed = new Set(picker.composable);
    const isListed = (move: Choice) => !composed.has(move);
    if (picker.picked.length === 0) return picker.withoutPieces.filter(isListed);
    if (this.needsMore) return [];
    const nearest = picker.complete.length > 0 ? picker.complete : picker.candidates;
    return nearest.filter(this.#isOther).filter(isListed).slice(0, MOST_CHOICES);
  });

  /** Whether the pick is no move yet, and can become too many to list. */
  get needsMore(): boolean {
    const { candidates, complete } = this.picker;
    return complete.length === 0 && candidates.length > MOST_CHOICES;
  }

  /** All that can be done, or all that the pick can become. */
  readonly allChoices: Choice[] = $derived.by(() => {
    const { picked, candidates } = this.picker;
    return picked.length === 0 ? this.legal : candidates.filter(this.#isOther);
  });

  /** What was chosen by its name keeps its place among the others. */
  readonly #isOther = (move: Choice): boolean =>
    move !== this.picker.meant || move === this.picker.named;

  /**
   * The cards of the player's last move, if it was the first half of something: they lie where they
   * lay, and the player is still to act.
   */
  readonly given: string[] = $derived.by(() => {
    const { table } = this;
    const half = this.#half;
    if (!half || !table.myTurn || table.requests.pending) return [];
    const isOver = table.log.lines.some(
      ({ number, seat = table.seat }) => number > half.at && seat !== table.seat,
    );
    const pieces = half.move.pieces ?? [];
    const isThere = pieces.every((piece, i) => placeOf(table.board, piece) === half.places[i]);
    return isThere && !isOver ? pieces : [];
  });

  /** Whether the player is to act: while the moves of the others are being shown, not yet. */
  readonly isNow: boolean = $derived.by(() => {
    const { myTurn, showing, seat, toAct } = this.table;
    return myTurn && (!showing || (seat !== null && toAct.includes(seat)));
  });

  readonly namesToAct: string = $derived.by(() =>
    joinNames(this.table.toAct.map((seat) => this.scene.nameOf(seat))),
  );

  /** Why not, in words. */
  readonly refused: string = $derived.by(
    () => this.hint || (this.table.requests.refusal?.text ?? ""),
  );

  /** Whether a bot may show what it would do: where all other players are bots. */
  get canAskBot(): boolean {
    const { seat, seats, phase, frozen } = this.table;
    const others = seats.filter((_, other) => other !== seat);
    return seat !== null && phase === "playing" && !frozen && others.every((each) => each.bot);
  }

  askBot(): void {
    if (this.canAskBot && this.legal.length > 0) this.table.requests.askBot();
  }

  #show(suggestion: Suggestion): void {
    const move = this.legal.find((each) => each.text === suggestion.move);
    if (!move) return;
    this.picker.show(move);
    this.#tip = { move, suggestion };
  }

  /** What a bot would do, as long as that is what the player means. */
  readonly suggestion: Suggestion | null = $derived.by(() =>
    this.#tip && this.#tip.move === this.picker.meant ? this.#tip.suggestion : null,
  );

  /** Whether it was a pick that was refused: then the rules help. */
  get isAboutPick(): boolean {
    return this.refused !== "" && this.table.myTurn;
  }

  /** What a bot would do, or that a card was picked in place of another one that fits as well. */
  readonly note: string = $derived.by(() => {
    if (this.suggestion) return this.suggestion.text ?? "";
    return this.#replaced.picked === this.picker.picked ? this.#replaced.note : "";
  });

  readonly labelOf = (move: Choice): string => move.label || move.text;

  /** What all moves of a verb do, in the words that their labels begin with. */
  verbLabel(verb: string): string {
    const moves = this.legal.filter((move) => move.verb === verb);
    const seats = moves.flatMap(({ slots = [] }) => slots.filter(([kind]) => kind === "seat"));
    const names = seats.map(([, seat]) => this.scene.nameOf(Number(seat)));
    const words = commonBeginning(moves.map(this.labelOf), names);
    return capitalize(words || verb.replaceAll("_", " "));
  }

  /** Show at once what the others do, or in its time again. */
  toggleHurry(): void {
    this.hurries = !this.hurries;
    this.table.skip();
  }

  play(move: Choice): void {
    if (!this.legal.includes(move)) return;
    this.hint = "";
    this.hurries = false;
    this.#played = this.table.legal;
    const { board, log } = this.table;
    const places = (move.pieces ?? []).map((piece) => placeOf(board, piece));
    this.#half = { move, at: log.lastNumber, places };
    this.table.move(move.text);
  }

  /** The anchor of the rule behind the last refusal, if the game has one for it. */
  async ruleOf(code: string): Promise<string | null> {
    const { name, page } = this.game();
    if (!page) return null;
    const key = `${name} ${settings.language}`;
    rulebooks[key] ??= getRules(name).then((book) => book.rules);
    const book = await rulebooks[key].catch(() => null);
    return book?.[code] ?? null;
  }

  /** Say why these pieces cannot be picked together: the server knows, if it can be asked. */
  #explain(pieces: string[]): void {
    const { table } = this;
    table.skip();
    table.requests.refusal = null;
    this.hint = "";
    if (table.seat === null || table.requests.pending || table.peek || table.frozen) return;
    if (!table.myTurn) {
      if (table.phase === "playing" && this.namesToAct && !table.toAct.includes(table.seat)) {
        this.hint = t("play-not-your-turn", { names: this.namesToAct });
      }
      return;
    }
    if (this.ready) table.requests.askWhy(pieces);
  }

  /** What a card is called. */
  spokenName(id: string): string {
    const place = placeOf(this.table.board, id);
    if (place === undefined) return "";
    const index = this.table.board[place]!.findIndex((piece) => piece.id === id);
    return this.scene.spokenName(this.table.board[place]![index]!, place, index);
  }

  #noteReplaced(before: string, now: string): void {
    // Only where cards of one hand go together could both have been meant.
    const names = { before: this.spokenName(before), now: this.spokenName(now) };
    const note = this.game().together ? t("play-instead", names) : "";
    this.#replaced = { picked: this.picker.picked, note };
  }

  /** What lies where, for a screen reader. */
  describeTable(): string {
    const { scene, table } = this;
    const places = Object.entries(table.board).flatMap(([place, pieces]) => {
      if (pieces.length === 0) return [];
      const open = pieces.filter((piece) => piece.face !== HIDDEN);
      const names = open.map((piece) => scene.faceName(piece.face));
      const isPile = /^(stock|deck|discard|pile)/.test(place);
      const count = t("table-cards", { n: pieces.length });
      const top = pieces.at(-1)!.face;
      let cards = count;
      if (isPile && top !== HIDDEN && scene.ownerOf(place) === null) {
        cards = `${count}, ${scene.faceName(top)}`;
      } else if (!isPile && open.length > 0) cards = joinNames(names);
      return [t("play-place-has", { place: scene.labelOf(place), cards })];
    });
    const names = this.namesToAct;
    const turn = names && t("play-turn-of", { names });
    return [...places, table.myTurn ? `${t("play-your-turn")}.` : turn].join(" ");
  }

  describeScore(): string {
    const scores = this.table.view?.scores ?? [];
    const lines = this.scene.teamsOrSeats.map((seats) => {
      const points = [...new Set(seats.map((seat) => scores[seat]))].join(" + ");
      return `${joinNames(seats.map((seat) => this.scene.nameOf(seat)))} ${points}`;
    });
    return t("play-score", { scores: lines.join(", ") });
  }
}

const rulebooks: Record<string, Promise<Record<string, string>>> = {};

/** "Ann, Bea and Cal". */
export function joinNames(names: string[]): string {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  return t("play-and", { some: names.slice(0, -1).join(", "), last });
}
