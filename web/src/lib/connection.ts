import type { FromClient, FromServer, Hello } from "./wire";

export type Link = "connecting" | "open" | "lost" | "closed";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const POLICY = 1008; // the server does not want us back: see its registry of close codes

/** A WebSocket that comes back by itself, until it is closed or the server wants no more of it. */
export class Connection {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    readonly hello: () => Hello,
    readonly hears: (message: FromServer) => void,
    readonly changes: (link: Link) => void,
  ) {
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    this.#connect();
  }

  /** Whether it went out; what did not has to be said again after the next `Welcome`. */
  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
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
    this.changes("connecting");
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as FromServer;
      if (message.type === "Welcome") {
        this.#wait = FIRST_WAIT;
        this.changes("open");
      }
      this.hears(message);
    };
    socket.onclose = (event) => {
      if (this.#ended) return;
      if (event.code === POLICY) {
        this.#end();
        this.changes("closed");
        return;
      }
      this.changes("lost");
      this.#timer = setTimeout(this.#now, this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    };
  }

  /** Try again at once: the network is back, or the page is looked at again. */
  readonly #now = (): void => {
    const state = this.#socket?.readyState;
    if (this.#ended || state === WebSocket.OPEN || state === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
  }
}
