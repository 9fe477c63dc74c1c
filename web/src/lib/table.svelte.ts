import { logOf, Refusal, tryDoor } from "./api";
import { boardOf, follows, HIDDEN, moved, rewound, sharing, turnedDown, type Board } from "./board";
import { Connection, type Link } from "./connection";
import { afterwards, facesIn } from "./faces";
import type {
  Chair,
  Choice,
  FromServer,
  Language,
  Line,
  Notice,
  Phase,
  Refused,
  Request,
  Said,
  Shown,
  Told,
  View,
  Welcome,
} from "./wire";

/**
 * How a notice is shown: `change` brings the board to where it leaves it. When `skip` is aborted,
 * the rest is to be shown at once; a stage that has been skipped need not call `change`.
 */
export type Stage = (notice: Notice, change: () => void, skip: AbortSignal) => Promise<void>;

/** What was told together, and is still to be shown. */
interface Telling {
  number: number;
  notices: Notice[];
  view: View | null;
  toAct: number[];
  heard: number; // when, by performance.now()
  before: boolean; // it happened before we came: the board has it already
}

const LONGEST_LOG = 400;
const PATIENCE = 1500; // for an answer, before the connection is doubted
const CLOCK_STEP = 100; // in which the server counts the time that is left
const SETTLING = 500; // until what was recalled is not news any more
const ECHOES = ["again", "spectator"]; // refusals of what only asked whether anybody is there

/** One seat at a table, or one spectator: what has been shown to him, and what he can do. */
export class Table {
  link = $state<Link>("connecting");
  closedBecause = $state.raw<Refused | null>(null);
  shutOut = $state.raw<Refused | null>(null); // why no connection is made, if the server says it
  game = $state("");
  match = $state("");
  phase = $state<Phase>("open");
  seat = $state<number | null>(null);
  chairs = $state.raw<Chair[]>([]);
  options = $state.raw<Record<string, unknown>>({});
  // What is on the screen follows the notices, one by one:
  board = $state.raw<Board>({});
  view = $state.raw<View | null>(null); // its cards are in `board`
  toAct = $state.raw<number[]>([]);
  log = $state.raw<Line[]>([]);
  recalling = $state(false); // what is in the log is being fetched: it is no news
  missed = $state(0); // how many of the last notices came while nobody was looking
  latest = $state.raw<Notice | null>(null); // being shown now, or the last one
  looks = $state.raw<Notice[]>([]); // who has looked at cards since the last move; no faces
  showing = $state(false);
  peek = $state.raw<{ notice: Notice; cards: Shown[] } | null>(null);
  tally = $state.raw<Notice | null>(null); // how the last round was counted
  frozen = $state(false); // nothing more is shown until the player goes on
  // What can be done is what was told last, shown or not:
  legal = $state.raw<Choice[]>([]);
  canUndo = $state(false);
  deadline = $state<number | null>(null); // of the turn, in milliseconds of Date.now()
  botIn = $state.raw<Record<number, number>>({}); // when a bot plays for who is away, as above
  overtime = $state(false); // it passed, and the last move was not one's own
  pending = $state.raw<Request | null>(null);
  refusal = $state.raw<Refused | null>(null);
  chat = $state.raw<Said[]>([]);
  stage: Stage | null = null;

  readonly #connection: Connection;
  #queue: Telling[] = []; // the first is being shown
  #shown = 0; // the number of the last notice that has been shown
  #heard = 0; // the number of the last notice that was told, shown or not
  #skip = new AbortController();
  #seenPeek: (() => void) | null = null;
  #goOn: (() => void) | null = null;
  #question = ""; // the id of the last `why`
  #requests = 0;
  #overdue: ReturnType<typeof setTimeout> | undefined;
  readonly #session = crypto.getRandomValues(new Uint32Array(2)).join("-");

