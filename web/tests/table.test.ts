import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HIDDEN } from "../src/lib/board";
import { Table, type NoticePresenter } from "../src/lib/table.svelte";
import type { Choice, ClientMessage, Notice, Phase, Seats, Told, ViewData } from "../src/lib/wire";
import { fakeBrowser, FakeSocket, WELCOME } from "./fakes";

const MOVE: Choice = { text: "7D", verb: "lay", pieces: ["a"] };
const laid = (number: number): Notice => ({
  number,
  event: "Laid",
  seat: 0,
  text: `line ${number}`,
});

function view(places: Record<string, string[]>, pieces: Record<string, string[]>): ViewData {
  const nothing = { to_act: [], over: false, scores: [0, 0], winners: [] };
  return { viewer: 0, game: "scopa", players: ["Ann", "Bea"], ...nothing, places, pieces };
}

function told(number: number, notices: Notice[], more: Partial<Told> = {}): Told {
  return { type: "Told", number, notices, ...more };
}

let table: Table;

beforeEach(() => {
  fakeBrowser();
  table = new Table(
    "abc",
    "secret",
    () => "en",
    () => ["3", "5"],
  );
  FakeSocket.last.open();
});

afterEach(async () => {
  table.leave();
  await settle(); // what was waiting ends before the browser is gone
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Let everything happen that does not wait for time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

const sent = (type: ClientMessage["type"]) =>
  FakeSocket.last.sent.filter((each) => each.type === type);

async function reconnect(number: number, notices: Notice[] = []): Promise<void> {
  FakeSocket.last.drop();
  await vi.advanceTimersByTimeAsync(1000);
  FakeSocket.last.open();
  FakeSocket.last.receive({ ...WELCOME, number, notices });
  await settle();
}

describe("what is told", () => {
  test("is shown one by one, and acknowledged when all of it has been shown", async () => {
    FakeSocket.last.receive(WELCOME);
    await settle();
    const shown: number[] = [];
    const ends: (() => void)[] = [];
    table.presenter = (notice) => {
      shown.push(notice.number);
      return new Promise((resolve) => ends.push(resolve));
    };
    FakeSocket.last.receive(told(2, [laid(1), laid(2)]));
    await settle();
    expect(shown).toEqual([1]);
    ends[0]!();
    await settle();
    expect(shown).toEqual([1, 2]);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 0 });
    ends[1]!();
    await settle();
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 2 });
  });

  test("can be answered before it has been shown", async () => {
    FakeSocket.last.receive(WELCOME);
    await settle();
    let isSkipped = false;
    const untilSkipped: NoticePresenter = (_, __, skip) =>
      new Promise((resolve) =>
        skip.addEventListener("abort", () => {
          isSkipped = true;
          resolve();
        }),
      );
    table.presenter = untilSkipped;
    FakeSocket.last.receive(told(1, [laid(1)], { legal: [MOVE], to_act: [0] }));
    await settle();
    expect(table.myTurn).toBe(true);
    table.move(MOVE.text);
    expect(isSkipped).toBe(true);
    expect(sent("Move")).toMatchObject([{ after: 1, move: "7D" }]);
  });

  test("again are the same moves, so that what was picked of them stays picked", () => {
    FakeSocket.last.receive({ ...WELCOME, legal: [MOVE] });
    const { legal } = table;
    FakeSocket.last.receive(told(0, [], { legal: [MOVE] }));
    expect(table.legal).toBe(legal);
    FakeSocket.last.receive(told(0, [], { legal: [MOVE, { text: "2C", verb: "lay" }] }));
    expect(table.legal).toHaveLength(2);
  });

  test("is in the log once, also if it comes again", async () => {
    FakeSocket.last.receive({ ...WELCOME, number: 1, notices: [laid(1)] });
    await settle();
    await reconnect(2, [laid(1), laid(2)]);
    expect(table.log.lines.map((line) => line.number)).toEqual([1, 2]);
  });

  test("changes the board as the view says", async () => {
    const before = view({ "hand:0": ["7D"], table: [] }, { "hand:0": ["a"], table: [] });
    const after = view({ "hand:0": [], table: ["7D"] }, { "hand:0": [], table: ["a"] });
    FakeSocket.last.receive({ ...WELCOME, view: before });
    await settle();
    const moves = [{ card: "7D", from: "hand:0", to: "table", piece: "a" }];
    FakeSocket.last.receive(told(1, [{ ...laid(1), moved: moves }], { view: after }));
    await settle();
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
    FakeSocket.last.receive({ ...WELCOME, to_act: [1] });
    await settle();
    table.presenter = async (notice, change) => {
      change();
      if (notice.event === "Tallied") await table.showTally(notice);
    };
    FakeSocket.last.receive(
      told(1 + after.length, [counted(1), ...after], { to_act: [0], ...more }),
    );
    await settle();
  };

  test("holds the table until the player goes on, and nobody else", async () => {
    await freeze([laid(2)], { legal: [MOVE] });
    expect(table.tally?.number).toBe(1);
    expect(table.toAct).toEqual([]);
    expect(table.log.lines).toHaveLength(1);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 2 });
    FakeSocket.last.receive(told(3, [laid(3)]));
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 3 });
    table.skip();
    await settle();
    expect(table.frozen).toBe(true);
    table.closeTally();
    await settle();
    expect(table.tally).toBe(null);
    expect(table.log.lines).toHaveLength(3);
  });

  test("does not acknowledge what only the player is to see", async () => {
    await freeze([laid(2), peeked(3), laid(4)]);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 2 });
  });

  test("stays over a lost connection, and goes with its match", async () => {
    await freeze([laid(2)]);
    await reconnect(2);
    expect(table.frozen).toBe(true);
    const rematch: Seats = { type: "Seats", match: "next", phase: "playing", seats: [] };
    FakeSocket.last.receive(rematch);
    await settle();
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
    FakeSocket.last.receive({ ...WELCOME, legal: [MOVE] });
    await settle();
    table.move(MOVE.text);
  };

  test("is asked again with the same id when the connection comes back", async () => {
    await asks();
    const [first] = sent("Move");
    await reconnect(0);
    expect(sent("Move")).toEqual([first]);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  test("is asked once", async () => {
    await asks();
    table.move(MOVE.text);
    expect(sent("Move")).toHaveLength(1);
  });

  test("is done when it is answered, and nothing can be done until more is told", async () => {
    await asks();
    const [move] = sent("Move");
    FakeSocket.last.receive({ type: "Answer", id: (move as { id: string }).id });
    expect(table.requests.pending).toBe(null);
    expect(table.myTurn).toBe(false);
  });

  test("may be refused, and then it is one's turn still", async () => {
    await asks();
    const [move] = sent("Move");
    const { id } = move as { id: string };
    FakeSocket.last.receive({ type: "Refused", code: "stale", text: "No.", id });
    expect(table.requests.refusal?.text).toBe("No.");
    expect(table.requests.pending).toBe(null);
    expect(table.myTurn).toBe(true);
  });

  test("that is none has a reason, in the server's words; only that of the last pick counts", async () => {
    await asks();
    table.requests.onAnswer(table.requests.pending?.id);
    table.requests.askWhy(["a"]);
    table.requests.askWhy(["a", "b"]);
    const [first, second] = sent("Explain").map((each) => (each as { id: string }).id);
    const explanation = { type: "Explanation", code: "wrong-sum" } as const;
    FakeSocket.last.receive({ ...explanation, id: first!, text: "Old." });
    expect(table.requests.refusal).toBe(null);
    FakeSocket.last.receive({ ...explanation, id: second!, text: "No." });
    expect(table.requests.refusal).toEqual({ code: "wrong-sum", text: "No." });
    table.requests.askWhy(["c"]);
    FakeSocket.last.receive({
      type: "Explanation",
      id: (sent("Explain").at(-1) as { id: string }).id,
    });
    expect(table.requests.refusal).toBe(null);
  });

  test("makes it doubt the connection if no answer comes", async () => {
    await asks();
    const before = sent("Hello").length;
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeSocket.all[0]!.sent.filter((each) => each.type === "Hello").length).toBe(before + 1);
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
    FakeSocket.last.receive(WELCOME);
    await settle();
    FakeSocket.last.receive(told(1, [peek]));
    await settle();
    expect(table.peek?.cards).toEqual(peek.shown);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 0 });
    table.closePeek();
    await settle();
    expect(table.peek).toBe(null);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 1 });
    const kept = JSON.stringify([table.log.lines, table.log.latest, table.looks, table.board]);
    expect(kept).not.toContain("9");
    expect(kept).toContain(peek.later);
  });

  test("is not waited for if it is hidden from me", async () => {
    FakeSocket.last.receive(WELCOME);
    await settle();
    const blind = [{ card: HIDDEN, at: "hand:1", piece: "x" }];
    FakeSocket.last.receive(told(1, [{ ...peek, seat: 1, shown: blind }]));
    await settle();
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
  FakeSocket.last.receive({ ...WELCOME, number: 3, notices: [laid(3)] });
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toEqual(["/api/tables/abc/log?language=en"]);
  expect(table.log.lines.map((line) => line.text)).toEqual(["line 1", "line 2", "line 3"]);
});

