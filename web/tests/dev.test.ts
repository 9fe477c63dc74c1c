import { afterEach, expect, test, vi } from "vitest";
import { Author } from "../src/dev/author.svelte";
import { byVerb, namesOf, publicFacts, runs, untold, written } from "../src/dev/showing";
import type { DevEvent, DevTable } from "../src/lib/devHttp";
import type { Table } from "../src/lib/table.svelte";
import type { Choice, ViewData } from "../src/lib/wire";

const choice = (verb: string, number: number): Choice => ({ text: `${verb} ${number}`, verb });
const several = (verb: string, many: number) =>
  Array.from({ length: many }, (_, number) => choice(verb, number));
const seats = [{ seat: 0, name: "Ann" }, { seat: 1, name: "Bea" }, { seat: null }];
const table = { seats } as unknown as DevTable;

afterEach(() => vi.unstubAllGlobals());

test("many moves stand under their verbs, few stand together", () => {
  const few = [...several("draw", 1), ...several("meld", 3)];
  expect(byVerb(few)).toEqual([{ verb: "", moves: few }]);
  const many = [...several("meld", 9), ...several("draw", 1)];
  expect(byVerb(many).map(({ verb, moves }) => [verb, moves.length])).toEqual([
    ["meld", 9],
    ["draw", 1],
  ]);
  expect(byVerb(several("lay", 20))).toHaveLength(1);
  expect(byVerb([])).toEqual([]);
});

test("hidden cards in a row are counted, all others are shown", () => {
  expect(runs(["??", "??", "7D", "??", "7D", "7D"])).toEqual([
    { face: "??", count: 2 },
    { face: "7D", count: 1 },
    { face: "??", count: 1 },
    { face: "7D", count: 1 },
    { face: "7D", count: 1 },
  ]);
});

test("values are written as JSON that can be wrapped", () => {
  const value = { a: [1, null, "x, y"], b: { c: true } };
  expect(written(value)).toBe('{"a": [1, null, "x, y"], "b": {"c": true}}');
  expect(JSON.parse(written(value))).toEqual(value);
});

test("public facts are all that a view has besides its cards", () => {
  const view = { viewer: 0, places: {}, pieces: {}, scores: [1, 2], pot: 7 };
  expect(publicFacts(view as unknown as ViewData)).toEqual([
    ["scores", "[1, 2]"],
    ["pot", "7"],
  ]);
});

test("viewers have names, and those who were told nothing are known", () => {
  expect(namesOf(table, [0, 1, null])).toBe("everybody");
  expect(namesOf(table, [1, null])).toBe("Bea, Spectators");
  expect(namesOf(table, [])).toBe("nobody");
  const event = { told: [{ to: [1] }] } as unknown as DevEvent;
  expect(untold(table, event)).toEqual([0, null]);
});

/** A server that answers when it is told to. */
function slowServer() {
  const waiting: ((moves: number) => void)[] = [];
  const answer = (resolve: (response: Response) => void) => {
    waiting.push((moves) => resolve(Response.json({ ...table, moves })));
  };
  vi.stubGlobal("fetch", () => new Promise<Response>(answer));
  return waiting;
}

test("what happens while one look is on its way is one more look", async () => {
  const waiting = slowServer();
  const author = new Author({ id: "t1" } as Table);
  const looked = author.refresh();
  void author.refresh();
  void author.refresh();
  expect(waiting).toHaveLength(1);
  waiting[0]!(1);
  await looked;
  expect(author.now?.moves).toBe(1);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]!(2);
  await vi.waitFor(() => expect(author.now?.moves).toBe(2));
  expect(waiting).toHaveLength(2);
});

test("a refused move says why, and the next one clears that", async () => {
  const refused = { type: "Refused", code: "bad-request", text: "It is Bea's turn." };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refused, { status: 400 })));
  const author = new Author({ id: "t1", skip: () => undefined } as Table);
  expect(await author.play(0, "lay 7D")).toBe(false);
  expect(author.problem).toBe("It is Bea's turn.");
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ...table, moves: 1 })));
  expect(await author.play(1, "lay 7D")).toBe(true);
  expect([author.problem, author.busy, author.now?.moves]).toEqual(["", false, 1]);
});
