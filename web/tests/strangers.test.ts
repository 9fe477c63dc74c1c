import { expect, test, vi } from "vitest";
import type { TableLine } from "../src/lib/http";
import { keepSeat } from "../src/lib/seats.svelte";
import { botsIn, openTables, watchOpenTables, withFreeSeats } from "../src/lobby/strangers.svelte";

const line = (table: string, how: Partial<TableLine> = {}): TableLine => ({
  table,
  game: "scopa",
  phase: "open",
  players: ["Ann", ""],
  free: 1,
  dev: false,
  ...how,
});

test("only tables with a free seat for us are shown", () => {
  keepSeat("ours", "scopa", "secret");
  const lines = [
    line("a"),
    line("full", { free: 0 }),
    line("begun", { phase: "playing" }),
    line("ours"),
  ];
  expect(withFreeSeats(lines, 0).map(({ table }) => table)).toEqual(["a"]);
});

test("the time until bots come runs on between two answers of the server", () => {
  const [waits, people] = withFreeSeats([line("a", { fill_in: 20 }), line("b")], 1000);
  openTables.now = 6500;
  expect(botsIn(waits!)).toBe(15);
  openTables.now = 60_000;
  expect(botsIn(waits!)).toBe(0);
  expect(botsIn(people!)).toBeNull();
});

test("nobody is asked while nobody looks, and at once when somebody looks again", () => {
  vi.useFakeTimers();
  const asked = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal("fetch", asked);
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", page);
  const look = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const unwatch = watchOpenTables();
  vi.advanceTimersByTime(5000);
  expect(asked).toHaveBeenCalledTimes(2);
  look(true);
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  look(false);
  expect(asked).toHaveBeenCalledTimes(3);
  unwatch();
  look(false);
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