  constructor(
    readonly id: string,
    readonly secret: string | null,
    readonly language: () => Language,
  ) {
    this.#connection = new Connection(
      () => ({
        type: "Hello",
        table: id,
        ...(secret ? { secret } : {}),
        seen: this.#shown,
        language: language(),
      }),
      (message) => this.#hear(message),
      (link) => {
        this.link = link;
      },
      () => void this.#askWhy(),
    );
  }

  /** A page cannot read the answer to its handshake: ask for it. */
  async #askWhy(): Promise<void> {
    try {
      await tryDoor();
      this.shutOut = null;
    } catch (error) {
      this.shutOut = error instanceof Refusal ? error.refused : null; // else nobody answers
    }
  }

  get myTurn(): boolean {
    return this.legal.length > 0 && this.phase === "playing";
  }

  get #isLate(): boolean {
    if (this.deadline === null || this.pending || this.legal.length === 0) return false;
    return Date.now() > this.deadline - CLOCK_STEP;
  }

  /** For how long something has been waiting to be shown, in milliseconds. */
  get behind(): number {
    return this.#queue.length > 1 ? performance.now() - this.#queue[1]!.heard : 0;
  }

  move(text: string): void {
    this.skip();
    this.#ask((id) => ({ type: "Move", id, after: this.#heard, move: text }));
  }

  /** Ask for the reason why a move that is not listed is not possible: the refusal says it. */
  why(text: string): void {
    this.refusal = null;
    this.#question = this.#newId();
    this.#connection.send({ type: "Move", id: this.#question, after: this.#heard, move: text });
  }

  undo(): void {
    this.skip();
    this.#ask((id) => ({ type: "Undo", id, after: this.#heard }));
  }

  pause(): void {
    this.#ask((id) => ({ type: "Pause", id }));
  }

  resume(): void {
    this.#ask((id) => ({ type: "Resume", id }));
  }

  rematch(): void {
    this.skip();
    this.#ask((id) => ({ type: "Rematch", id }));
  }

  say(text: string): void {
    this.#connection.send({ type: "Say", id: this.#newId(), text });
  }

  /** Show the rest of what is being shown at once. A peek still waits for `seen`. */
  skip(): void {
    this.#skip.abort();
  }

  /** The player has seen what was shown to him alone: it leaves the page. */
  seen(): void {
    this.#seenPeek?.();
  }

  /**
   * Show how a round was counted. Until `goOn` the table stays as it is: nobody is to move, and what
   * happens meanwhile waits. At the end of a match there is nothing to wait for.
   */
  async count(notice: Notice): Promise<void> {
    this.tally = notice;
    if (this.#queue[0]?.view?.over) return;
    this.frozen = true;
    this.toAct = [];
    this.#ackAhead();
    await new Promise<void>((resolve) => (this.#goOn = resolve));
    this.#goOn = this.tally = null;
    this.frozen = false;
  }

  goOn(): void {
    this.#goOn?.();
  }

  leave(): void {
    this.skip();
    this.goOn();
    clearTimeout(this.#overdue);
    this.#connection.close();
  }

  #newId(): string {
    this.#requests += 1;
    return `${this.#session}-${this.#requests}`;
  }

  #ask(request: (id: string) => Request): void {
    if (this.pending) return;
    this.refusal = null;
    this.pending = request(this.#newId());
    this.#sendPending();
  }

  #sendPending(): void {
    clearTimeout(this.#overdue);
    if (!this.pending) return;
    this.#connection.send(this.pending);
    this.#overdue = setTimeout(() => this.#connection.doubt(), PATIENCE);
  }

  #answered(id: string | null | undefined): boolean {
    if (!id || id !== this.pending?.id) return false;
    clearTimeout(this.#overdue);
    this.pending = null;
    return true;
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "Welcome":
        this.#welcome(message);
        break;
      case "Told":
        this.#tell(message, false);
        break;
      case "Seats":
        this.phase = message.phase;
        this.chairs = message.chairs;
        if (message.match !== this.match) this.#newMatch(message.match);
        break;
      case "Answer": {
        const asked = this.pending?.type;
        // What was possible is not any more; what is comes when the others have seen the move.
        if (this.#answered(message.id) && (asked === "Move" || asked === "Undo")) this.#rest();
        break;
      }
      case "Refused":
        this.#refuse(message);
        break;
      case "Said":
        this.chat = [...this.chat, message].slice(-50);
    }
  }

  #refuse(message: Refused): void {
    if (this.#answered(message.id) || (message.id && message.id === this.#question)) {
      this.refusal = message;
    } else if (message.id) {
      this.refusal = message; // of something said
    } else if (message.code === "too-fast") {
      this.#overdue = setTimeout(() => this.#sendPending(), 1000 * (message.retry_after ?? 1));
    } else if (!ECHOES.includes(message.code)) {
      this.closedBecause = message; // it comes before the end of a connection
    }
  }

  #rest(): void {
    this.legal = [];
    this.canUndo = false;
    this.deadline = null;
  }

  #newMatch(match: string): void {
    this.match = match;
    this.#forgetQueue();
    this.#rest();
    this.log = [];
    this.latest = null;
    this.looks = [];
    this.overtime = false;
    this.missed = 0;
    this.tally = null;
    this.goOn();
    this.board = {};
    this.view = null;
  }

  /** What has not been shown yet will not be, or it comes again. */
  #forgetQueue(): void {
    this.#queue = [];
    this.skip();
    this.peek = null;
    this.#seenPeek?.();
  }

  /** Where everything stands, at the beginning and after every return. */
  #welcome(message: Welcome): void {
    this.#forgetQueue();
    if (message.match !== this.match) this.#newMatch(message.match);
    this.closedBecause = this.shutOut = null;
    this.chat = []; // it is said again
    this.game = message.game;
    this.phase = message.phase;
    this.seat = message.seat;
    this.chairs = message.chairs;
    this.options = message.options;
    this.#heard = this.#shown;
    const since = message.notices?.[0]?.number ?? message.number + 1;
    const known = this.log.at(-1)?.number ?? 0;
    if (this.phase !== "open" && known < since - 1) void this.#recall(since);
    this.#tell(message, true);
    this.#sendPending();
  }

  /** Fetch what was shown before this notice: here before a reload, or to others before we came. */
  async #recall(since: number): Promise<void> {
    this.recalling = true;
    try {
      const { match, lines } = await logOf(this.id, this.secret, this.language());
      if (match === this.match) {
        const before = lines.filter((line) => line.number < since);
        const after = this.log.filter((line) => line.number >= since);
        this.log = [...before, ...after].slice(-LONGEST_LOG);
      }
    } catch {
      // the match can be played without it, and the next return asks again
    }
    setTimeout(() => (this.recalling = false), SETTLING);
  }

  #tell(message: Welcome | Told, before: boolean): void {
    const legal = message.legal ?? [];
    const news = message.number > this.#heard; // else it is only the time that is told
    if (!before && news && this.#isLate) this.overtime = true;
    else if (legal.length > 0) this.overtime = false;
    // Moves that are only told again are the same ones: what was picked of them stays so.
    if (JSON.stringify(legal) !== JSON.stringify(this.legal)) this.legal = legal;
    this.canUndo = message.can_undo ?? false;
    const after = (seconds: number) => Date.now() + 1000 * seconds;
    this.deadline = message.clock == null ? null : after(message.clock);
    const waits = Object.entries(message.bot_in ?? {});
    this.botIn = Object.fromEntries(waits.map(([seat, seconds]) => [seat, after(seconds)]));
    this.#queue.push({
      number: message.number,
      notices: (message.notices ?? []).filter((notice) => notice.number > this.#heard),
      view: message.view ?? null,
      toAct: message.to_act ?? [],
      heard: performance.now(),
      before,
    });
    this.#heard = Math.max(this.#heard, message.number);
    this.#ackAhead();
    void this.#show();
  }

  /** Who reads how a round was counted holds nobody up; what only they are to see waits for them. */
  #ackAhead(): void {
    if (!this.frozen || this.seat === null) return;
    let number = 0;
    for (const telling of this.#queue) {
      const peek = telling.notices.find(
        (notice) => notice.number > (this.tally?.number ?? 0) && facesIn(notice).length > 0,
      );
      number = peek ? peek.number - 1 : telling.number;
      if (peek) break;
    }
    if (number > 0) this.#connection.send({ type: "Ack", number });
  }

  async #show(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    for (let telling = this.#queue[0]; telling; telling = this.#queue[0]) {
      this.#skip = new AbortController();
      if (telling.before) await this.#showBefore(telling);
      else await this.#showNotices(telling);
      if (telling !== this.#queue[0]) continue; // a Welcome came between
      this.#queue.shift();
      this.#shown = Math.max(this.#shown, telling.number);
      if (this.seat !== null) this.#connection.send({ type: "Ack", number: telling.number });
    }
    this.showing = false;
  }

  /** All at once: the board is as it is now. */
  async #showBefore(telling: Telling): Promise<void> {
    const { notices, view, toAct } = telling;
    const known = this.log.at(-1)?.number ?? 0;
    const fresh = notices.filter((notice) => notice.number > known);
    if (fresh[0] && fresh[0].number > 1) this.missed += fresh.length;
    this.#note(notices);
    this.#noteLooks(notices);
    this.view = view;
    this.#lay(boardOf(view));
    this.toAct = toAct;
    for (const notice of notices) await this.#showPeek(telling, notice);
  }

  #lay(board: Board): void {
    this.board = sharing(board, this.board);
  }

  /**
   * What was not acknowledged may come again: it is in the log once. What is to be remembered is
   * there until something else happens.
   */
  #note(notices: Notice[]): void {
    const first = notices[0]?.number ?? Infinity;
    const before = this.log.filter((line) => line.number < first);
    const fresh = notices.map(({ number, seat, text, later }) => ({
      number,
      text,
      ...(seat === undefined ? {} : { seat }),
      ...(later === undefined ? {} : { later }),
    }));
    const past = fresh.length > 0 ? before.map(afterwards) : before;
    this.log = [...past, ...fresh].slice(-LONGEST_LOG);
    this.latest = notices.at(-1) ?? this.latest;
  }

  /** Who looks where can be seen by all until the next card moves; what is there, by nobody else. */
  #noteLooks(notices: Notice[]): void {
    for (const { number, event, seat, moved: moves, shown } of notices) {
      if (moves?.length) this.looks = [];
      if (!shown || seat === undefined) continue;
      const blind = shown.map((each) => ({ ...each, card: HIDDEN }));
      this.looks = [...this.looks, { number, event, seat, text: "", shown: blind }];
    }
  }

  async #showNotices(telling: Telling): Promise<void> {
    const { notices, view, toAct } = telling;
    const end = view ? boardOf(view) : null;
    const settle = () => {
      if (telling !== this.#queue[0]) return;
      if (end) this.#lay(end);
      if (view) this.view = view;
      if (view?.over) this.phase = "over";
      this.toAct = toAct;
    };
    if (notices.length > 0 && !notices.some((notice) => notice.shown)) this.looks = [];
    for (const [at, notice] of notices.entries()) {
      if (telling !== this.#queue[0]) return;
      this.#note([notice]);
      this.#noteLooks([notice]);
      this.missed = document.hidden ? this.missed + 1 : 0;
      const moves = notice.moved ?? [];
      if (end && moves.length > 0 && !follows(this.board, moves)) {
        const rest = notices.slice(at).flatMap((each) => each.moved ?? []);
        this.#lay(rewound(end, rest)); // a new deal
      }
      let changed = false;
      const change = () => {
        if (changed || telling !== this.#queue[0]) return;
        changed = true;
        if (at === notices.length - 1) settle();
        else this.#lay(turnedDown(moved(this.board, moves), end ?? {}));
      };
      if (this.stage) await this.stage(notice, change, this.#skip.signal);
      change();
      await this.#showPeek(telling, notice);
    }
    settle();
  }

  /** A face that is shown to this viewer, and does not stay open, is there until he has seen it. */
  async #showPeek(telling: Telling, notice: Notice): Promise<void> {
    if (!notice.shown || telling !== this.#queue[0]) return;
    const cards = facesIn(notice);
    if (cards.length > 0 && this.seat !== null) {
      await new Promise<void>((resolve) => {
        this.peek = { notice, cards };
        this.#seenPeek = resolve;
      });
      this.#seenPeek = null;
      this.peek = null;
    }
    this.#forget(notice);
  }

  /** What was shown once is not kept: not in the log either. */
  #forget({ number, event, seat, later = "" }: Notice): void {
    this.log = this.log.map((line) => (line.number === number ? afterwards(line) : line));
    if (this.latest?.number !== number) return;
    this.latest = { number, event, text: later, ...(seat === undefined ? {} : { seat }) };
  }
}
