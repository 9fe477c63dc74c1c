import * as api from "../lib/api";
import type { ReviewNow } from "../lib/reviewHttp";

const POLL_MS = 800; // a decision takes about that long

/** The review of a seat, as far as the server has it. */
export class SeatReview {
  now = $state.raw<ReviewNow | null>(null); // null until the server has answered
  error = $state.raw<unknown>(null); // why it has not

  readonly #match: string;
  readonly #seat: number;
  readonly #secret: string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;

  constructor(match: string, seat: number, secret: string | null) {
    this.#match = match;
    this.#seat = seat;
    this.#secret = secret;
  }

  /** What there is already: nothing is begun. */
  look(): void {
    void this.#take(api.getReview(this.#match, this.#seat, this.#secret));
  }

  /** Begin it, also once more after a failure. */
  ask(): void {
    void this.#take(api.askReview(this.#match, this.#seat, this.#secret));
  }

  /** Nobody looks at it any more. The server goes on with what it has begun. */
  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }

  async #take(answer: Promise<ReviewNow>): Promise<void> {
    clearTimeout(this.#timer);
    this.error = null;
    try {
      const now = await answer;
      if (this.#left) return;
      this.now = now;
      if (now.state === "working") this.#timer = setTimeout(() => this.look(), POLL_MS);
    } catch (error) {
      if (!this.#left) this.error = error;
    }
  }
}
