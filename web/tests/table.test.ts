import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HIDDEN } from "../src/lib/board";
import { Table, type Stage } from "../src/lib/table.svelte";
import type { Choice, FromClient, Notice, Phase, Seats, Told, View } from "../src/lib/wire";
import { browser, Socket, WELCOME } from "./fakes";

const MOVE: Choice = { text: "7D", verb: "lay", pieces: ["a"] };
const laid = (number: number): Notice => ({
  number,
  event: "Laid",
  seat: 0,
  text: `line ${number}`,
});

function view(places: Record<string, string[]>, pieces: Record<string, string[]>): View {
  const nothing = { to_act: [], over: false, scores: [0, 0], winners: [] };
  return { viewer: 0, players: ["Ann", "Bea"], ...nothing, places, pieces };
}

function told(number: number, notices: Notice[], more: Partial<Told> = {}): Told {
  return { type: "Told", number, notices, ...more };
}

let table: Table;

beforeEach(() => {
  browser();
  table = new Table("abc", "secret", () => "en");
  Socket.last.opens();
});

afterEach(async () => {
  table.leave();
  await turns(); // what was waiting ends before the browser is gone
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Let everything happen that does not wait for time. */
const turns = () => vi.advanceTimersByTimeAsync(0);

const sent = (type: FromClient["type"]) => Socket.last.sent.filter((each) => each.type === type);

async function comeBack(number: number, notices: Notice[] = []): Promise<void> {
  Socket.last.breaks();
  await vi.advanceTimersByTimeAsync(1000);
  Socket.last.opens();
  Socket.last.says({ ...WELCOME, number, notices });
  await turns();
}

describe("what is told", () => {
  test("is shown one by one, and acknowledged when all of it has been shown", async () => {
    Socket.last.says(WELCOME);
    await turns();
    const shown: number[] = [];
    const ends: (() => void)[] = [];
    table.stage = (notice) => {
      shown.push(notice.number);
      return new Promise((resolve) => ends.push(resolve));
    };
    Socket.last.says(told(2, [laid(1), laid(2)]));
    await turns();
    expect(shown).toEqual([1]);
    ends[0]!();
    await turns();
    expect(shown).toEqual([1, 2]);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 0 });
    ends[1]!();
    await turns();
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 2 });
  });

  test("can be answered before it has been shown", async () => {
    Socket.last.says(WELCOME);
    await turns();
    let isSkipped = false;
    const untilSkipped: Stage = (_, __, skip) =>
      new Promise((resolve) =>
        skip.addEventListener("abort", () => {
          isSkipped = true;
          resolve();
        }),
      );
    table.stage = untilSkipped;
    Socket.last.says(told(1, [laid(1)], { legal: [MOVE], to_act: [0] }));
    await turns();
    expect(table.myTurn).toBe(true);
    table.move(MOVE.text);
    expect(isSkipped).toBe(true);
    expect(sent("Move")).toMatchObject([{ after: 1, move: "7D" }]);
  });

  test("again are the same moves, so that what was picked of them stays picked", () => {
    Socket.last.says({ ...WELCOME, legal: [MOVE] });
    const { legal } = table;
    Socket.last.says(told(0, [], { legal: [MOVE] }));
    expect(table.legal).toBe(legal);
    Socket.last.says(told(0, [], { legal: [MOVE, { text: "2C", verb: "lay" }] }));
    expect(table.legal).toHaveLength(2);
  });

  test("is in the log once, also if it comes again", async () => {
    Socket.last.says({ ...WELCOME, number: 1, notices: [laid(1)] });
    await turns();
    await comeBack(2, [laid(1), laid(2)]);
    expect(table.log.map((line) => line.number)).toEqual([1, 2]);
  });

  test("changes the board as the view says", async () => {
    const before = view({ "hand:0": ["7D"], table: [] }, { "hand:0": ["a"], table: [] });
    const after = view({ "hand:0": [], table: ["7D"] }, { "hand:0": [], table: ["a"] });
    Socket.last.says({ ...WELCOME, view: before });
    await turns();
    const moves = [{ card: "7D", from: "hand:0", to: "table", piece: "a" }];
    Socket.last.says(told(1, [{ ...laid(1), moved: moves }], { view: after }));
    await turns();
    expect(table.board).toEqual({ "hand:0": [], table: [{ id: "a", face: "7D" }] });
  });
});

