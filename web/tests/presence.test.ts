import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Table } from "../src/lib/table.svelte";
import type { Seats, Told } from "../src/lib/wire";
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
