import type { FromClient, FromServer, Hello } from "./wire";

export type Link = "connecting" | "open" | "lost" | "elsewhere" | "closed";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const PATIENCE = 4000; // for a handshake, and for a sign of life
const DOUBTFUL = 1000; // for a sign of life, before the player is told
const SILENCE = 20_000; // without a word; then one asks whether anybody is there
const POLICY = 1008; // the server does not want us back: see its registry of close codes

/** A WebSocket that comes back by itself, until it is closed or the server wants no more of it. */
export class Connection {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined; // until the next try
  #doubts: ReturnType<typeof setTimeout> | undefined; // until this socket counts as dead
  #worry: ReturnType<typeof setTimeout> | undefined; // until the player is told
  #silence: ReturnType<typeof setTimeout> | undefined; // until one asks
  #doubted = false; // the player has been told
  #ended = false;
  #opened = false; // this socket was let in
  #welcomed = false; // on this socket
  #crowded = false; // too many windows have this seat

  constructor(
    readonly hello: () => Hello,
    readonly hears: (message: FromServer) => void,
    readonly changes: (link: Link) => void,
    readonly shutOut: () => void = () => undefined, // no connection was made: somebody may know why
  ) {
    addEventListener("online", this.#online);
    addEventListener("offline", this.#offline);
    addEventListener("focus", this.#looked);
    addEventListener("pointerdown", this.#used);
    addEventListener("keydown", this.#used);
    document.addEventListener("visibilitychange", this.#shown);
    this.#connect();
  }

  /** Whether it went out; what did not has to be said again after the next `Welcome`. */
  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Whether anybody is still at the other end is not sure: after a sleep, a socket can look open
   * and be dead. A second Hello is refused, so whoever lives answers.
   */
  doubt(patience = DOUBTFUL): void {
    if (this.#ended || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(this.hello()));
    this.#mind(this.#socket);
    clearTimeout(this.#worry);
    this.#worry = setTimeout(() => {
      this.#doubted = true;
      this.changes("lost");
    }, patience);
  }

  close(): void {
    this.#end();
    this.#socket?.close();
  }

  #connect(): void {
    const address = new URL("/ws", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#opened = this.#welcomed = this.#crowded = false;
    this.changes("connecting");
    this.#mind(socket);
    socket.onopen = () => {
      this.#opened = true;
      socket.send(JSON.stringify(this.hello()));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      this.#calm();
      this.#silence = setTimeout(() => this.doubt(), SILENCE);
      const message = JSON.parse(event.data) as FromServer;
      if (message.type === "Welcome") {
        this.#wait = FIRST_WAIT;
        this.#welcomed = true;
      }
      if (message.type === "Welcome" || this.#doubted) this.changes("open");
      this.#doubted = false;
      this.hears(message);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code, event.reason);
    };
  }

  #mind(socket: WebSocket): void {
    clearTimeout(this.#doubts);
    this.#doubts = setTimeout(() => {
      if (socket !== this.#socket || this.#ended) return;
      this.#socket = null; // a dead one may take minutes to close
      socket.close();
      this.#lost();
    }, PATIENCE);
  }

  #calm(): void {
    [this.#doubts, this.#worry, this.#silence].forEach((timer) => clearTimeout(timer));
  }

  #lost(code = 0, reason = ""): void {
    this.#calm();
    this.#doubted = false;
    if (this.#ended) return;
    if (code === POLICY) {
      this.#end();
      this.changes("closed");
      return;
    }
    clearTimeout(this.#timer);
    // Newer windows have this seat: this one waits until it is used, so that they do not fight.
    this.#crowded = reason === "too-many" && this.#welcomed;
    this.changes(this.#crowded ? "elsewhere" : "lost");
    if (!this.#opened) this.shutOut();
    if (this.#crowded) return;
    this.#timer = setTimeout(this.#now, this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  /** Try again at once. */
  readonly #now = (): void => {
    const state = this.#socket?.readyState;
    if (this.#ended || state === WebSocket.CONNECTING) return;
    if (state === WebSocket.OPEN) return this.doubt();
    clearTimeout(this.#timer);
    this.#connect();
  };

  readonly #used = (): void => {
    if (this.#crowded) this.#now();
  };

  readonly #online = (): void => {
    if (!this.#crowded) this.#now();
  };

  /** The server may be on this very device: then it answers before the player is told. */
  readonly #offline = (): void => this.doubt(0);

  readonly #shown = (): void => {
    if (!document.hidden) this.#now();
  };

  readonly #looked = (): void => {
    if (this.#socket?.readyState !== WebSocket.OPEN) this.#now();
  };

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#calm();
    removeEventListener("online", this.#online);
    removeEventListener("offline", this.#offline);
    removeEventListener("focus", this.#looked);
    removeEventListener("pointerdown", this.#used);
    removeEventListener("keydown", this.#used);
    document.removeEventListener("visibilitychange", this.#shown);
  }
}
