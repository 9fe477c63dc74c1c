import { listTables, playNow, takeSeat } from "../lib/api";
import type { GameInfo, PlayNow, TableLine } from "../lib/http";
import { navigate } from "../lib/route.svelte";
import { heldSeats, keepSeat, seatsAt } from "../lib/seats.svelte";
import { load, save } from "../lib/storage";
import { chosenName } from "../shell/playerName.svelte";
import { chosenLevel, possible } from "./levels";

// The tables that wait for players, and how one comes to a seat at one of them.

const POLL_MS = 5000;
export const WAITS: PlayNow["wait"][] = [15, 30, 60, null]; // seconds; null is for people alone
const USUAL_WAIT = 30;

/** A table with a free seat that everybody may take. */
export interface OpenTable extends TableLine {
  botsAt: number | null; // when bots take the free seats, in milliseconds of Date.now()
}

export const openTables = $state<{ list: OpenTable[]; now: number }>({
  list: [],
  now: Date.now(),
});

/** Those of a list that have a free seat; at none of them has this browser a seat already. */
export function withFreeSeats(lines: readonly TableLine[], at: number): OpenTable[] {
  return lines
    .filter((line) => line.phase === "open" && line.free > 0)
    .filter((line) => !seatsAt(line.table)?.secrets.length)
    .map((line) => ({ ...line, botsAt: line.fill_in == null ? null : at + 1000 * line.fill_in }));
}

export async function refreshOpenTables(): Promise<void> {
  try {
    const lines = await listTables();
    openTables.list = withFreeSeats(lines, Date.now());
  } catch {
    // Who does not answer now may answer next time; the rest of the page says what is wrong.
  }
}

let watchers = 0;
let polls: ReturnType<typeof setInterval> | undefined;
let ticks: ReturnType<typeof setInterval> | undefined;

function refreshIfSeen(): void {
  if (!document.hidden) void refreshOpenTables();
}

/** Keep the list fresh as long as somebody looks at it; returns what ends that. */
export function watchOpenTables(): () => void {
  watchers += 1;
  if (watchers === 1) {
    void refreshOpenTables();
    polls = setInterval(refreshIfSeen, POLL_MS);
    ticks = setInterval(() => (openTables.now = Date.now()), 1000);
    document.addEventListener("visibilitychange", refreshIfSeen);
  }
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    clearInterval(polls);
    clearInterval(ticks);
    document.removeEventListener("visibilitychange", refreshIfSeen);
  };
}

/** The seconds until bots take the free seats of a table; null if they do not. */
export const botsIn = (table: OpenTable): number | null =>
  table.botsAt === null ? null : Math.max(0, Math.ceil((table.botsAt - openTables.now) / 1000));

/** How long the player wants to wait, as they chose it last. */
export function chosenWait(): PlayNow["wait"] {
  const { seconds } = load<{ seconds: PlayNow["wait"] }>("wait", { seconds: USUAL_WAIT });
  return WAITS.includes(seconds) ? seconds : USUAL_WAIT;
}

export const rememberWait = (seconds: PlayNow["wait"]): void => save("wait", { seconds });

/** Take a seat at a table of the list; what the server refuses is thrown, and the list is fresh. */
export async function joinTable(line: OpenTable): Promise<void> {
  try {
    const { secret } = await takeSeat(line.table, null, { name: await chosenName() });
    keepSeat(line.table, line.game, secret!);
    navigate(`#/table/${line.table}`);
  } catch (problem) {
    void refreshOpenTables();
    throw problem;
  }
}

/** Take a seat at a table that waits for players of this game, or at a new one. */
export async function playWithStrangers(game: GameInfo, wait: PlayNow["wait"]): Promise<void> {
  const level = possible(game, game.seats[0] ?? 2, chosenLevel(game.name));
  const wanted: PlayNow = { game: game.name, name: await chosenName(), wait, level };
  // In another window this browser may wait already: then it is the same seat.
  const last = heldSeats.list.find((each) => each.game === game.name && each.public);
  const found = await playNow(wanted, last?.secrets[0]);
  keepSeat(found.table, game.name, found.secret, undefined, true);
  navigate(`#/table/${found.table}`);
}