describe("the count of a round", () => {
  const counted = (number: number): Notice => ({
    ...laid(number),
    event: "Tallied",
    scores: [1, 2],
  });
  const peeked = (number: number): Notice => ({
    ...laid(number),
    shown: [{ card: "7D", at: "hand:0", piece: "a" }],
  });

  const freeze = async (after: Notice[], more: Partial<Told> = {}) => {
    Socket.last.says({ ...WELCOME, to_act: [1] });
    await turns();
    table.stage = async (notice, change) => {
      change();
      if (notice.event === "Tallied") await table.count(notice);
    };
    Socket.last.says(told(1 + after.length, [counted(1), ...after], { to_act: [0], ...more }));
    await turns();
  };

  test("holds the table until the player goes on, and nobody else", async () => {
    await freeze([laid(2)], { legal: [MOVE] });
    expect(table.tally?.number).toBe(1);
    expect(table.toAct).toEqual([]);
    expect(table.log).toHaveLength(1);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 2 });
    Socket.last.says(told(3, [laid(3)]));
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 3 });
    table.skip();
    await turns();
    expect(table.frozen).toBe(true);
    table.goOn();
    await turns();
    expect(table.tally).toBe(null);
    expect(table.log).toHaveLength(3);
  });

  test("does not acknowledge what only the player is to see", async () => {
    await freeze([laid(2), peeked(3), laid(4)]);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 2 });
  });

  test("stays over a lost connection, and goes with its match", async () => {
    await freeze([laid(2)]);
    await comeBack(2);
    expect(table.frozen).toBe(true);
    const rematch: Seats = { type: "Seats", match: "next", phase: "playing", chairs: [] };
    Socket.last.says(rematch);
    await turns();
    expect(table.frozen).toBe(false);
    expect(table.tally).toBe(null);
  });

  test("stands beside the end of a match", async () => {
    await freeze([laid(2)], { view: { ...view({}, {}), over: true } });
    expect(table.frozen).toBe(false);
    expect(table.phase).toBe("over");
    expect(table.tally?.number).toBe(1);
  });
});

describe("what is asked", () => {
  const asks = async () => {
    Socket.last.says({ ...WELCOME, legal: [MOVE] });
    await turns();
    table.move(MOVE.text);
  };

  test("is asked again with the same id when the connection comes back", async () => {
    await asks();
    const [first] = sent("Move");
    await comeBack(0);
    expect(sent("Move")).toEqual([first]);
    expect(Socket.all.length).toBeGreaterThan(1);
  });

  test("is asked once", async () => {
    await asks();
    table.move(MOVE.text);
    expect(sent("Move")).toHaveLength(1);
  });

  test("is done when it is answered, and nothing can be done until more is told", async () => {
    await asks();
    const [move] = sent("Move");
    Socket.last.says({ type: "Answer", id: (move as { id: string }).id });
    expect(table.pending).toBe(null);
    expect(table.myTurn).toBe(false);
  });

  test("may be refused, and then it is one's turn still", async () => {
    await asks();
    const [move] = sent("Move");
    const { id } = move as { id: string };
    Socket.last.says({ type: "Refused", code: "stale", text: "No.", id });
    expect(table.refusal?.text).toBe("No.");
    expect(table.pending).toBe(null);
    expect(table.myTurn).toBe(true);
  });

  test("makes it doubt the connection if no answer comes", async () => {
    await asks();
    const before = sent("Hello").length;
    await vi.advanceTimersByTimeAsync(2000);
    expect(Socket.all[0]!.sent.filter((each) => each.type === "Hello").length).toBe(before + 1);
  });
});

