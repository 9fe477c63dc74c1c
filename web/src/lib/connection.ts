import type { ClientMessage, ServerMessage, Hello } from "./wire";

export type ConnectionState = "connecting" | "open" | "lost" | "elsewhere" | "closed";

// Milliseconds.
const FIRST_RETRY = 250;
const LONGEST_RETRY = 5000;
const PATIENCE = 4000; // for a handshake, and for a sign of life
const WARNING = 1000; // for a sign of life, before the player is told
const SILENCE = 20_000; // without a message; then the server is probed
const DOUBT = 1500; // for the answer to a request; then the server is probed, and waited for as long

const POLICY_CLOSE = 1008; // the server does not want us back: see its registry of close codes

type Timer = ReturnType<typeof setTimeout> | undefined;

export interface ConnectionHandlers {
  hello: () => Hello;
  onMessage: (message: ServerMessage) => void;
  onState: (state: ConnectionState) => void;
  onNotOpened?: () => void; // no connection was made: the server may say why
}

/** A WebSocket that comes back by itself, until it is closed or the server wants no more of it. */
export class Connection {
  readonly #handlers: ConnectionHandlers;
  #socket: WebSocket | null = null;
  #retryWait = FIRST_RETRY;
  #retryTimer: Timer;
  #deathTimer: Timer; // until this socket counts as dead
  #warnTimer: Timer; // until the player is told
  #silenceTimer: Timer; // until the server is probed
  #doubtTimer: Timer; // until it is probed for an answer
  #patience = DOUBT; // longer after each doubt that brought no answer: the network may be slow
  readonly #unanswered = new Set<string>(); // the ids of requests, on this socket
  #warned = false; // the player has been told
  #ended = false;
  #opened = false; // this socket was let in
  #welcomed = false; // on this socket
  #displaced = false; // too many windows have this seat

  constructor(handlers: ConnectionHandlers) {
    this.#handlers = handlers;
    addEventListener("online", this.#onOnline);
    addEventListener("offline", this.#onOffline);
    addEventListener("focus", this.#onFocus);
    addEventListener("pointerdown", this.#onInput);
    addEventListener("keydown", this.#onInput);
    document.addEventListener("visibilitychange", this.#onVisibility);
    this.#connect();
  }

  /** Whether it went out; what did not has to be sent again after the next `Welcome`. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if ("id" in message) {
      if (this.#unanswered.size === 0) this.#doubtAfter(this.#patience);
      this.#unanswered.add(message.id);
    }
    return true;
  }

  /**
   * Find out whether anybody is still at the other end: after a sleep, a socket can look open and
   * be dead. A second Hello is refused, so a server that lives answers.
   */
  probe(warning = WARNING, patience = PATIENCE): void {
    if (this.#ended || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(this.#handlers.hello()));
    this.#expectAnswer(this.#socket, patience);
    clearTimeout(this.#warnTimer);
    this.#warnTimer = setTimeout(() => {
      this.#warned = true;
      this.#handlers.onState("lost");
    }, warning);
  }

  close(): void {
    this.#end();
    this.#socket?.close();
  }

  #connect(): void {
    const hello = this.#handlers.hello();
    const address = new URL(`/ws?table=${encodeURIComponent(hello.table)}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#opened = this.#welcomed = this.#displaced = false;
    this.#unanswered.clear();
    this.#handlers.onState("connecting");
    this.#expectAnswer(socket);
    socket.onopen = () => {
      this.#opened = true;
      socket.send(JSON.stringify(this.#handlers.hello()));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#onMessage(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#onLost(event.code, event.reason);
    };
  }

  #onMessage(message: ServerMessage): void {
    this.#clearTimers();
    this.#silenceTimer = setTimeout(() => this.probe(), SILENCE);
    if ("id" in message && message.id && this.#unanswered.delete(message.id)) {
      this.#patience = DOUBT;
      if (this.#unanswered.size === 0) clearTimeout(this.#doubtTimer);
    }
    if (message.type === "Welcome") {
      this.#retryWait = FIRST_RETRY;
      this.#welcomed = true;
    }
    if (message.type === "Welcome" || this.#warned) this.#handlers.onState("open");
    this.#warned = false;
    this.#handlers.onMessage(message);
  }

  /** Somebody may have hung up without a word: a request that is not answered shows it soon. */
  #doubtAfter(wait: number): void {
    clearTimeout(this.#doubtTimer);
    this.#doubtTimer = setTimeout(() => {
      if (this.#unanswered.size === 0) return;
      this.#patience = Math.min(2 * this.#patience, PATIENCE);
      this.probe(WARNING, wait);
      this.#doubtAfter(2 * wait);
    }, wait);
  }

  #expectAnswer(socket: WebSocket, patience = PATIENCE): void {
    clearTimeout(this.#deathTimer);
    this.#deathTimer = setTimeout(() => {
      if (socket !== this.#socket || this.#ended) return;
      this.#socket = null; // a dead one may take minutes to close
      socket.close();
      this.#onLost();
    }, patience);
  }

  #clearTimers(): void {
    [this.#deathTimer, this.#warnTimer, this.#silenceTimer].forEach((timer) => clearTimeout(timer));
  }

  #onLost(code = 0, reason = ""): void {
    this.#clearTimers();
    clearTimeout(this.#doubtTimer);
    this.#warned = false;
    if (this.#ended) return;
    if (code === POLICY_CLOSE) {
      this.#end();
      this.#handlers.onState("closed");
      return;
    }
    clearTimeout(this.#retryTimer);
    // Newer windows have this seat: this one waits until it is used, so that they do not fight.
    this.#displaced = reason === "too-many" && this.#welcomed;
    this.#handlers.onState(this.#displaced ? "elsewhere" : "lost");
    if (!this.#opened) this.#handlers.onNotOpened?.();
    if (this.#displaced) return;
    this.#retryTimer = setTimeout(this.#retry, this.#retryWait * (0.75 + Math.random() / 2));
    this.#retryWait = Math.min(2 * this.#retryWait, LONGEST_RETRY);
  }

  readonly #retry = (): void => {
    const state = this.#socket?.readyState;
    if (this.#ended || state === WebSocket.CONNECTING) return;
    if (state === WebSocket.OPEN) return this.probe();
    clearTimeout(this.#retryTimer);
    this.#connect();
  };

  readonly #onInput = (): void => {
    if (this.#displaced) this.#retry();
  };

  readonly #onOnline = (): void => {
    if (!this.#displaced) this.#retry();
  };

  /** The server may be on this very device: then it answers before the player is told. */
  readonly #onOffline = (): void => this.probe(0);

  readonly #onVisibility = (): void => {
    if (!document.hidden) this.#retry();
  };

  readonly #onFocus = (): void => {
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#retry();
  };

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#doubtTimer);
    this.#clearTimers();
    removeEventListener("online", this.#onOnline);
    removeEventListener("offline", this.#onOffline);
    removeEventListener("focus", this.#onFocus);
    removeEventListener("pointerdown", this.#onInput);
    removeEventListener("keydown", this.#onInput);
    document.removeEventListener("visibilitychange", this.#onVisibility);
  }
}
