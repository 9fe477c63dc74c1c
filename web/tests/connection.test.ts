import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type Link } from "../src/lib/connection";
import type { FromServer, Hello } from "../src/lib/wire";
import { browser, Socket, WELCOME } from "./fakes";

const HELLO: Hello = { type: "Hello", table: "abc", seen: 0, language: "en" };
const LONG = 60_000;

let around: ReturnType<typeof browser>;
let links: Link[];
let heard: FromServer[];
let connection: Connection;

beforeEach(() => {
  around = browser();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  links = [];
  heard = [];
  connection = new Connection(
    () => HELLO,
    (message) => heard.push(message),
    (link) => links.push(link),
  );
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function arrive(): void {
  Socket.last.opens();
  Socket.last.says(WELCOME);
}

test("it says hello, and is open when it is welcomed", () => {
  expect(Socket.last.address.href).toBe("ws://table.invalid/ws");
  Socket.last.opens();
  expect(Socket.last.sent).toEqual([HELLO]);
  expect(links).toEqual(["connecting"]);
  Socket.last.says(WELCOME);
  expect(links).toEqual(["connecting", "open"]);
  expect(heard).toEqual([WELCOME]);
});

test("it comes back by itself, more and more slowly", () => {
  arrive();
  const tries: number[] = [];
  for (let minute = 0; minute < 2; minute += 1) {
    const before = Socket.all.length;
    for (let spent = 0; spent < LONG; spent += 50) {
      if (Socket.last.readyState !== Socket.CLOSED) Socket.last.breaks();
      vi.advanceTimersByTime(50);
    }
    tries.push(Socket.all.length - before);
  }
  expect(tries[0]).toBeGreaterThan(10);
  expect(tries[1]).toBeGreaterThan(5);
  expect(tries[1]).toBeLessThan(tries[0]!);
  arrive();
  expect(links.at(-1)).toBe("open");
});

test("it does not come back where it is not wanted", () => {
  arrive();
  Socket.last.breaks(1008);
  vi.advanceTimersByTime(LONG);
  expect(links.at(-1)).toBe("closed");
  expect(Socket.all).toHaveLength(1);
});

test.each(["focus", "pointerdown", "keydown"])("a window too many waits for a %s", (used) => {
  arrive();
  Socket.last.breaks(1013, "too-many");
  vi.advanceTimersByTime(LONG);
  around.window.dispatchEvent(new Event("online"));
  expect(links.at(-1)).toBe("elsewhere");
  expect(Socket.all).toHaveLength(1);
  around.window.dispatchEvent(new Event(used));
  expect(Socket.all).toHaveLength(2);
});

test("where there is no room yet it tries again", () => {
  Socket.last.opens();
  Socket.last.breaks(1013, "too-many");
  expect(links.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(Socket.all).toHaveLength(2);
});

test("a socket that only looks open is given up, and its last words are not heard", () => {
  arrive();
  connection.doubt();
  expect(Socket.last.sent).toEqual([HELLO, HELLO]);
  vi.advanceTimersByTime(LONG);
  const [dead] = Socket.all;
  expect(dead!.readyState).toBe(Socket.CLOSED);
  expect(Socket.all.length).toBeGreaterThan(1);
  dead!.says(WELCOME);
  expect(heard).toHaveLength(1);
});

test("any answer takes the doubt away", () => {
  arrive();
  connection.doubt();
  vi.advanceTimersByTime(2000);
  expect(links.at(-1)).toBe("lost");
  Socket.last.says({ type: "Refused", code: "again", text: "" });
  expect(links.at(-1)).toBe("open");
  vi.advanceTimersByTime(10_000);
  expect(Socket.all).toHaveLength(1);
});

test("a long silence is doubted", () => {
  arrive();
  vi.advanceTimersByTime(15_000);
  expect(Socket.last.sent).toEqual([HELLO]);
  vi.advanceTimersByTime(6000);
  expect(Socket.all[0]!.sent).toEqual([HELLO, HELLO]);
});

test("without a network the player is told at once, unless the server still answers", () => {
  arrive();
  around.window.dispatchEvent(new Event("offline"));
  vi.advanceTimersByTime(1);
  expect(links.at(-1)).toBe("lost");
  Socket.last.says({ type: "Refused", code: "again", text: "" });
  expect(links.at(-1)).toBe("open");
});

test("when the network is back it does not wait for its turn", () => {
  arrive();
  Socket.last.breaks();
  around.window.dispatchEvent(new Event("online"));
  expect(Socket.all).toHaveLength(2);
});

test("what cannot be sent is not taken for sent", () => {
  expect(connection.send({ type: "Ack", number: 1 })).toBe(false);
  arrive();
  expect(connection.send({ type: "Ack", number: 1 })).toBe(true);
});

test("once it is closed it stays closed", () => {
  arrive();
  connection.close();
  around.window.dispatchEvent(new Event("focus"));
  vi.advanceTimersByTime(LONG);
  expect(Socket.all).toHaveLength(1);
});
