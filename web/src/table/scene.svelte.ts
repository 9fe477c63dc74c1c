import type { EmoteName } from "../lib/emotes.svelte";
import { deckOf, readFace } from "../cards/decks";
import type { GameInfo } from "../lib/http";
import type { Choice, Notice, SeatInfo, ShownCard, ViewData } from "../lib/wire";
import { HIDDEN, ownerOf, seatKinds, type Board, type Piece } from "../lib/board";
import type { Picker } from "../lib/picker.svelte";
import { t } from "../words/t.svelte";
import { capitalize } from "../words/capitalize";
import { extrasOf, feltOf } from "../games";
import { kindOf, layoutOf, type PlaceLayout } from "./layout";

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
  chosen?: readonly number[] | undefined; // who has made a choice that others still have to make
  deadline?: number | null | undefined; // of their turn, by Date.now()
  emotes?: Record<number, EmoteName> | undefined; // what players show now
  botAt?: Record<number, number> | undefined; // when a bot plays for who is awaited, by Date.now()
  picker?: Picker | undefined; // without it nothing can be picked
  given?: readonly string[] | undefined; // the cards of the first half of what one does
  peek?: { cards: ShownCard[] } | null | undefined;
  latest?: Notice | null | undefined;
  looks?: readonly Notice[] | undefined; // who looks at cards, or has since the last move
  covered?: boolean | undefined; // several people share the screen: the own hand is face down
  orderKey?: string | undefined; // under what key the owner's order of a hand is kept
  choose?: ((move: Choice, isDoubleClick: boolean) => void) | undefined; // by a tap on a stack
  isOnlooker?: boolean | undefined; // nobody at this screen sits here: all have their names
  height?: number | undefined; // as it should be, if that is not as high as the screen allows
}

