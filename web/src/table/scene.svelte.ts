import { deckOf } from "../cards/decks";
import type { GameInfo } from "../lib/http";
import type { Choice, Notice, SeatInfo, ShownCard, ViewData } from "../lib/wire";
import { HIDDEN, ownerOf, type Board, type Piece } from "../lib/board";
import type { Picker } from "../lib/picker.svelte";
import { t } from "../words/t.svelte";
import { extrasOf } from "../games";

/** Cards that belong together, and what is written at them. */
interface CardGroup {
  pieces: string[];
  text: string;
}

export interface SceneProps {
  game: GameInfo;
  view: ViewData | null;
  board: Board;
  seats: SeatInfo[];
  seat: number | null; // whose side it is seen from; null is a spectator
  toAct: number[];
  deadline?: number | null | undefined; // of their turn, by Date.now()
  botAt?: Record<number, number> | undefined; // when a bot plays for who is away, by Date.now()
  picker?: Picker | undefined; // without it nothing can be picked
  peek?: { cards: ShownCard[] } | null | undefined;
  latest?: Notice | null | undefined;
  looks?: readonly Notice[] | undefined; // who looks at cards, or has since the last move
  covered?: boolean | undefined; // several people share the screen: the own hand is face down
  orderKey?: string | undefined; // under what key the owner's order of a hand is kept
  choose?: ((move: Choice, isDoubleClick: boolean) => void) | undefined; // by a tap on a stack
  isOnlooker?: boolean | undefined; // nobody at this screen sits here: all have their names
  height?: number | undefined; // as it should be, if that is not as high as the screen allows
}

/** What all parts of the felt want to know about the table. */
export class Scene {
  constructor(readonly props: () => SceneProps) {}

  readonly game: GameInfo = $derived.by(() => this.props().game);
  readonly view: ViewData | null = $derived.by(() => this.props().view);
  readonly board: Board = $derived.by(() => this.props().board);
  readonly seat: number | null = $derived.by(() => this.props().seat);
  readonly picker: Picker | undefined = $derived.by(() =>
    this.props().covered ? undefined : this.props().picker,
  );
  readonly latest: Notice | null = $derived.by(() => this.props().latest ?? null);
  readonly deck = $derived.by(() => deckOf(this.game.faces));
  readonly extras = $derived.by(() => extrasOf(this.game.name));
  readonly seatCount: number = $derived.by(
    () => this.view?.players.length ?? this.props().seats.length,
  );

  /** What the moves that are still possible would take, if they are short enough to be written. */
  readonly groups: CardGroup[] = $derived.by(() => {
    const own = new Set(this.board[`hand:${this.seat}`]?.map((piece) => piece.id));
    return (this.picker?.candidates ?? []).flatMap(({ pieces = [], short: text }) =>
      text ? [{ pieces: pieces.filter((id) => !own.has(id)), text }] : [],
    );
  });

  readonly #peeked: Map<string, string> = $derived.by(
    () => new Map(this.props().peek?.cards.map(({ piece = "", card }) => [piece, card])),
  );

  /** What was looked at, with the last look at it. */
  readonly #looks: Map<string, Notice> = $derived.by(() => {
    const looks = (this.props().looks ?? []).filter((notice) => notice.seat !== undefined);
    return new Map(
      looks.flatMap((notice) =>
        (notice.shown ?? []).map(({ piece = "" }) => [piece, notice] as const),
      ),
    );
  });

  nameOf(seat: number): string {
    return this.props().seats[seat]?.name || this.view?.players[seat] || t("table-free-seat");
  }

  infoOf(seat: number): SeatInfo {
    return this.props().seats[seat] ?? {};
  }

  /** Whether that is the player at this screen. */
  isYou(seat: number): boolean {
    return seat === this.seat && !this.props().isOnlooker;
  }

  toAct(seat: number): boolean {
    return this.props().toAct.includes(seat);
  }

  piecesAt(place: string): Piece[] {
    return this.board[place] ?? [];
  }

  /** The face that lies up: a peeked card shows its own until the peek is over. */
  faceOf(piece: Piece, place: string): string {
    if (this.props().covered && this.seat !== null && place === `hand:${this.seat}`) return HIDDEN;
    return this.#peeked.get(piece.id) ?? piece.face;
  }

  /** The number of a card in a hand where places matter, counted from 1 as people do. */
  spotOf(place: string, index: number): number | null {
    return this.game.spots && place.startsWith("hand:") ? index + 1 : null;
  }

  /** What a card is called, aloud. */
  spokenName(piece: Piece, place: string, index: number): string {
    const face = this.faceOf(piece, place);
    const spot = this.spotOf(place, index);
    const seat = ownerOf(place);
    if (spot === null || seat === null) {
      return face === HIDDEN ? t("table-hidden") : (this.game.cards[face] ?? face);
    }
    const card = face === HIDDEN ? t("table-face-down") : (this.game.cards[face] ?? face);
    if (this.isYou(seat)) return t("table-your-spot", { n: spot, card });
    return t("table-spot-of", { name: this.nameOf(seat), n: spot, card });
  }

  /** Who looks at a card now, as it is written on the card and as it is said. */
  lookerAt(piece: Piece | undefined): { short: string; long: string } | null {
    const notice = this.#looks.get(piece?.id ?? "");
    if (notice?.seat === undefined) return null;
    if (this.extras.othersLook?.(notice)) {
      return { short: t("table-others"), long: t("table-others-look") };
    }
    if (this.isYou(notice.seat)) return { short: t("you"), long: t("table-you-look") };
    const name = this.nameOf(notice.seat);
    return { short: name, long: t("table-looks", { name }) };
  }

  /** What a place is called. */
  labelOf(place: string): string {
    const seat = ownerOf(place);
    if (seat !== null) {
      const hand = place.startsWith("hand");
      if (this.isYou(seat)) return t(hand ? "table-your-hand" : "table-your-pile");
      return t(hand ? "table-hand-of" : "table-pile-of", { name: this.nameOf(seat) });
    }
    const [kind = "", n] = place.split(":");
    const whose = this.extras.ownerOf?.(place, this.view) ?? null;
    const what = this.#kindOf(kind, n ?? "");
    if (whose === null) return what;
    const name = this.isYou(whose) ? t("you") : this.nameOf(whose);
    return t("table-whose", { what, name });
  }

  #kindOf(kind: string, n: string): string {
    switch (kind) {
      case "table":
        return t("table-place-table");
      case "stock":
        return t("table-place-stock");
      case "deck":
        return t("table-place-deck");
      case "discard":
        return t("table-place-discard");
      case "pile":
        return t("table-place-pile");
      case "taken":
        return t("table-place-taken");
      case "meld":
        return t("table-place-meld", { n });
      default:
        return `${kind.replaceAll("_", " ")} ${n}`.trim();
    }
  }

  /** The one move without pieces that a tap on a stack means, if there is one now. */
  stackMove(place: string): Choice | null {
    const verb = this.game.stacks[place];
    return this.picker?.withoutPieces.find((move) => move.verb === verb) ?? null;
  }

  /** Whether the move is chosen that a tap on this stack means. */
  isStackChosen(place: string): boolean {
    const move = this.stackMove(place);
    return move !== null && this.picker?.named === move;
  }

  /** Taps a card: part of a move, or a whole one. */
  tap(piece: Piece, place: string, isDoubleClick = false): void {
    const move = this.stackMove(place);
    if (move && this.props().choose) this.props().choose?.(move, isDoubleClick);
    else this.picker?.toggle(piece.id, isDoubleClick);
  }
}
