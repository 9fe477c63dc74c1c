import { getTable, isRefusedFor } from "../lib/api";
import type { TableInfo } from "../lib/http";
import { route } from "../lib/route.svelte";
import { forgetTable, heldSeats } from "../lib/seats.svelte";
import { isPractice } from "./practice";
import { noteMatchesAt } from "./noting";

const MAX_TABLES = 8; // the newest: who has more has left the others behind

/** The tables with friends at which the player has a seat, and which are not over. */
const ownTables = $state<{ list: TableInfo[] }>({ list: [] });

/** Those of them that are not on the screen. */
export function otherTables(): TableInfo[] {
  const here = "table" in route.current ? route.current.table : "";
  return ownTables.list.filter(({ table }) => table !== here);
}

/** Ask the server how they are now. What it does not tell is left out. */
export async function refreshOwnTables(): Promise<void> {
  const mine = heldSeats.list.filter((each) => each.secrets.length && !isPractice(each.table));
  const asked = mine.slice(0, MAX_TABLES).map(async ({ table, secrets }) => {
    try {
      let told = await getTable(table, secrets[0]);
      for (const secret of secrets.slice(1)) if (!told.turn) told = await getTable(table, secret);
      return told;
    } catch (error) {
      if (isRefusedFor(error, "not-found")) forgetTable(table);
      return null;
    }
  });
  const found = (await Promise.all(asked)).filter((each) => each !== null);
  void noteEnds(found);
  ownTables.list = found.filter(({ phase }) => phase !== "over" && phase !== "closed");
}

const noted = new Set<string>();

/** Matches that have ended while nobody looked are noted; each table is asked once, and after each match. */
async function noteEnds(found: readonly TableInfo[]): Promise<void> {
  for (const { table, match, phase } of found) {
    const state = `${table} ${match} ${phase === "over"}`;
    if (phase === "open" || noted.has(state)) continue;
    noted.add(state);
    await noteMatchesAt(table);
  }
}
