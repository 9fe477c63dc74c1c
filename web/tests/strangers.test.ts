import { expect, test } from "vitest";
import type { TableLine } from "../src/lib/http";
import { keepSeat } from "../src/lib/seats.svelte";
import { botsIn, openTables, withFreeSeats } from "../src/lobby/strangers.svelte";

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
