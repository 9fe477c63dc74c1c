import type { Nudged, Recap } from "./wire";

/** What `Welcome`, `Told` and `Seats` say of those who are awaited. */
interface Awaited {
  bot_in?: Record<string, number>;
}

/** Who is awaited, who watches, who waits for us, and what we have missed. */
export class Presence {
  botAt = $state.raw<Record<number, number>>({}); // when a bot plays for whom, by Date.now()
  watching = $state(0); // how many
  recap = $state.raw<Recap | null>(null); // until it is closed
  nudge = $state.raw<Nudged | null>(null); // in this turn

  /** The server counts seconds, and so nothing depends on the clock of this device. */
  setAwaited({ bot_in: seconds = {} }: Awaited): void {
    const now = Date.now();
    this.botAt = Object.fromEntries(
      Object.entries(seconds).map(([seat, left]) => [seat, now + 1000 * left]),
    );
  }

  /** They are back, or come for the first time. */
  welcome(message: { watching?: number; recap?: Recap | null }): void {
    this.watching = message.watching ?? 0;
    if (message.recap?.lines?.length) this.recap = message.recap;
    this.nudge = null;
  }

  closeRecap(): void {
    this.recap = null;
  }
}
