import { checkConnection, getLog, Refusal } from "./api";
import {
  afterMoves,
  asTold,
  beforeMoves,
  boardOf,
  canFollow,
  HIDDEN,
  reuseUnchanged,
  withHidden,
  type Board,
} from "./board";
import { Connection, type ConnectionState } from "./connection";
import type { Delivery } from "./delivery";
import { isMuted, ShownEmotes, type EmoteName } from "./emotes.svelte";
import { facesIn } from "./faces";
import { MatchLog } from "./log.svelte";
import { Presence } from "./presence.svelte";
import { Requests } from "./requests.svelte";
import { rules } from "./rules.svelte";
import { chosenAfter } from "./turns";
import { VERSION } from "./wire";
import type { LogLine } from "./http";
import type {
  Choice,
  Coach,
  ServerMessage,
  Language,
  Notice,
  Phase,
  Refused,
  Said,
  SeatInfo,
  ShownCard,
  Told,
  ViewData,
  Welcome,
} from "./wire";

/**
 * Shows a notice: `change` brings the board to where the notice leaves it. When `skip` is aborted,
 * the rest is to be shown at once; who has been skipped need not call `change`.
 */
export type NoticePresenter = (
  notice: Notice,
  change: () => void,
  skip: AbortSignal,
) => Promise<void>;

const timeAfter = (seconds: number) => Date.now() + 1000 * seconds;

const MAX_CHAT_LINES = 50;
const CLOCK_STEP_MS = 100; // in which the server counts the time that is left
const PROBE_REFUSALS = ["again", "spectator"]; // of what only asked whether anybody is there

