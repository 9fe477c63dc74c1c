import { expect, test } from "vitest";
import { HIDDEN } from "../src/lib/board";
import type { Notice } from "../src/lib/wire";
import { Pace, restAfter } from "../src/table/pace";

const MOST = 2500; // for two turns of bots, at speed 1
const FLIGHT = 260;
const ROLL = 560;

const said = (seat: number): Notice => ({ number: 1, event: "Said", seat, text: "" });
const carries = (seat: number, card: string, to: string): Notice => ({
  ...said(seat),
  moved: [{ card, from: "stock", to }],
});

/** How long notices of a bot take, each with what travels or rolls before it rests. */
function turnOf(pace: Pace, seat: number, notices: [notice: Notice, travels: number][]): number {
  const times = notices.map(([notice, travels]) =>
    pace.grant(travels + restAfter(notice, 0), notice, [seat], 0),
  );
  return times.reduce((sum, time) => sum + time);
}

const TURNS: Record<string, (seat: number) => [Notice, number][]> = {
  "dice, two throws": (seat) => [
    [said(seat), ROLL],
    [said(seat), ROLL],
    [said(seat), 0],
    [said(seat), 0],
    [said(seat), 0],
  ],
  "a trick": (seat) => [[carries(seat, "7D", "played:1"), FLIGHT]],
  "a capture of five and a sweep": (seat) => [
    [carries(seat, "7D", "pile:1"), FLIGHT + 5 * 55],
    [said(seat), 500],
    [carries(seat, HIDDEN, "hand:1"), FLIGHT + 3 * 55],
  ],
  "rummy, everything": (seat) => [
    [carries(seat, HIDDEN, "hand:1"), FLIGHT],
    [carries(seat, "7D", "meld:1"), FLIGHT + 4 * 55],
    [carries(seat, "7D", "meld:2"), FLIGHT],
    [carries(seat, "7D", "discard"), FLIGHT],
  ],
  "66, a look and a swap": (seat) => [
    [carries(seat, HIDDEN, "drawn"), FLIGHT],
    [{ ...said(seat), shown: [{ card: HIDDEN, at: "drawn" }] }, 0],
    [carries(seat, HIDDEN, "hand:1"), 2 * FLIGHT],
    [said(seat), 0],
  ],
};

test.each(Object.entries(TURNS))("two turns of bots are quick: %s", (_, notices) => {
  const pace = new Pace();
  const times = [1, 2, 1, 2].map((seat) => turnOf(pace, seat, notices(seat)));
  expect(times[0]! + times[1]!).toBeLessThan(MOST);
  expect(times[2]! + times[3]!).toBeLessThan(MOST);
});

test("however much happens in a turn, it has a limit", () => {
  const pace = new Pace();
  const much = Array.from({ length: 50 }, (): [Notice, number] => [said(1), 1000]);
  expect(turnOf(pace, 1, much)).toBeLessThan(MOST / 2);
});

test("what a bot takes and lays down is one motion", () => {
  const takes = carries(1, HIDDEN, "hand:1");
  expect(restAfter(takes, 0)).toBe(0);
  const pace = new Pace();
  const lays = carries(1, "7D", "discard");
  const full = 2 * FLIGHT + restAfter(lays, 0);
  expect(turnOf(pace, 1, [[takes, FLIGHT], [lays, FLIGHT]])).toBe(full); // prettier-ignore
});

test("what the player does, and a deal, has its time; after a look a turn begins anew", () => {
  const pace = new Pace();
  turnOf(pace, 1, [[said(1), 1000]]);
  expect(pace.grant(1000, said(0), [1], 0)).toBe(1000);
  expect(pace.grant(1000, { number: 1, event: "Dealt", text: "" }, [1], 0)).toBe(1000);
  pace.grant(0, { ...said(1), pause: true }, [1], 0);
  expect(pace.grant(600, said(1), [1], 0)).toBe(600);
});
