import { withoutFaces } from "./faces";
import { lineOf, shownLines } from "./log.svelte";
import type { Notice, Nudged, Recap } from "./wire";

/** What `Welcome`, `Told` and `Seats` say of those who are awaited. */
interface Awaited {
  bot_in?: Record<string, number>;
}

// As on the server (table/recap.py), which makes the recap after a lost connection.
const BLINK_MS = 3000; // who was away for less has missed nothing, unless a bot has moved for them
const MAX_LINES = 8;
const MAX_OWN = 4; // of them, of what a bot did for the player
const SETTLE_MS = 500; // until what came to a phone while it slept has arrived

/** Who is awaited, who watches, who waits for us, and what we have missed. */
export class Presence {
  botAt = $state.raw<Record<number, number>>({}); // when a bot plays for whom, by Date.now()
  watching = $state(0); // how many
  recap = $state.raw<Recap | null>(null); // until it is closed
  nudge = $state.raw<Nudged | null>(null); // in this turn

  #unseen: Map<number, Notice> | null = null; // what came while the page is hidden
  #hiddenAt = 0;

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

  /** What they are told, for the recap if they do not look. */
  hear({ notices = [] }: { notices?: Notice[] }): void {
    for (const notice of notices) this.#unseen?.set(notice.number, notice);
  }

  /** The page is hidden: somebody looks elsewhere, or the phone sleeps. */
  hide(): void {
    this.#unseen ??= new Map();
    this.#hiddenAt = Date.now();
  }

  /**
   * The page is looked at again: a recap of what happened meanwhile, soon. `seat` is theirs, and
   * `shortLog` the game's.
   */
  comeBack(seat: number | null, shortLog: string): void {
    const isBlink = Date.now() - this.#hiddenAt < BLINK_MS;
    setTimeout(() => {
      const notices = [...(this.#unseen?.values() ?? [])];
      if (document.hidden) return; // again
      this.#unseen = null;
      if (seat === null) return;
      const own = new Set(notices.filter((each) => each.stand_in && each.seat === seat));
      const others = notices.some((each) => (each.seat ?? seat) !== seat);
      if (own.size > 0 || (others && !isBlink)) this.recap = recapOf(notices, own, shortLog);
    }, SETTLE_MS);
  }
}

/** A recap of these notices: what a bot did for the player comes first, and no face is told twice. */
function recapOf(notices: Notice[], own: Set<Notice>, shortLog: string): Recap {
  const standIns = new Set([...own].map((notice) => notice.number));
  const lines = shownLines(notices.map(lineOf), shortLog)
    .map((line) => ({ ...withoutFaces(line), stand_in: standIns.has(line.number) }))
    .filter((line) => line.text);
  const first = lines.filter((line) => line.stand_in).slice(-MAX_OWN);
  const rest = lines.filter((line) => !line.stand_in).slice(first.length - MAX_LINES);
  return { lines: [...first, ...rest], earlier: lines.length - first.length - rest.length };
}
