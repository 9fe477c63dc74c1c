import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Table } from "../src/lib/table.svelte";
import type { Notice, Seats, Told } from "../src/lib/wire";
import { fakeBrowser, FakeSocket, WELCOME } from "./fakes";

let table: Table;
const SEATS: Seats = { type: "Seats", match: "m", phase: "playing", seats: [] };
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  fakeBrowser();
  table = new Table("abc", "secret", () => "en");
  FakeSocket.last.open();
});

afterEach(async () => {
  table.leave();
  await settle();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("whom the table waits for is counted from the seconds of the last message", async () => {
  FakeSocket.last.receive(WELCOME);
  await settle();
  FakeSocket.last.receive({ ...SEATS, bot_in: { 1: 12.5 }, watching: 3 });
  expect(table.presence.botAt).toEqual({ 1: Date.now() + 12_500 });
  expect(table.presence.watching).toBe(3);
  const told: Told = { type: "Told", number: 0, bot_in: { 1: 10 } };
  FakeSocket.last.receive(told);
  expect(table.presence.botAt).toEqual({ 1: Date.now() + 10_000 });
  FakeSocket.last.receive(SEATS);
  expect(table.presence.botAt).toEqual({});
  expect(table.presence.watching).toBe(0);
});

test("a recap stays until it is closed, also if the connection is lost meanwhile", async () => {
  const recap = { lines: [{ text: "You lay the 7.", seat: 0, stand_in: true }], earlier: 2 };
  FakeSocket.last.receive({ ...WELCOME, recap });
  await settle();
  expect(table.presence.recap).toEqual(recap);
  FakeSocket.last.receive(WELCOME);
  expect(table.presence.recap).toEqual(recap);
  table.presence.closeRecap();
  FakeSocket.last.receive({ ...WELCOME, recap: { lines: [] } }); // there is nothing to tell
  expect(table.presence.recap).toBeNull();
});

test("a nudge is over with the turn", async () => {
  const move = { text: "7D", verb: "lay" };
  FakeSocket.last.receive({ ...WELCOME, legal: [move] });
  await settle();
  FakeSocket.last.receive({ type: "Nudged", by: 1, name: "Bea" });
  expect(table.presence.nudge?.name).toBe("Bea");
  FakeSocket.last.receive({ type: "Told", number: 0, legal: [move] }); // only the time
  expect(table.presence.nudge?.name).toBe("Bea");
  FakeSocket.last.receive({ type: "Told", number: 1 });
  expect(table.presence.nudge).toBeNull();
});

test("a nudge that is sent names the seat, and its refusal is said", async () => {
  FakeSocket.last.receive(WELCOME);
  await settle();
  table.nudge(1);
  const sent = FakeSocket.last.sent.at(-1)!;
  expect(sent).toMatchObject({ type: "Nudge", seat: 1 });
  const id = (sent as { id: string }).id;
  FakeSocket.last.receive({ type: "Refused", id, code: "nudge-later", text: "Not yet." });
  expect(table.requests.refusal?.text).toBe("Not yet.");
  expect(table.connectionState).toBe("open");
});

/** What happens while nobody looks, and then somebody does. */
async function whileHidden(milliseconds: number, notices: Notice[], shortLog = ""): Promise<void> {
  FakeSocket.last.receive(WELCOME);
  await settle();
  table.presence.hide();
  for (const notice of notices) {
    FakeSocket.last.receive({ type: "Told", number: notice.number, notices: [notice] });
  }
  await vi.advanceTimersByTimeAsync(milliseconds);
  table.presence.comeBack(0, shortLog);
  await vi.advanceTimersByTimeAsync(500);
}

const moved = (number: number, more: Partial<Notice> = {}): Notice => ({
  number,
  event: "Captured",
  seat: 1,
  text: `Bea takes ${number}.`,
  ...more,
});

test("who comes back to a hidden page reads what the others have done", async () => {
  await whileHidden(3000, [moved(1), moved(2)]);
  expect(table.presence.recap).toMatchObject({
    lines: [{ text: "Bea takes 1." }, { text: "Bea takes 2." }],
    earlier: 0,
  });
});

test("what arrives when a phone wakes up belongs to its recap", async () => {
  await whileHidden(3000, []);
  expect(table.presence.recap).toBeNull();
  table.presence.hide();
  await vi.advanceTimersByTimeAsync(3000);
  table.presence.comeBack(0, "");
  FakeSocket.last.receive({ type: "Told", number: 1, notices: [moved(1)] });
  await vi.advanceTimersByTimeAsync(500);
  expect(table.presence.recap?.lines).toHaveLength(1);
  FakeSocket.last.receive({ type: "Told", number: 2, notices: [moved(2)] }); // they see it
  await vi.advanceTimersByTimeAsync(500);
  expect(table.presence.recap?.lines).toHaveLength(1);
});

test("a glance elsewhere, and what one did oneself, is no absence", async () => {
  await whileHidden(2999, [moved(1)]);
  expect(table.presence.recap).toBeNull();
  await whileHidden(60_000, [moved(2, { seat: 0 })]);
  expect(table.presence.recap).toBeNull();
});

test("what a bot did for the player comes first, however short they were away", async () => {
  const stood = moved(2, {
    seat: 0,
    text: "You take 2. A bot played this for you.",
    stand_in: true,
  });
  await whileHidden(10, [moved(1), stood, ...[3, 4, 5, 6, 7, 8, 9, 10].map((n) => moved(n))]);
  const { lines = [], earlier } = table.presence.recap!;
  expect(lines.map((line) => line.text)).toEqual([
    stood.text,
    ...[4, 5, 6, 7, 8, 9, 10].map((n) => `Bea takes ${n}.`),
  ]);
  expect(lines[0]!.stand_in).toBe(true);
  expect(earlier).toBe(2);
});

test("in a game of memory the recap has what the log shows, and no face", async () => {
  const turns = [1, 3, 5].flatMap((number) => [
    moved(number, { event: "Turned", text: "" }),
    moved(number + 1, { text: `Bea looks at a 7: ${number}.`, later: `Bea looks: ${number}.` }),
  ]);
  await whileHidden(3000, turns, "Turned");
  expect(table.presence.recap!.lines!.map((line) => line.text)).toEqual([
    "Bea looks: 3.",
    "Bea looks: 5.",
  ]);
});