/** How something is drawn: a card, a die, or a choice that is kept in its envelope. */
export type Look = "card" | "die" | "seal";

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
  readonly #dice = $derived.by(() => new Set(this.game.dice));
  readonly deck = $derived.by(() => deckOf(this.game.faces, this.game.dice));
  readonly extras = $derived.by(() => extrasOf(this.game.name));
  readonly felt = $derived.by(() => feltOf(this.game));
  readonly seatCount: number = $derived.by(
    () => this.view?.players.length ?? this.props().seats.length,
  );

  /** Who plays with whom; empty if all play alone. */
  readonly teams: number[][] = $derived.by(
    () => this.view?.teams ?? this.game.teams[this.seatCount] ?? [],
  );
  /** The teams, or each seat by itself. */
  readonly teamsOrSeats: number[][] = $derived.by(() => {
    if (this.teams.length > 0) return this.teams;
    return Array.from({ length: this.seatCount }, (_, seat) => [seat]);
  });

  /** The kinds of places that each seat has one of, */
  readonly seatKinds: string[] = $derived.by(() => seatKinds(this.board, this.seatCount));
  /** the one that is held, */
  readonly heldKind: string = $derived.by(() => {
    const places = Object.keys(this.board);
    const held = this.seatKinds.filter(
      (kind) => !this.#isAside(`${kind}:`) && places.some((place) => place.startsWith(`${kind}:`)),
    );
    return held.includes("hand") ? "hand" : (held[0] ?? "hand");
  });
  /** those that lie before each player besides, piles last, */
  readonly otherKinds: string[] = $derived.by(() => {
    const isPile = (kind: string) => this.layoutOf(`${kind}:`).way === "pile";
    const others = this.seatKinds.filter(
      (kind) => kind !== this.heldKind && !this.trickKinds.includes(kind),
    );
    return [...others.filter((kind) => !isPile(kind)), ...others.filter(isPile)];
  });
  /** and those of which each player's lies before them in the middle, also when it is empty. */
  readonly trickKinds: string[] = $derived.by(() => {
    const hinted = Object.keys(this.game.layout).filter((kind) => !this.board[kind]);
    const kinds = new Set([...(this.view ? hinted : []), ...this.seatKinds]);
    return [...kinds].filter((kind) => this.layoutOf(`${kind}:`).way === "trick");
  });

  /** Whether nothing lies in the middle. */
  readonly isBare: boolean = $derived.by(
    () =>
      !this.extras.Centre &&
      this.trickKinds.length === 0 &&
      Object.keys(this.board).every((place) => this.ownerOf(place) !== null),
  );

  /** What the moves that are still possible would take, if they are short enough to be written. */
  readonly groups: CardGroup[] = $derived.by(() => {
    const own = new Set(this.board[`${this.heldKind}:${this.seat}`]?.map((piece) => piece.id));
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

  hasChosen(seat: number): boolean {
    return this.props().chosen?.includes(seat) ?? false;
  }

  /** Those who play with a player; empty if they play alone. */
  partnersOf(seat: number): number[] {
    return (this.teams.find((team) => team.includes(seat)) ?? []).filter((one) => one !== seat);
  }

  ownerOf(place: string): number | null {
    return ownerOf(place, this.seatKinds);
  }

  /** How a place is laid out. */
  layoutOf(place: string): PlaceLayout {
    return layoutOf(place, this.piecesAt(place), this.game.layout);
  }

  /** Whether a place of a seat is neither held nor the player's secret. */
  #isAside(place: string): boolean {
    return ["pile", "trick"].includes(this.layoutOf(place).way);
  }

  /** How the tokens of a place are drawn, also those that are hidden: as others of its kind. */
  lookOf(place: string): Look {
    const kind = kindOf(place);
    const alike = Object.keys(this.board).filter((other) => kindOf(other) === kind);
    const seen = alike.flatMap((other) => this.board[other]!.map((piece) => piece.face));
    const open = seen.filter((face) => face !== HIDDEN);
    const some = open.length > 0 ? open : this.game.faces;
    if (some.length > 0 && some.every((face) => this.#dice.has(face))) return "die";
    const isSeal = this.deck === "text" && this.otherKinds.includes(kind) && !this.#isAside(place);
    return isSeal ? "seal" : "card";
  }

  isDie(face: string): boolean {
    return this.#dice.has(face);
  }

  /** What a face is called, aloud. */
  faceName(face: string): string {
    const name = this.game.cards[face] ?? face;
    if (!this.#dice.has(face)) return name;
    const number = NUMBERS.find((each) => each === face);
    return t("table-die-face", { face: number ? t(`table-number-${number}`) : name });
  }

  /** What a rank is called: as the game says it, or as the side of a die. */
  rankName(rank: string): string {
    const name = this.game.ranks[rank] ?? rank;
    return name === rank && this.isDie(rank) ? this.faceName(rank) : name;
  }

  /** The rank that a tap on one of the player's own cards means, where a move asks for a rank. */
  rankOf(piece: Piece, place: string): string | null {
    if (this.seat === null || this.ownerOf(place) !== this.seat) return null;
    const face = this.faceOf(piece, place);
    const ranks = [face, readFace(face).rank];
    return ranks.find((rank) => this.picker?.rankSlot(rank)) ?? null;
  }

  piecesAt(place: string): Piece[] {
    return this.board[place] ?? [];
  }

  /** The face that lies up: a peeked card shows its own until the peek is over. */
  faceOf(piece: Piece, place: string): string {
    const isOwn = this.seat !== null && this.ownerOf(place) === this.seat;
    if (this.props().covered && isOwn && !this.#isAside(place)) return HIDDEN;
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
    const seat = this.ownerOf(place);
    if (spot === null || seat === null) {
      return face === HIDDEN ? t(HIDDEN_NAMES[this.lookOf(place)]) : this.faceName(face);
    }
    const card = face === HIDDEN ? t("table-face-down") : this.faceName(face);
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
    const seat = this.ownerOf(place);
    const [kind = "", n] = place.split(":");
    if (seat !== null && (kind === "hand" || kind === "pile")) {
      const hand = kind === "hand";
      if (this.isYou(seat)) return t(hand ? "table-your-hand" : "table-your-pile");
      return t(hand ? "table-hand-of" : "table-pile-of", { name: this.nameOf(seat) });
    }
    const whose = seat ?? this.extras.ownerOf?.(place, this.view) ?? null;
    const what = this.kindName(kind, seat === null ? (n ?? "") : "");
    if (whose === null) return what;
    const name = this.isYou(whose) ? t("you") : this.nameOf(whose);
    return t("table-whose", { what, name });
  }

  /** What places of a kind are called. */
  kindName(kind: string, n = ""): string {
    const named = this.game.places[kind];
    if (named) return `${named} ${n}`.trim();
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
        return capitalize(`${kind.replaceAll("_", " ")} ${n}`.trim());
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
    const rank = this.picker?.pickable.has(piece.id) ? null : this.rankOf(piece, place);
    if (move && this.props().choose) this.props().choose?.(move, isDoubleClick);
    else if (rank !== null) this.picker?.want(this.picker.rankSlot(rank)!.key, rank, isDoubleClick);
    else this.picker?.toggle(piece.id, isDoubleClick);
  }
}

const HIDDEN_NAMES = {
  card: "table-hidden",
  die: "table-hidden-die",
  seal: "table-hidden-choice",
} as const;

const NUMBERS = ["1", "2", "3", "4", "5", "6"] as const; // that have a word of ours
