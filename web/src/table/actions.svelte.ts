import { rules, type Game } from "../lib/api";
import { HIDDEN, owner, placeOf, type Board } from "../lib/board";
import { Pick } from "../lib/picker.svelte";
import { settings } from "../lib/settings.svelte";
import type { Table } from "../lib/table.svelte";
import type { Choice, Refused } from "../lib/wire";
import { t } from "../words/t.svelte";
import { touchOf } from "../games";
import { Scene } from "./scene.svelte";

const HOLD = 250; // milliseconds of a new turn in which a tap was meant for something else
const MOST_NAMED = 5;
const MOST_TRIED = 3;

/** What the server was asked about: whether these pieces can be picked. */
interface Asked {
  words: string; // what was picked
  possible: Choice[]; // instead of it, the nearest first
}

/** What a person does at a table: picks, plays, and hears why not. */
export class Acting {
  readonly pick: Pick;
  readonly scene: Scene;
  ready = $state(false); // the turn is not brand new
  hint = $state(""); // about a pick for which there is no move at all
  hurries = $state(false); // what the others do is shown at once, until it is one's turn
  #asked = $state.raw<Asked | null>(null);
  #replaced = $state.raw({ chosen: [] as string[], note: "" });
  #played: Choice[] | null = null; // what was possible when the last move was made

  constructor(
    readonly table: Table,
    readonly game: () => Game,
  ) {
    this.pick = new Pick(() => this.legal, {
      play: (move) => this.play(move),
      impossible: (chosen) => this.#explain(chosen),
      replaced: (before, now) => this.#sayReplaced(before, now),
      placeOf: (piece) => placeOf(this.table.board, piece),
      confirm: () => settings.confirm,
    });
    this.scene = new Scene(() => ({
      game: this.game(),
      view: table.view,
      board: table.board,
      chairs: table.chairs,
      seat: table.seat,
      toAct: table.toAct,
    }));

    // A new turn takes no input in its first moment. What is only told again is no new turn.
    const turn = $derived(table.legal.map((move) => move.text).join());
    $effect(() => {
      if (turn === "") return;
      this.ready = false;
      const timer = setTimeout(() => (this.ready = true), HOLD);
      return () => clearTimeout(timer);
    });

    // Whoever picks something else has read why it was not possible.
    $effect(() => {
      if (this.pick.chosen.length === 0 && !this.pick.named) return;
      this.hint = "";
      table.refusal = null;
    });

    $effect(() => {
      if ((table.myTurn && !table.showing) || table.peek) this.hurries = false;
    });

    // What was picked is let go when it cannot be meant any more.
    $effect(() => {
      const { legal } = table;
      void table.latest;
      const { chosen, named } = this.pick;
      const isPossible = legal.some((move) =>
        named ? move === named : chosen.every((piece) => move.pieces?.includes(piece)),
      );
      const isDone = this.#played !== null && legal.length > 0 && legal !== this.#played;
      if (isDone) this.#played = null;
      const waits = legal.length === 0 && table.pending !== null;
      if ((chosen.length > 0 || named) && (isDone || (!isPossible && !waits))) this.pick.clear();
    });
  }

  /** What can be done now. */
  readonly legal: Choice[] = $derived.by(() => {
    const { myTurn, peek, frozen, pending, legal } = this.table;
    return myTurn && this.ready && !peek && !frozen && !pending ? legal : [];
  });

