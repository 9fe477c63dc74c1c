import { expect, test, vi } from "vitest";
import code from "../public/sw.js?raw";

const HERE = "https://cards.example";

/** Tap a notification, with these windows open; what was done by the worker. */
async function tap(open: string[], data?: { address: string }) {
  const listeners: Record<string, (event: unknown) => void> = {};
  const windows = open.map((url) => ({ url, focus: vi.fn() }));
  const openWindow = vi.fn();
  const worker = {
    addEventListener: (kind: string, listener: () => void) => (listeners[kind] = listener),
    clients: { matchAll: () => Promise.resolve(windows), openWindow },
    location: { origin: HERE },
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is our own, and no module
  const run = new Function("self", code) as (self: unknown) => void;
  run(worker);
  const close = vi.fn();
  const done: Promise<void>[] = [];
  const waitUntil = (each: Promise<void>) => void done.push(each);
  listeners["notificationclick"]!({ notification: { close, data }, waitUntil });
  await Promise.all(done);
  expect(close).toHaveBeenCalledOnce();
  const focused = windows.filter(({ focus }) => focus.mock.calls.length > 0);
  return { focused: focused.map(({ url }) => url), opened: openWindow.mock.calls.flat() };
}

test("a tap on a notification brings its table to the front, and no other window", async () => {
  const table = `${HERE}/#/table/abc`;
  expect(await tap([`${HERE}/`, table], { address: "/#/table/abc" })).toEqual({
    focused: [table],
    opened: [],
  });
});

test("a table that is open nowhere is opened; without an address it is the first screen", async () => {
  expect(await tap([`${HERE}/`], { address: "/#/table/abc" })).toEqual({
    focused: [],
    opened: [`${HERE}/#/table/abc`],
  });
  expect(await tap([])).toEqual({ focused: [], opened: [`${HERE}/`] });
});
