import { boardOf, HIDDEN, moved, type Board } from "./board";
import { Connection, type Link } from "./connection";
import type {
  Chair,
  Choice,
  FromServer,
  Language,
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

/** How a notice is shown: `change` brings the board to where it leaves it. */
export type Stage = (notice: Notice, change: () => void, skip: AbortSignal) => Promise<void>;

const LONGEST_LOG = 400;

/** One seat at a table, or one spectator: what has been shown to him, and what he can do. */
export class Table {
  link = $state<Link>("connecting");
  closedBecause = $state<Refused | null>(null);
  game = $state("");
  match = $state("");
  phase = $state<Phase>("open");
  seat = $state<number | null>(null);
  chairs = $state.raw<Chair[]>([]);
  options = $state.raw<Record<string, unknown>>({});
  view = $state.raw<View | null>(null); // the last one of the server; its cards are in `board`
  board = $state.raw<Board>({}); // what is on the screen: it follows the notices one by one
  toAct = $state.raw<number[]>([]);
  legal = $state.raw<Choice[]>([]);
  canUndo = $state(false);
  deadline = $state<number | null>(null); // of the turn, in milliseconds of Date.now()
  log = $state.raw<Notice[]>([]);
  missed = $state(0); // how many of the last notices came while we were away
  latest = $state.raw<Notice | null>(null); // being shown now, or the last one
  showing = $state(false);
  peek = $state.raw<{ notice: Notice; cards: Shown[] } | null>(null);
  pending = $state.raw<Request | null>(null);
  refusal = $state.raw<Refused | null>(null);
  chat = $state.raw<Said[]>([]);
  stage: Stage | null = null;

  readonly #connection: Connection;
  #told: Told[] = []; // still to be shown
  #shown = 0; // the number of the last notice that has been shown
  #skip = new AbortController();
  #seenPeek: (() => void) | null = null;
  #requests = 0;
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
    );
  }

  get myTurn(): boolean {
    return this.legal.length > 0 && this.phase === "playing";
  }

  move(text: string): void {
    this.skip();
    this.#ask((id) => ({ type: "Move", id, after: this.#heard(), move: text }));
  }

  undo(): void {
    this.skip();
    this.#ask((id) => ({ type: "Undo", id, after: this.#heard() }));
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

  leave(): void {
    this.skip();
    this.#connection.close();
  }

  #newId(): string {
    this.#requests += 1;
    return `${this.#session}-${this.#requests}`;
  }

  /** The number that a move answers: of the last thing that was told, shown or not. */
  #heard(): number {
    return this.#told.at(-1)?.number ?? this.#shown;
  }

  #ask(request: (id: string) => Request): void {
    if (this.pending) return;
    this.refusal = null;
    this.pending = request(this.#newId());
    this.#connection.send(this.pending);
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "Welcome":
        this.#welcome(message);
        break;
      case "Told":
        this.#told.push(message);
        this.#stand(message);
        void this.#show();
        break;
      case "Seats":
        this.phase = message.phase;
        this.chairs = message.chairs;
        if (message.match !== this.match) {
          this.match = message.match;
          this.log = [];
        }
        break;
      case "Answer":
        if (message.id === this.pending?.id) this.pending = null;
        break;
      case "Refused":
        if (message.id && message.id === this.pending?.id) this.pending = null;
        this.refusal = message;
        this.closedBecause = message;
        break;
      case "Said":
        this.chat = [...this.chat, message].slice(-50);
    }
  }

  /** Where everything stands, at the beginning and after every return. */
  #welcome(message: Welcome): void {
    const back = this.match !== "";
    this.#told = [];
    this.chat = []; // it is said again
    this.skip();
    if (message.match !== this.match) this.log = [];
    this.game = message.game;
    this.match = message.match;
    this.phase = message.phase;
    this.seat = message.seat;
    this.chairs = message.chairs;
    this.options = message.options;
    this.#stand(message);
    const notices = (message.notices ?? []).filter((notice) => notice.number > this.#shown);
    this.missed = back ? notices.length : 0;
    this.log = [...this.log, ...notices].slice(-LONGEST_LOG);
    this.latest = notices.at(-1) ?? this.latest;
    this.board = boardOf(this.view);
    if (this.pending) this.#connection.send(this.pending);
    void this.#peekAndAck(notices, message.number);
  }

  #stand(message: Welcome | Told): void {
    this.view = message.view ?? this.view;
    this.toAct = message.to_act ?? [];
    this.legal = message.legal ?? [];
    this.canUndo = message.can_undo ?? false;
    this.deadline = message.clock == null ? null : Date.now() + 1000 * message.clock;
  }

  async #show(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    for (let told = this.#told[0]; told; told = this.#told[0]) {
      this.#skip = new AbortController();
      const notices = told.notices ?? [];
      for (const notice of notices) {
        this.log = [...this.log, notice].slice(-LONGEST_LOG);
        this.latest = notice;
        this.missed = 0;
        const change = () => {
          this.board = moved(this.board, notice.moved ?? []);
        };
        if (this.stage && !this.#skip.signal.aborted) {
          await this.stage(notice, change, this.#skip.signal);
        } else {
          change();
        }
        if (this.#told[0] !== told) break; // a Welcome came between
      }
      if (this.#told[0] !== told) continue;
      this.#told.shift();
      if (told.view) this.board = boardOf(told.view);
      await this.#peekAndAck(notices, told.number);
    }
    this.showing = false;
  }

  /** A face that is shown to this viewer but does not stay open is left there until he has seen it. */
  async #peekAndAck(notices: Notice[], number: number): Promise<void> {
    for (const notice of notices) {
      const cards = (notice.shown ?? []).filter((shown) => shown.card !== HIDDEN);
      if (cards.length === 0 || this.seat === null) continue;
      await new Promise<void>((resolve) => {
        this.peek = { notice, cards };
        this.#seenPeek = resolve;
      });
      this.#seenPeek = null;
      this.peek = null;
      this.#forget(notice);
    }
    this.#shown = Math.max(this.#shown, number);
    if (this.seat !== null) this.#connection.send({ type: "Ack", number });
  }

  /** What was shown once is not kept: not in the log either. */
  #forget(notice: Notice): void {
    const { number, event, seat } = notice;
    const trace: Notice = { number, event, text: "", ...(seat === undefined ? {} : { seat }) };
    this.log = this.log.map((line) => (line.number === number ? trace : line));
    if (this.latest?.number === number) this.latest = trace;
  }
}
