import { load, save } from "./storage";
import type { Emoted } from "./wire";

// The signs that players give each other, and whose this browser does not want to see.

const SHOWN_MS = 3500;
const MAX_TABLES = 50;

export type EmoteName = Emoted["emote"];
export const EMOTES: EmoteName[] = ["hello", "good-luck", "well-played", "thanks", "wow", "oops"];

type Muted = Record<string, number[]>; // the seats by table, the newest table last
const muted = $state<{ seats: Muted }>({ seats: load<Muted>("muted", {}) });

export const isMuted = (table: string, seat: number): boolean =>
  muted.seats[table]?.includes(seat) ?? false;

/** Show nothing more of a player at this table, or show it again. */
export function toggleMuted(table: string, seat: number): void {
  const { [table]: old = [], ...others } = muted.seats;
  const seats = old.includes(seat) ? old.filter((each) => each !== seat) : [...old, seat];
  const all = { ...others, ...(seats.length ? { [table]: seats } : {}) };
  muted.seats = Object.fromEntries(Object.entries(all).slice(-MAX_TABLES));
  save("muted", muted.seats);
}

/** What is shown at the seats of a table now: each for a moment. */
export class ShownEmotes {
  bySeat = $state.raw<Record<number, EmoteName>>({});
  latest = $state.raw<Emoted | null>(null); // to be read out
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  show(message: Emoted): void {
    const { seat, emote } = message;
    clearTimeout(this.#timers.get(seat));
    this.bySeat = { ...this.bySeat, [seat]: emote };
    this.latest = message;
    this.#timers.set(
      seat,
      setTimeout(() => this.#hide(seat), SHOWN_MS),
    );
  }

  #hide(seat: number): void {
    const { [seat]: _, ...others } = this.bySeat;
    this.bySeat = others;
    if (this.latest?.seat === seat) this.latest = null;
  }

  stop(): void {
    this.#timers.forEach((timer) => clearTimeout(timer));
  }
}