describe("a turn with a clock", () => {
  const asked = { legal: [MOVE], to_act: [0], clock: 30 };

  beforeEach(async () => {
    FakeSocket.last.receive(WELCOME);
    FakeSocket.last.receive(told(1, [laid(1)], asked));
    await settle();
  });

  test("that has run out was made by a bot, until it is one's turn again", async () => {
    await vi.advanceTimersByTimeAsync(30_000);
    FakeSocket.last.receive(told(2, [laid(2)]));
    expect(table.overtime).toBe(true);
    FakeSocket.last.receive(told(3, [laid(3)]));
    expect(table.overtime).toBe(true);
    FakeSocket.last.receive(told(4, [laid(4)], asked));
    expect(table.overtime).toBe(false);
  });

  test("goes on after a pause with what was left of it", async () => {
    const seats = (phase: Phase): Seats => ({ type: "Seats", match: "m", phase, seats: [] });
    FakeSocket.last.receive(seats("paused"));
    for (let spent = 0; spent < 60_000; spent += 10_000) {
      await vi.advanceTimersByTimeAsync(10_000);
      FakeSocket.last.receive(seats("paused")); // a server that is silent for long would be doubted
    }
    FakeSocket.last.receive(seats("playing"));
    FakeSocket.last.receive(told(1, [], { ...asked, clock: 20 }));
    expect([table.deadline, table.overtime]).toEqual([Date.now() + 20_000, false]);
  });

  test("of somebody else can be seen, and makes nobody else late", async () => {
    FakeSocket.last.receive(told(2, [laid(2)], { to_act: [1], clock: 30 }));
    expect(table.deadline).toBe(Date.now() + 30_000);
    await vi.advanceTimersByTimeAsync(30_000);
    FakeSocket.last.receive(told(3, [laid(3)]));
    expect([table.deadline, table.overtime]).toEqual([null, false]);
  });

  test("is one's own while there is time, and when one has moved in the last moment", async () => {
    await vi.advanceTimersByTimeAsync(29_000);
    FakeSocket.last.receive(told(2, [laid(2)], { ...asked, clock: 1 }));
    expect(table.overtime).toBe(false);
    table.move(MOVE.text);
    await vi.advanceTimersByTimeAsync(1000);
    FakeSocket.last.receive(told(3, [laid(3)]));
    expect(table.overtime).toBe(false);
  });
});

