/** A browser that is only as much of one as the client's own classes need. */

import { vi } from "vitest";
import type { ClientMessage, ServerMessage, Welcome } from "../src/lib/wire";

export const WELCOME: Welcome = {
  type: "Welcome",
  table: "abc",
  match: "m",
  game: "scopa",
  phase: "playing",
  seat: 0,
  seats: [],
  options: {},
  number: 0,
};

export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];

  readyState = FakeSocket.CONNECTING;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }

  // What the server and the network do.

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  receive(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006, reason = ""): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

interface Page extends EventTarget {
  hidden: boolean;
}

/** Puts the browser in place, with timers that wait until they are told to go on. */
export function fakeBrowser(): { page: Page; window: EventTarget } {
  FakeSocket.all = [];
  const window = new EventTarget();
  const page: Page = Object.assign(new EventTarget(), { hidden: false });
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { href: "http://table.invalid/#abc", hash: "#abc" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  return { page, window };
}
