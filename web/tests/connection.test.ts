import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type ConnectionState } from "../src/lib/connection";
import type { ClientMessage, ServerMessage, Hello } from "../src/lib/wire";
import { fakeBrowser, FakeSocket, WELCOME } from "./fakes";

const HELLO: Hello = { type: "Hello", table: "abc", seen: 0, language: "en" };
const LONG = 60_000;

let fake: ReturnType<typeof fakeBrowser>;
let states: ConnectionState[];
let received: ServerMessage[];
let connection: Connection;

beforeEach(() => {
  fake = fakeBrowser();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  states = [];
  received = [];
  connection = new Connection({
    hello: () => HELLO,
    onMessage: (message) => received.push(message),
    onState: (state) => states.push(state),
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function arrive(): void {
  FakeSocket.last.open();
  FakeSocket.last.receive(WELCOME);
}

test("it says hello, and is open when it is welcomed", () => {
  expect(FakeSocket.last.address.href).toBe("ws://table.invalid/ws?table=abc");
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([HELLO]);
  expect(states).toEqual(["connecting"]);
  FakeSocket.last.receive(WELCOME);
  expect(states).toEqual(["connecting", "open"]);
  expect(received).toEqual([WELCOME]);
});

test("it comes back by itself, more and more slowly", () => {
  arrive();
  const tries: number[] = [];
  for (let minute = 0; minute < 2; minute += 1) {
    const before = FakeSocket.all.length;
    for (let spent = 0; spent < LONG; spent += 50) {
      if (FakeSocket.last.readyState !== FakeSocket.CLOSED) FakeSocket.last.drop();
      vi.advanceTimersByTime(50);
    }
    tries.push(FakeSocket.all.length - before);
  }
  expect(tries[0]).toBeGreaterThan(10);
  expect(tries[1]).toBeGreaterThan(5);
  expect(tries[1]).toBeLessThan(tries[0]!);
  arrive();
  expect(states.at(-1)).toBe("open");
});

test("it does not come back where it is not wanted", () => {
  arrive();
  FakeSocket.last.drop(1008);
  vi.advanceTimersByTime(LONG);
  expect(states.at(-1)).toBe("closed");
  expect(FakeSocket.all).toHaveLength(1);
});

test.each(["focus", "pointerdown", "keydown"])("a window too many waits for a %s", (used) => {
  arrive();
  FakeSocket.last.drop(1013, "too-many");
  vi.advanceTimersByTime(LONG);
  fake.window.dispatchEvent(new Event("online"));
  expect(states.at(-1)).toBe("elsewhere");
  expect(FakeSocket.all).toHaveLength(1);
  fake.window.dispatchEvent(new Event(used));
  expect(FakeSocket.all).toHaveLength(2);
});

test("where there is no room yet it tries again", () => {
  FakeSocket.last.open();
  FakeSocket.last.drop(1013, "too-many");
  expect(states.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a socket that only looks open is given up, and its last words are not received", () => {
  arrive();
  connection.probe();
  expect(FakeSocket.last.sent).toEqual([HELLO, HELLO]);
  vi.advanceTimersByTime(LONG);
  const [dead] = FakeSocket.all;
  expect(dead!.readyState).toBe(FakeSocket.CLOSED);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  dead!.receive(WELCOME);
  expect(received).toHaveLength(1);
});

test("any answer takes the doubt away", () => {
  arrive();
  connection.probe();
  vi.advanceTimersByTime(2000);
  expect(states.at(-1)).toBe("lost");
  FakeSocket.last.receive({ type: "Refused", code: "again", text: "" });
  expect(states.at(-1)).toBe("open");
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a long silence is doubted", () => {
  arrive();
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.last.sent).toEqual([HELLO]);
  vi.advanceTimersByTime(6000);
  expect(FakeSocket.all[0]!.sent).toEqual([HELLO, HELLO]);
});

const MOVE: ClientMessage = { type: "Move", id: "1", after: 0, move: "7D" };

test("a request without an answer is doubted, and after three seconds the socket is given up", () => {
  arrive();
  connection.send(MOVE);
  vi.advanceTimersByTime(1600);
  expect(FakeSocket.last.sent).toEqual([HELLO, MOVE, HELLO]);
  expect(FakeSocket.last.readyState).toBe(FakeSocket.OPEN);
  vi.advanceTimersByTime(1900);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a server that lives and is slow is asked again, and not given up", () => {
  arrive();
  connection.send(MOVE);
  for (let second = 0; second < 30; second += 1) {
    vi.advanceTimersByTime(1000);
    const asked = FakeSocket.last.sent.at(-1)!.type === "Hello";
    if (asked) FakeSocket.last.receive({ type: "Refused", code: "again", text: "" });
  }
  expect(FakeSocket.all).toHaveLength(1);
  expect(states.at(-1)).toBe("open");
});

test("what is answered is not doubted", () => {
  arrive();
  connection.send(MOVE);
  FakeSocket.last.receive({ type: "Answer", id: "1" });
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.last.sent).toEqual([HELLO, MOVE]);
});

test("on a slow network it waits longer from doubt to doubt", () => {
  const lives: number[] = [];
  for (let socket = 0; socket < 3; socket += 1) {
    arrive();
    connection.send(MOVE);
    const now = FakeSocket.last;
    let spent = 0;
    for (; now.readyState === FakeSocket.OPEN; spent += 100) vi.advanceTimersByTime(100);
    lives.push(spent);
    while (FakeSocket.last === now) vi.advanceTimersByTime(100);
  }
  expect(lives).toEqual([3000, 6000, 8000]);
});

test("without a network the player is told at once, unless the server still answers", () => {
  arrive();
  fake.window.dispatchEvent(new Event("offline"));
  vi.advanceTimersByTime(1);
  expect(states.at(-1)).toBe("lost");
  FakeSocket.last.receive({ type: "Refused", code: "again", text: "" });
  expect(states.at(-1)).toBe("open");
});

test("when the network is back it does not wait for its turn", () => {
  arrive();
  FakeSocket.last.drop();
  fake.window.dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(2);
});

test("what cannot be sent is not taken for sent", () => {
  expect(connection.send({ type: "Ack", number: 1 })).toBe(false);
  arrive();
  expect(connection.send({ type: "Ack", number: 1 })).toBe(true);
});

test("once it is closed it stays closed", () => {
  arrive();
  connection.close();
  fake.window.dispatchEvent(new Event("focus"));
  vi.advanceTimersByTime(LONG);
  expect(FakeSocket.all).toHaveLength(1);
});
