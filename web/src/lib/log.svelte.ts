import { withoutFaces, type Line } from "./faces";
import type { LogLine } from "./http";
import type { Notice } from "./wire";

const MAX_LINES = 400;
const SETTLE_MS = 500; // until lines that were fetched are no news any more

/**
 * The lines to show. In a game of memory `shortLog` is the event that begins a turn: then, of the
 * round that is being played, those of this turn and of the last one.
 */
export function shownLines(lines: readonly Line[], shortLog: string): readonly Line[] {
  if (!shortLog) return lines;
  const first = lines.findLastIndex((line) => line.mark === "round") + 1;
  const isTurn = (line: Line) => line.mark === "turn" || line.event === shortLog;
  const begun = lines.flatMap((line, at) => (at >= first && isTurn(line) ? [at] : []));
  return [...lines.slice(0, first), ...lines.slice(begun.at(-2) ?? first)];
}

/** A notice as a line of the log. */
export function lineOf({ number, event, seat, text = "", later, ...rest }: Notice): Line {
  return {
    number,
    event,
    text,
    ...("round_winner_seats" in rest ? { mark: "round" } : {}),
    ...(seat === undefined ? {} : { seat }),
    ...(later === undefined ? {} : { later }),
  };
}

/** What has happened in a match, as far as it has been shown here. */
export class MatchLog {
  lines = $state.raw<Line[]>([]);
  latest = $state.raw<Notice | null>(null); // being shown now, or the last one
  missed = $state(0); // how many of the last notices came while nobody was looking
  loading = $state(false); // older lines are being fetched: they are no news

  get lastNumber(): number {
    return this.lines.at(-1)?.number ?? 0;
  }

  /**
   * What was not acknowledged may come again: it is in the log once. Faces that are to be
   * remembered are there until something else happens.
   */
  add(notices: Notice[]): void {
    const first = notices[0]?.number ?? Infinity;
    const before = this.lines.filter((line) => line.number < first);
    const added = notices.map(lineOf);
    const past = added.length > 0 ? before.map(withoutFaces) : before;
    this.lines = [...past, ...added].slice(-MAX_LINES);
    this.latest = notices.at(-1) ?? this.latest;
  }

  /** A face that was shown once is not kept. */
  forgetFaces({ number, event, seat, later = "" }: Notice): void {
    this.lines = this.lines.map((line) => (line.number === number ? withoutFaces(line) : line));
    if (this.latest?.number !== number) return;
    this.latest = { number, event, text: later, ...(seat === undefined ? {} : { seat }) };
  }

  /** Put these lines in place of all before the notice of this number. */
  addOlder(lines: readonly LogLine[], since = this.lines[0]?.number ?? Infinity): void {
    const before = lines.filter((line) => line.number < since);
    const after = this.lines.filter((line) => line.number >= since);
    this.lines = [...before, ...after].slice(-MAX_LINES);
  }

  /** Fetch what was shown before this notice: here before a reload, or to others before we came. */
  async load(fetchLines: () => Promise<LogLine[]>, since: number): Promise<void> {
    this.loading = true;
    try {
      this.addOlder(await fetchLines(), since);
    } catch {
      // the match can be played without it, and the next return asks again
    }
    setTimeout(() => (this.loading = false), SETTLE_MS);
  }

  clear(): void {
    this.lines = [];
    this.latest = null;
    this.missed = 0;
  }
}