test("a new match forgets the old one", async () => {
  FakeSocket.last.receive({ ...WELCOME, number: 1, notices: [laid(1)], legal: [MOVE] });
  await settle();
  FakeSocket.last.receive({ type: "Seats", match: "next", phase: "playing", seats: [] });
  expect([table.match, table.log.lines, table.legal, table.board]).toEqual(["next", [], [], {}]);
});

describe("what has to be looked at", () => {
  const CARDS = { "hand:0": ["7D"], table: ["2C"] };
  const IDS = { "hand:0": ["a"], table: ["b"] };
  const lays: Notice = {
    ...laid(1),
    pause: true,
    moved: [{ card: "7D", from: "hand:0", to: "table", piece: "a" }],
  };
  const faces = (place: string) => table.board[place]?.map((piece) => piece.face);

  test("stays while one looks, though it is gone from the view, and the rest comes then", async () => {
    FakeSocket.last.receive({ ...WELCOME, view: view(CARDS, IDS) });
    await settle();
    table.presenter = async (notice, change) => {
      change();
      if (notice.pause) await table.look(1600);
    };
    FakeSocket.last.receive(told(1, [lays], { more: true, to_act: [1] }));
    await settle();
    expect(table.pausing).toBe(true);
    expect(table.toAct).toEqual([]);
    expect(faces("table")).toEqual(["2C", "7D"]);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 0 });
    await vi.advanceTimersByTimeAsync(1599);
    expect(table.pausing).toBe(true);
    table.skip();
    await settle();
    expect(table.pausing).toBe(false);
    expect(sent("Ack").at(-1)).toEqual({ type: "Ack", number: 1 });
    expect(faces("table")).toEqual(["2C", "7D"]);
    const end = view({ "hand:0": [], table: [] }, {});
    FakeSocket.last.receive(told(2, [laid(2)], { view: end, to_act: [1] }));
    await settle();
    expect(faces("table")).toEqual([]);
    expect(table.toAct).toEqual([1]);
  });

  test("is laid open for that time, also where the view has all of it away again", async () => {
    FakeSocket.last.receive({
      ...WELCOME,
      view: view({ "cup:0": ["5"], "cup:1": [HIDDEN] }, { "cup:0": ["a"], "cup:1": ["b"] }),
    });
    await settle();
    table.presenter = async (_, change) => {
      change();
      await table.look(1600);
    };
    const opened: Notice = { number: 1, event: "Opened", pause: true, hands: [["5"], ["3"]] };
    FakeSocket.last.receive(told(1, [opened], { view: view({}, {}) }));
    await settle();
    expect([faces("cup:0"), faces("cup:1")]).toEqual([["5"], ["3"]]);
    await vi.advanceTimersByTimeAsync(1600);
    expect(table.board).toEqual({});
  });

  test("is laid open while it is counted, also if the rest of the move follows", async () => {
    const down = view(
      { "hand:0": [HIDDEN], "hand:1": [HIDDEN] },
      { "hand:0": ["a"], "hand:1": ["b"] },
    );
    FakeSocket.last.receive({ ...WELCOME, view: down });
    await settle();
    table.presenter = async (notice, change) => {
      change();
      if (notice.tally) await table.showTally(notice);
    };
    const counted = { hands: [["5"], ["3"]], tally: { rows: [], winners: [0, 1] } };
    const finished: Notice = { number: 1, event: "RoundFinished", ...counted };
    FakeSocket.last.receive(told(2, [finished, laid(2)], { view: down }));
    await settle();
    expect([faces("hand:0"), faces("hand:1")]).toEqual([["5"], ["3"]]);
    table.closeTally();
    await settle();
    expect([faces("hand:0"), faces("hand:1")]).toEqual([[HIDDEN], [HIDDEN]]);
  });

  test("is the hand of one player, for that time", async () => {
    const cups = view({ "cup:0": ["5"], "cup:1": [HIDDEN] }, { "cup:0": ["a"], "cup:1": ["b"] });
    FakeSocket.last.receive({ ...WELCOME, view: cups });
    await settle();
    table.presenter = async (_, change) => {
      change();
      await table.look(1600);
    };
    const opened: Notice = { number: 1, event: "Opened", seat: 1, pause: true, cards: ["3"] };
    FakeSocket.last.receive(told(1, [{ ...opened, words: ["no face"] }], { view: cups }));
    await settle();
    expect([faces("cup:0"), faces("cup:1")]).toEqual([["5"], ["3"]]);
    await vi.advanceTimersByTimeAsync(1600);
    expect(faces("cup:1")).toEqual([HIDDEN]);
  });

  test("is there for who comes back meanwhile: the view is from before the move", async () => {
    FakeSocket.last.receive({
      ...WELCOME,
      number: 1,
      notices: [lays],
      view: view(CARDS, IDS),
      more: true,
    });
    await settle();
    expect(faces("table")).toEqual(["2C", "7D"]);
  });
});