describe("a card that only I may see", () => {
  const peek: Notice = {
    number: 1,
    event: "Peeked",
    seat: 0,
    text: "You look at card 2: it is 9.",
    later: "You look at card 2.",
    shown: [{ card: "9", at: "hand:0", piece: "a" }],
  };

  test("stays until I have seen it; then its face is nowhere", async () => {
    Socket.last.says(WELCOME);
    await turns();
    Socket.last.says(told(1, [peek]));
    await turns();
    expect(table.peek?.cards).toEqual(peek.shown);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 0 });
    table.seen();
    await turns();
    expect(table.peek).toBe(null);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 1 });
    const kept = JSON.stringify([table.log, table.latest, table.looks, table.board]);
    expect(kept).not.toContain("9");
    expect(kept).toContain(peek.later);
  });

  test("is not waited for if it is hidden from me", async () => {
    Socket.last.says(WELCOME);
    await turns();
    const blind = [{ card: HIDDEN, at: "hand:1", piece: "x" }];
    Socket.last.says(told(1, [{ ...peek, seat: 1, shown: blind }]));
    await turns();
    expect(table.peek).toBe(null);
    expect(table.looks.map((look) => look.seat)).toEqual([1]);
  });
});

test("what was shown before a reload is in the log again", async () => {
  const lines = [laid(1), laid(2)].map(({ number, text }) => ({ number, text }));
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    const body = JSON.stringify({ match: "m", lines });
    return Promise.resolve(new Response(body, { status: 200 }));
  });
  Socket.last.says({ ...WELCOME, number: 3, notices: [laid(3)] });
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toEqual(["/api/tables/abc/log?language=en"]);
  expect(table.log.map((line) => line.text)).toEqual(["line 1", "line 2", "line 3"]);
});

describe("a turn with a clock", () => {
  const asked = { legal: [MOVE], to_act: [0], clock: 30 };

  beforeEach(async () => {
    Socket.last.says(WELCOME);
    Socket.last.says(told(1, [laid(1)], asked));
    await turns();
  });

  test("that has run out was made by a bot, until it is one's turn again", async () => {
    await vi.advanceTimersByTimeAsync(30_000);
    Socket.last.says(told(2, [laid(2)]));
    expect(table.overtime).toBe(true);
    Socket.last.says(told(3, [laid(3)]));
    expect(table.overtime).toBe(true);
    Socket.last.says(told(4, [laid(4)], asked));
    expect(table.overtime).toBe(false);
  });

  test("goes on after a pause with what was left of it", async () => {
    const seats = (phase: Phase): Seats => ({ type: "Seats", match: "m", phase, chairs: [] });
    Socket.last.says(seats("paused"));
    for (let spent = 0; spent < 60_000; spent += 10_000) {
      await vi.advanceTimersByTimeAsync(10_000);
      Socket.last.says(seats("paused")); // a server that is silent for long would be doubted
    }
    Socket.last.says(seats("playing"));
    Socket.last.says(told(1, [], { ...asked, clock: 20 }));
    expect([table.deadline, table.overtime]).toEqual([Date.now() + 20_000, false]);
  });

  test("of somebody else can be seen, and makes nobody else late", async () => {
    Socket.last.says(told(2, [laid(2)], { to_act: [1], clock: 30 }));
    expect(table.deadline).toBe(Date.now() + 30_000);
    await vi.advanceTimersByTimeAsync(30_000);
    Socket.last.says(told(3, [laid(3)]));
    expect([table.deadline, table.overtime]).toEqual([null, false]);
  });

  test("is one's own while there is time, and when one has moved in the last moment", async () => {
    await vi.advanceTimersByTimeAsync(29_000);
    Socket.last.says(told(2, [laid(2)], { ...asked, clock: 1 }));
    expect(table.overtime).toBe(false);
    table.move(MOVE.text);
    await vi.advanceTimersByTimeAsync(1000);
    Socket.last.says(told(3, [laid(3)]));
    expect(table.overtime).toBe(false);
  });
});

test("a new match forgets the old one", async () => {
  Socket.last.says({ ...WELCOME, number: 1, notices: [laid(1)], legal: [MOVE] });
  await turns();
  Socket.last.says({ type: "Seats", match: "next", phase: "playing", chairs: [] });
  expect([table.match, table.log, table.legal, table.board]).toEqual(["next", [], [], {}]);
});
