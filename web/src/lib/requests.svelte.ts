import type { Connection } from "./connection";
import type { ClientMessage, Explanation, Refused, Suggestion } from "./wire";

/** What is answered or refused. */
type Request = Extract<ClientMessage, { id: string }>;

/** Why something is not possible: a code, and the server's sentence. */
type Reason = Pick<Refused, "code" | "text">;

/** What the player asks of the server: one thing at a time, sent again until it is answered. */
export class Requests {
  pending = $state.raw<Request | null>(null);
  refusal = $state.raw<Reason | null>(null); // of the last one, or of what was picked
  suggestion = $state.raw<Suggestion | null>(null); // what a bot would do
  asksBot = $state(false); // and it thinks about it

  readonly #connection: () => Connection;
  readonly #session = crypto.getRandomValues(new Uint32Array(2)).join("-");
  #count = 0;
  #asked = ""; // the id of the last question: why something cannot be picked, or what to do
  #timer: ReturnType<typeof setTimeout> | undefined; // until it may be sent again

  constructor(connection: () => Connection) {
    this.#connection = connection;
  }

  /** An id that no other request has, on this page or another. */
  newId(): string {
    this.#count += 1;
    return `${this.#session}-${this.#count}`;
  }

  /** Send a request, unless one is pending. */
  send(request: (id: string) => Request): void {
    if (this.pending) return;
    this.refusal = null;
    this.pending = request(this.newId());
    this.sendPending();
  }

  sendPending(): void {
    clearTimeout(this.#timer);
    if (!this.pending) return;
    this.#connection().send(this.pending);
  }

  /** Ask why these pieces cannot be picked together. */
  askWhy(pieces: string[]): void {
    this.refusal = null;
    this.asksBot = false;
    this.#asked = this.newId();
    this.#connection().send({ type: "Explain", id: this.#asked, pieces });
  }

  /** The answer to that, if it is still of interest: it is empty if they can. */
  onExplanation({ id, code = "", text = "" }: Explanation): void {
    if (id === this.#asked && text) this.refusal = { code, text };
  }

  /** Ask what a bot would do here. */
  askBot(): void {
    this.refusal = null;
    this.#asked = this.newId();
    this.asksBot = true;
    this.#connection().send({ type: "ShowMe", id: this.#asked });
  }

  onSuggestion(message: Suggestion): void {
    if (message.id !== this.#asked) return;
    this.suggestion = message;
    this.asksBot = false;
  }

  /** Whether that was the pending request; then it is so no longer. */
  onAnswer(id: string | null | undefined): boolean {
    if (!id || id !== this.pending?.id) return false;
    this.stop();
    this.pending = null;
    return true;
  }

  /** Whether that was about a request; else it is about the connection. */
  onRefused(message: Refused): boolean {
    if (message.id) {
      this.onAnswer(message.id);
      this.refusal = message;
      this.asksBot = false;
    } else if (message.code === "too-fast") {
      this.#timer = setTimeout(() => this.sendPending(), 1000 * (message.retry_after ?? 1));
    } else {
      return false;
    }
    return true;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
