import { deckOf } from "../cards/decks";
import type { Game } from "../lib/api";
import { HIDDEN, owner, type Board, type Piece } from "../lib/board";
import type { Pick } from "../lib/picker.svelte";
import type { Chair, Choice, Notice, Shown, View } from "../lib/wire";
import { t } from "../words/t.svelte";
import { touchOf, type Light } from "../games";

export interface Given {
  game: Game;
  view: View | null;
  board: Board;
  chairs: Chair[];
  seat: number | null; // whose side it is seen from; null is a spectator
  toAct: number[];
  deadline?: number | null | undefined; // of their turn, by Date.now()
  botIn?: Record<number, number> | undefined; // when a bot plays for who is away, by Date.now()
  pick?: Pick | undefined; // without it nothing can be picked
  peek?: { cards: Shown[] } | null | undefined;
  latest?: Notice | null | undefined;
  looks?: readonly Notice[] | undefined; // who looks at cards, or has since the last move
  covered?: boolean | undefined; // several people share the screen: the own hand is face down
  keep?: string | undefined; // under what key the owner's order of a hand is kept
  play?: ((move: Choice, again: boolean) => void) | undefined; // a tap on a stack can be a whole move
  named?: boolean | undefined; // whoever looks is nobody at this table: all have their names
  high?: number | undefined; // how high it should be, if not as high as the screen allows
}

/** What all parts of the felt want to know about the table. */
export class Scene {
  constructor(readonly given: () => Given) {}

  readonly game: Game = $derived.by(() => this.given().game);
  readonly view: View | null = $derived.by(() => this.given().view);
  readonly board: Board = $derived.by(() => this.given().board);
  readonly seat: number | null = $derived.by(() => this.given().seat);
  readonly pick: Pick | undefined = $derived.by(() =>
    this.given().covered ? undefined : this.given().pick,
  );
  readonly latest: Notice | null = $derived.by(() => this.given().latest ?? null);
  readonly deck = $derived.by(() => deckOf(this.game.faces));
  readonly touch = $derived.by(() => touchOf(this.game.name));
  readonly seats: number = $derived.by(
    () => this.view?.players.length ?? this.given().chairs.length,
  );

  /** Whether moves name cards by where they lie, so that their places in a hand matter. */
  readonly numbered: boolean = $derived.by(() =>
    Object.values(this.game.verbs).some((pattern) => /\{spots?\}/.test(pattern)),
  );

  /** What the moves that are still possible would take, with labels. */
  readonly lights: Light[] = $derived.by(
    () => this.touch.lights?.(this.pick?.candidates ?? [], this.board) ?? [],
  );

  readonly #peeked: Map<string, string> = $derived.by(
    () => new Map(this.given().peek?.cards.map((shown) => [shown.piece, shown.card])),
  );

  /** What was looked at, with the last look at it. */
  readonly #looks: Map<string, Notice> = $derived.by(() => {
    const looks = (this.given().looks ?? []).filter((notice) => notice.seat !== undefined);
    return new Map(
      looks.flatMap((notice) => (notice.shown ?? []).map(({ piece }) => [piece, notice] as const)),
    );
  });

  nameOf(seat: number): string {
    return this.given().chairs[seat]?.name || this.view?.players[seat] || t("felt-free-seat");
  }

  chairOf(seat: number): Chair {
    return this.given().chairs[seat] ?? {};
  }

  /** Whether that is who looks at the screen. */
  isYou(seat: number): boolean {
    return seat === this.seat && !this.given().named;
  }

  toAct(seat: number): boolean {
    return this.given().toAct.includes(seat);
  }

  at(place: string): Piece[] {
    return this.board[place] ?? [];
  }

  /** The face that lies up: a peeked card shows its own until the peek is over. */
  faceOf(piece: Piece, place: string): string {
    if (this.given().covered && this.seat !== null && place === `hand:${this.seat}`) return HIDDEN;
    return this.#peeked.get(piece.id) ?? piece.face;
  }

  /** The number of a card in a hand where places matter, counted from 1 as people do. */
  spotOf(place: string, index: number): number | null {
    return this.numbered && place.startsWith("hand:") ? index + 1 : null;
  }

  /** What a card is called, aloud. */
  spoken(piece: Piece, place: string, index: number): string {
    const face = this.faceOf(piece, place);
    const spot = this.spotOf(place, index);
    const seat = owner(place);
    if (spot === null || seat === null) {
      return face === HIDDEN ? t("felt-hidden") : (this.game.cards[face] ?? face);
    }
    const card = face === HIDDEN ? t("felt-face-down") : (this.game.cards[face] ?? face);
    if (this.isYou(seat)) return t("felt-your-spot", { n: spot, card });
    return t("felt-spot-of", { name: this.nameOf(seat), n: spot, card });
  }

  /** Who looks at a card now, as it is written on the card and as it is said. */
  lookerAt(piece: Piece | undefined): { short: string; long: string } | null {
    const notice = this.#looks.get(piece?.id ?? "");
    if (notice?.seat === undefined) return null;
    if (this.touch.othersLook?.(notice)) {
      return { short: t("felt-others"), long: t("felt-others-look") };
    }
    if (this.isYou(notice.seat)) return { short: t("felt-you"), long: t("felt-you-look") };
    const name = this.nameOf(notice.seat);
    return { short: name, long: t("felt-looks", { name }) };
  }

  /** What a place is called. */
  labelOf(place: string): string {
    const seat = owner(place);
    if (seat !== null) {
      const hand = place.startsWith("hand");
      if (this.isYou(seat)) return t(hand ? "felt-your-hand" : "felt-your-pile");
      return t(hand ? "felt-hand-of" : "felt-pile-of", { name: this.nameOf(seat) });
    }
    const [kind = "", n] = place.split(":");
    const whose = this.touch.ownerOf?.(place, this.view) ?? null;
    const what = this.#kindOf(kind, n ?? "");
    if (whose === null) return what;
    const name = this.isYou(whose) ? t("felt-you") : this.nameOf(whose);
    return t("felt-whose", { what, name });
  }

  #kindOf(kind: string, n: string): string {
    switch (kind) {
      case "table":
        return t("felt-place-table");
      case "stock":
        return t("felt-place-stock");
      case "deck":
        return t("felt-place-deck");
      case "discard":
        return t("felt-place-discard");
      case "pile":
        return t("felt-place-pile");
      case "taken":
        return t("felt-place-taken");
      case "meld":
        return t("felt-place-meld", { n });
      default:
        return `${kind.replaceAll("_", " ")} ${n}`.trim();
    }
  }

  /** The one move without pieces that a tap on a stack means, if there is one now. */
  moveAt(place: string): Choice | null {
    const verb = this.touch.taps?.[place];
    return this.pick?.plain.find((move) => move.verb === verb) ?? null;
  }

  /** Whether the move is chosen that a tap on this stack means. */
  isNamed(place: string): boolean {
    const move = this.moveAt(place);
    return move !== null && this.pick?.named === move;
  }

  /** Taps a card: part of a move, or a whole one; `again` is the second click of a double one. */
  tap(piece: Piece, place: string, again = false): void {
    const move = this.moveAt(place);
    if (move && this.given().play) this.given().play?.(move, again);
    else this.pick?.toggle(piece.id, again);
  }
}