/** A table as one seat or one spectator sees it: what has been shown, and what they can do. */
export class Table {
  connectionState = $state<ConnectionState>("connecting");
  closeReason = $state.raw<Refused | null>(null);
  connectRefusal = $state.raw<Refused | null>(null); // why no connection is made, if it is known
  game = $state("");
  match = $state("");
  phase = $state<Phase>("open");
  seat = $state<number | null>(null);
  seats = $state.raw<SeatInfo[]>([]);
  options = $state.raw<Record<string, unknown>>({});
  chat = $state.raw<Said[]>([]);
  isPublic = $state(false); // for strangers: without a host
  fillAt = $state<number | null>(null); // when bots take its free seats, as `deadline`
  dev = $state(false); // on the server of an author, who sees all hands
  received = $state(0); // messages so far: something may have changed with each
  // What is on the screen follows the notices, one by one:
  readonly log = new MatchLog();
  readonly emotes = new ShownEmotes();
  board = $state.raw<Board>({});
  view = $state.raw<ViewData | null>(null); // its cards are in `board`
  toAct = $state.raw<number[]>([]);
  chosen = $state.raw<number[]>([]); // who has chosen already, where several choose at once
  pausing = $state(false); // what has happened is to be looked at before it goes on
  looks = $state.raw<Notice[]>([]); // who has looked at cards since the last move; no faces
  showing = $state(false);
  peek = $state.raw<{ notice: Notice; cards: ShownCard[] } | null>(null);
  tally = $state.raw<Notice | null>(null); // how the last round was counted
  frozen = $state(false); // nothing more is shown until the player has read the tally
  // What can be done is what was told last, shown or not:
  legal = $state.raw<Choice[]>([]);
  canUndo = $state(false);
  whyNoUndo = $state(""); // if the viewer has moved
  coach = $state.raw<Coach | null>(null); // what a lesson says to it
  deadline = $state<number | null>(null); // of the turn, in milliseconds of Date.now()
  overtime = $state(false); // it passed, and the last move was not the player's own
  readonly presence = new Presence();
  readonly requests: Requests = new Requests(() => this.#connection);
  presenter: NoticePresenter | null = null;

  readonly #connection: Connection;
  #queue: Delivery[] = []; // the first is being shown
  #lastShown = 0; // the number of the last notice that has been shown
  #lastReceived = 0; // the number of the last notice that was told, shown or not
  #skipper = new AbortController();
  #endPeek: (() => void) | null = null;
  #endTally: (() => void) | null = null;

  constructor(
    readonly id: string,
    readonly secret: string | null,
    readonly language: () => Language,
    readonly faces: () => readonly string[] = () => [], // of the game
  ) {
    this.#connection = new Connection({
      hello: () => ({
        type: "Hello",
        table: id,
        ...(secret ? { secret } : {}),
        seen: this.#lastShown,
        language: language(),
        version: VERSION,
      }),
      onMessage: (message) => this.#onMessage(message),
      onState: (state) => (this.connectionState = state),
      onNotOpened: () => void this.#findConnectRefusal(),
    });
  }

  /** A page cannot read the answer to its handshake: ask for it. */
  async #findConnectRefusal(): Promise<void> {
    try {
      await checkConnection();
      this.connectRefusal = null;
    } catch (error) {
      this.connectRefusal = error instanceof Refusal ? error.refused : null; // else nobody answers
    }
  }

  /** Whether this page was loaded before the server got another version. */
  get isOutdated(): boolean {
    return this.closeReason?.code === "other-version";
  }

  get myTurn(): boolean {
    return this.legal.length > 0 && this.phase === "playing";
  }

  get #isLate(): boolean {
    if (this.deadline === null || this.requests.pending || this.legal.length === 0) return false;
    return Date.now() > this.deadline - CLOCK_STEP_MS;
  }

  /** For how long something has been waiting to be shown, in milliseconds. */
  get behind(): number {
    return this.#queue.length > 1 ? performance.now() - this.#queue[1]!.receivedAt : 0;
  }

  move(text: string): void {
    this.skip();
    this.requests.send((id) => ({ type: "Move", id, after: this.#lastReceived, move: text }));
  }

  /** Take the last move back, or say why that is not possible. */
  undo(): void {
    if (!this.canUndo) {
      if (this.whyNoUndo) this.requests.refusal = { code: "nothing-to-undo", text: this.whyNoUndo };
      return;
    }
    this.skip();
    this.requests.send((id) => ({ type: "Undo", id, after: this.#lastReceived }));
  }

  pause(): void {
    this.requests.send((id) => ({ type: "Pause", id }));
  }

  resume(): void {
    this.requests.send((id) => ({ type: "Resume", id }));
  }

  rematch(): void {
    this.skip();
    this.requests.send((id) => ({ type: "Rematch", id }));
  }

  sendChat(text: string): void {
    this.#connection.send({ type: "Say", id: this.requests.newId(), text });
  }

  sendEmote(emote: EmoteName): void {
    this.#connection.send({ type: "Emote", id: this.requests.newId(), emote });
  }

  /** Tell somebody who is to move that one waits for them. */
  nudge(seat: number): void {
    this.#connection.send({ type: "Nudge", id: this.requests.newId(), seat });
  }

  /** Show the rest of what is being shown at once. A peek still waits for `closePeek`. */
  skip(): void {
    this.#skipper.abort();
  }

  /** Let what has happened be looked at, for so many milliseconds or until the next `skip`. */
  async look(time: number): Promise<void> {
    const skipper = (this.#skipper = new AbortController()); // what ended a motion does not end this
    this.pausing = true;
    this.toAct = []; // nobody, until all have looked
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, time);
      skipper.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.pausing = false;
  }

  /** The player has seen what was shown to them alone: it leaves the page. */
  closePeek(): void {
    this.#endPeek?.();
  }

  /**
   * Show how a round was counted. Until `closeTally` the table stays as it is: nobody is to move,
   * and what happens meanwhile waits. At the end of a match there is nothing to wait for.
   */
  async showTally(notice: Notice): Promise<void> {
    this.tally = notice;
    if (this.#queue[0]?.view?.over) return;
    this.frozen = true;
    this.toAct = [];
    this.#ackWhileFrozen();
    await new Promise<void>((resolve) => (this.#endTally = resolve));
    this.#endTally = this.tally = null;
    this.frozen = false;
  }

  closeTally(): void {
    this.#endTally?.();
  }

  leave(): void {
    this.skip();
    this.closeTally();
    this.requests.stop();
    this.emotes.stop();
    this.#connection.close();
  }

  #onMessage(message: ServerMessage): void {
    this.received += 1;
    switch (message.type) {
      case "Welcome":
        this.#onWelcome(message);
        break;
      case "Told":
        this.#enqueue(message, false);
        break;
      case "Seats":
        this.phase = message.phase;
        this.seats = message.seats;
        this.presence.setAwaited(message);
        this.presence.watching = message.watching ?? 0;
        if (message.match !== this.match) this.#startMatch(message.match);
        break;
      case "Answer": {
        const asked = this.requests.pending?.type;
        const isAnswered = this.requests.onAnswer(message.id);
        // What was possible is not any more; what is comes when the others have seen the move.
        if (isAnswered && (asked === "Move" || asked === "Undo")) this.#endTurn();
        break;
      }
      case "Explanation":
        this.requests.onExplanation(message);
        break;
      case "Suggestion":
        this.requests.onSuggestion(message);
        break;
      case "Refused":
        if (!this.requests.onRefused(message) && !PROBE_REFUSALS.includes(message.code)) {
          this.closeReason = message; // it comes before the end of a connection
        }
        break;
      case "Nudged":
        if (!isMuted(this.id, message.by)) this.presence.nudge = message;
        break;
      case "Said":
        this.chat = [...this.chat, message].slice(-MAX_CHAT_LINES);
        break;
      case "Emoted":
        if (!isMuted(this.id, message.seat)) this.emotes.show(message);
    }
  }

  #endTurn(): void {
    this.legal = [];
    this.presence.nudge = null;
    this.canUndo = false;
    this.whyNoUndo = "";
    this.coach = null;
    this.deadline = null;
  }

  #startMatch(match: string): void {
    this.match = match;
    this.#clearQueue();
    this.#endTurn();
    this.log.clear();
    this.looks = [];
    this.chosen = [];
    this.overtime = false;
    this.tally = null;
    this.closeTally();
    this.board = {};
    this.view = null;
  }

  /** What has not been shown yet will not be, or it comes again. */
  #clearQueue(): void {
    this.#queue = [];
    this.skip();
    this.peek = null;
    this.#endPeek?.();
  }

  /** Where everything stands, at the beginning and after every return. */
  #onWelcome(message: Welcome): void {
    this.#clearQueue();
    if (message.match !== this.match) this.#startMatch(message.match);
    this.closeReason = this.connectRefusal = null;
    this.chat = []; // it is sent again
    this.game = message.game;
    this.phase = message.phase;
    this.seat = message.seat;
    this.seats = message.seats;
    this.options = message.options;
    this.isPublic = message.public ?? false;
    this.fillAt = message.fill_in == null ? null : timeAfter(message.fill_in);
    this.presence.welcome(message);
    this.dev = message.dev ?? false;
    if (this.dev) {
      rules.loads += 1;
      this.log.clear(); // it may be told in other words now
    }
    this.#lastReceived = this.#lastShown;
    const since = message.notices?.[0]?.number ?? message.number + 1;
    const isMissing = this.phase !== "open" && this.log.lastNumber < since - 1;
    if (isMissing) void this.log.load(() => this.#fetchLog(), since);
    this.#enqueue(message, true);
    this.requests.sendPending();
  }

  async #fetchLog(): Promise<LogLine[]> {
    const { match, lines } = await getLog(this.id, this.secret, this.language());
    if (match !== this.match) throw new Error("It is of another match by now.");
    return lines;
  }

  #enqueue(message: Welcome | Told, isPast: boolean): void {
    const legal = message.legal ?? [];
    const isNews = message.number > this.#lastReceived; // else it is only the time that is told
    if (!isPast && isNews && this.#isLate) this.overtime = true;
    else if (legal.length > 0) this.overtime = false;
    // Moves that are only told again are the same ones: what was picked of them stays so.
    if (JSON.stringify(legal) !== JSON.stringify(this.legal)) this.legal = legal;
    if (legal.length === 0) this.presence.nudge = null;
    this.canUndo = message.can_undo ?? false;
    this.whyNoUndo = message.why_no_undo ?? "";
    this.coach = message.coach ?? null;
    this.deadline = message.clock == null ? null : timeAfter(message.clock);
    this.presence.setAwaited(message);
    this.presence.hear(message);
    this.#queue.push({
      number: message.number,
      notices: (message.notices ?? []).filter((notice) => notice.number > this.#lastReceived),
      view: message.view ?? null,
      toAct: message.more ? [] : (message.to_act ?? []),
      receivedAt: performance.now(),
      isPast,
      more: message.more ?? false,
    });
    this.#lastReceived = Math.max(this.#lastReceived, message.number);
    this.#ackWhileFrozen();
    void this.#showQueue();
  }

  /** Who reads a tally holds nobody up; what only they are to see waits for them. */
  #ackWhileFrozen(): void {
    if (!this.frozen || this.seat === null) return;
    let number = 0;
    for (const delivery of this.#queue) {
      const peek = delivery.notices.find(
        (notice) => notice.number > (this.tally?.number ?? 0) && facesIn(notice).length > 0,
      );
      number = peek ? peek.number - 1 : delivery.number;
      if (peek) break;
    }
    if (number > 0) this.#connection.send({ type: "Ack", number });
  }

  async #showQueue(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    for (let delivery = this.#queue[0]; delivery; delivery = this.#queue[0]) {
      this.#skipper = new AbortController();
      if (delivery.isPast) await this.#showPast(delivery);
      else await this.#showNotices(delivery);
      if (delivery !== this.#queue[0]) continue; // a Welcome came between
      this.#queue.shift();
      this.#lastShown = Math.max(this.#lastShown, delivery.number);
      if (this.seat !== null) this.#connection.send({ type: "Ack", number: delivery.number });
    }
    this.showing = false;
  }

  /** All at once: the board is as it is now. */
  async #showPast(delivery: Delivery): Promise<void> {
    const { notices, view, toAct, more } = delivery;
    const unknown = notices.filter((notice) => notice.number > this.log.lastNumber);
    if (unknown[0] && unknown[0].number > 1) this.log.missed += unknown.length;
    this.log.add(notices);
    this.#addLooks(notices);
    this.view = view;
    this.#setBoard(boardOf(view));
    this.chosen = [];
    this.toAct = toAct;
    if (more) {
      delivery.view = null; // it was from before the move that is being looked at
      return this.#showNotices(delivery);
    }
    for (const notice of notices) await this.#showPeek(delivery, notice);
  }

  #setBoard(board: Board): void {
    this.board = reuseUnchanged(board, this.board);
  }

  /** Who looks where can be seen by all until the next card moves; what is there, by nobody else. */
  #addLooks(notices: Notice[]): void {
    for (const { number, event, seat, moved, shown } of notices) {
      if (moved?.length) this.looks = [];
      if (!shown || seat === undefined) continue;
      const faceless = shown.map((each) => ({ ...each, card: HIDDEN }));
      this.looks = [...this.looks, { number, event, seat, text: "", shown: faceless }];
    }
  }

  async #showNotices(delivery: Delivery): Promise<void> {
    const { notices, view, toAct } = delivery;
    const end = view ? boardOf(view) : null;
    const settle = () => {
      if (delivery !== this.#queue[0]) return;
      if (end) this.#setBoard(end);
      if (view) this.view = view;
      if (view?.over) this.phase = "over";
      if (notices.length > 0 && this.toAct !== toAct) {
        this.chosen = chosenAfter(this.chosen, this.toAct, toAct);
      }
      this.toAct = toAct;
    };
    if (notices.length > 0 && !notices.some((notice) => notice.shown)) this.looks = [];
    for (const [index, notice] of notices.entries()) {
      if (delivery !== this.#queue[0]) return;
      this.log.add([notice]);
      this.#addLooks([notice]);
      this.log.missed = document.hidden ? this.log.missed + 1 : 0;
      const moves = notice.moved ?? [];
      if (end && moves.length > 0 && !canFollow(this.board, moves)) {
        const rest = notices.slice(index).flatMap((each) => each.moved ?? []);
        this.#setBoard(beforeMoves(end, rest)); // a new deal
      }
      let changed = false;
      const change = () => {
        if (changed || delivery !== this.#queue[0]) return;
        changed = true;
        // What is to be looked at or was counted stays as it is told, whatever came of it since.
        if (index === notices.length - 1 && end && !notice.pause) settle();
        else if (notice.pause || notice.tally)
          this.#setBoard(asTold(afterMoves(this.board, moves), notice, this.faces()));
        else this.#setBoard(withHidden(afterMoves(this.board, moves), end ?? {}));
      };
      if (this.presenter) await this.presenter(notice, change, this.#skipper.signal);
      change();
      await this.#showPeek(delivery, notice);
    }
    settle();
  }

  /** A face that is shown to this viewer for once stays until they have seen it. */
  async #showPeek(delivery: Delivery, notice: Notice): Promise<void> {
    if (!notice.shown || delivery !== this.#queue[0]) return;
    const cards = facesIn(notice);
    if (cards.length > 0 && this.seat !== null) {
      await new Promise<void>((resolve) => {
        this.peek = { notice, cards };
        this.#endPeek = resolve;
      });
      this.#endPeek = null;
      this.peek = null;
    }
    this.log.forgetFaces(notice);
  }
}