  /** The moves to choose from by name: what the pick can become, else those without pieces. */
  readonly choices: Choice[] = $derived.by(() => {
    const { pick } = this;
    if (pick.chosen.length === 0) return pick.plain;
    const near = pick.meant.length > 0 ? pick.meant : pick.candidates;
    return near.filter(this.#isOther).slice(0, 9);
  });

  /** All that can be done, or all that the pick can become. */
  readonly allChoices: Choice[] = $derived.by(() => {
    const { chosen, candidates } = this.pick;
    return chosen.length === 0 ? this.legal : candidates.filter(this.#isOther);
  });

  /** What was chosen by its name keeps its place among the others. */
  readonly #isOther = (move: Choice): boolean =>
    move !== this.pick.only || move === this.pick.named;

  readonly names: string = $derived.by(() =>
    listed(this.table.toAct.map((seat) => this.scene.nameOf(seat))),
  );

  /** Why not, in words. The server writes moves as they are typed: here they are said. */
  readonly refused: string = $derived.by(() => {
    const { refusal } = this.table;
    if (this.hint || !refusal) return this.hint;
    return this.#asked ? said(refusal, this.#asked, this.labelOf) : refusal.text;
  });

  /** Whether it was a pick that was refused: then the rules help. */
  get isAboutPick(): boolean {
    return this.refused !== "" && (this.#asked !== null || this.table.myTurn);
  }

  /** That a card was picked in place of another one, where both could have been meant. */
  readonly note: string = $derived.by(() =>
    this.#replaced.chosen === this.pick.chosen ? this.#replaced.note : "",
  );

  readonly labelOf = (move: Choice): string =>
    touchOf(this.table.game).labelOf?.(move, this.table.view) ?? (move.label || move.text);

  /** Shows what the others do at once, or in its time again. */
  hurry(): void {
    this.hurries = !this.hurries;
    this.table.skip();
  }

  play(move: Choice): void {
    if (!this.legal.includes(move)) return;
    this.hint = "";
    this.hurries = false;
    this.#played = this.table.legal;
    this.table.move(move.text);
  }

  /** The anchor of the rule behind the last refusal, if the game has one for it. */
  async ruleOf(code: string): Promise<string | null> {
    const { name, page } = this.game();
    if (!page) return null;
    rulebooks[`${name} ${settings.language}`] ??= rules(name).then((book) => book.rules);
    const book = await rulebooks[`${name} ${settings.language}`]!.catch(() => null);
    return book?.[code] ?? null;
  }

  /** Say why these pieces cannot be picked together: the server knows, if it can be asked. */
  #explain(chosen: string[]): void {
    const { table } = this;
    table.skip();
    table.refusal = this.#asked = null;
    this.hint = "";
    if (table.seat === null || table.pending || table.peek || table.frozen) return;
    if (!table.myTurn) {
      if (table.phase === "playing" && this.names && !table.toAct.includes(table.seat)) {
        this.hint = t("play-not-your-turn", { names: this.names });
      }
      return;
    }
    if (!this.ready) return;
    const stack = this.#moveOfStack(chosen.at(-1));
    const move = stack?.move ?? composed(this.game().verbs, table, chosen);
    if (move === null) {
      this.hint = this.#whatCan();
      return;
    }
    const shared = ({ pieces }: Choice) => chosen.filter((each) => pieces?.includes(each)).length;
    const possible = [...table.legal].sort((one, other) => shared(other) - shared(one));
    const words = stack?.words ?? listed(chosen.map((piece) => this.#spoken(piece)));
    this.#asked = { words, possible };
    table.why(move);
  }

  /** The move that a tap on this stack would mean, if it were possible. */
  #moveOfStack(piece: string | undefined): { move: string; words: string } | null {
    const place = placeOf(this.table.board, piece ?? "") ?? "";
    const verb = touchOf(this.table.game).taps?.[place];
    const move = verb && this.game().verbs[verb];
    if (!move || this.table.legal.some((each) => each.verb === verb)) return null;
    return { move, words: this.scene.labelOf(place) };
  }

  #spoken(id: string): string {
    const place = placeOf(this.table.board, id);
    if (place === undefined) return "";
    const at = this.table.board[place]!.findIndex((piece) => piece.id === id);
    return this.scene.spoken(this.table.board[place]![at]!, place, at);
  }

  #sayReplaced(before: string, now: string): void {
    // Only where cards of one hand go together could both have been meant.
    const together = Object.values(this.game().verbs).some((it) =>
      /^[^{]*\{(card|spot)s\}/.test(it),
    );
    const names = { before: this.#spoken(before), now: this.#spoken(now) };
    const note = together ? t("play-instead", names) : "";
    this.#replaced = { chosen: this.pick.chosen, note };
  }

  #whatCan(): string {
    const { pick, table, scene } = this;
    const named = Object.entries(table.board).flatMap(([place, pieces]) =>
      pieces.flatMap((piece, at) =>
        pick.pickable.has(piece.id) ? [scene.spoken(piece, place, at)] : [],
      ),
    );
    const few = [...new Set(named)].slice(0, MOST_NAMED);
    const can = few.length
      ? t("play-can-pick", { names: few.join(t("play-or")) })
      : t("play-can-choose", { names: pick.plain.map(this.labelOf).join(", ") });
    return `${t("play-cannot-pick")} ${can}`;
  }

  /** What lies where, for the ear. */
  tableInWords(): string {
    const { scene, table } = this;
    const places = Object.entries(table.board).flatMap(([place, pieces]) => {
      if (pieces.length === 0) return [];
      const open = pieces.filter((piece) => piece.face !== HIDDEN);
      const spoken = open.map((piece) => scene.game.cards[piece.face] ?? piece.face);
      const isPile = /^(stock|deck|discard|pile)/.test(place);
      const count = t("felt-cards", { n: pieces.length });
      const top = pieces.at(-1)!.face;
      let cards = count;
      if (isPile && top !== HIDDEN && owner(place) === null) {
        cards = `${count}, ${scene.game.cards[top] ?? top}`;
      } else if (!isPile && open.length > 0) cards = listed(spoken);
      return [t("play-place-has", { place: scene.labelOf(place), cards })];
    });
    const { names } = this;
    const turn = names && t("play-turn-of", { names });
    return [...places, table.myTurn ? `${t("play-your-turn")}.` : turn].join(" ");
  }

  scoreInWords(): string {
    const scores = this.table.view?.scores ?? [];
    const lines = scores.map((score, seat) => `${this.scene.nameOf(seat)} ${score}`);
    return t("play-score", { scores: lines.join(", ") });
  }
}

const rulebooks: Record<string, Promise<Record<string, string>>> = {};

/** "Ann, Bea and Cal". */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  return t("play-and", { some: names.slice(0, -1).join(", "), last });
}

/** "throw the die" begins a line as "Throw the die". */
export function headline(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A refusal with words in place of the notation: of what was picked, and of what is possible. */
function said(refused: Refused, { words, possible }: Asked, label: (m: Choice) => string): string {
  const quoted = (what: string) => t("play-quoted", { what });
  const tried = possible.slice(0, MOST_TRIED).map((each) => quoted(label(each)));
  const { text, legal } = refused.arguments ?? {};
  if (!text || !legal) return refused.text;
  return refused.text
    .replace(legal, () => tried.join(t("play-or")))
    .replace(text, () => quoted(headline(words)));
}

interface Picked {
  face: string;
  index: number;
  number: string; // of its place: 2 in "meld:2"
  mine: boolean;
}

/** The text of a move with these pieces, by the first pattern whose slots they fit. */
function composed(verbs: Record<string, string>, table: Table, chosen: string[]): string | null {
  const picked = chosen.flatMap((id) => pickedOf(table.board, id, table.seat));
  picked.sort((one, other) => Number(other.mine) - Number(one.mine)); // one's own first
  const sorted = (text: string) => text.toLowerCase().split(" ").sort().join(" ");
  const legal = new Set(table.legal.map((move) => sorted(move.text)));
  for (const pattern of Object.values(verbs)) {
    const text = filled(pattern, picked);
    // What is possible with other pieces must not happen by asking about these.
    if (text !== null && !legal.has(sorted(text))) return text;
  }
  return null;
}

function pickedOf(board: Board, id: string, seat: number | null): Picked[] {
  const place = placeOf(board, id);
  if (place === undefined) return [];
  const index = board[place]!.findIndex((piece) => piece.id === id);
  const number = place.split(":")[1] ?? "";
  return [{ face: board[place]![index]!.face, index, number, mine: place === `hand:${seat}` }];
}

function filled(pattern: string, picked: readonly Picked[]): string | null {
  const parts = pattern.split(" ");
  const rest = [...picked];
  const isSingle = (part: string) => part === "{card}" || part === "{spot}";
  const isSeveral = (part: string) => part === "{cards}" || part === "{spots}";
  const hasNumber = parts.includes("{n}");
  if (!parts.some((part) => isSingle(part) || isSeveral(part))) return null;
  const words: string[] = [];
  for (const [at, part] of parts.entries()) {
    const left = parts.slice(at + 1).filter(isSingle);
    const count = isSeveral(part) ? rest.length - left.length : 1;
    if (part === "{n}") {
      const of = rest[0];
      if (!of || of.mine || of.number === "") return null;
      words.push(of.number);
      if (left.length === 0) rest.shift();
    } else if (part.startsWith("{")) {
      const taken = rest.splice(0, count);
      if (count < 1 || taken.length < count) return null;
      const isFace = part.startsWith("{card");
      if (isFace && taken.some((piece) => piece.face === HIDDEN)) return null;
      if (!isFace && !hasNumber && taken.some((piece) => !piece.mine)) return null;
      words.push(...taken.map((piece) => (isFace ? piece.face : String(piece.index))));
    } else {
      words.push(part);
    }
  }
  return rest.length === 0 ? words.join(" ") : null;
}
