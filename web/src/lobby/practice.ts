import { openTable, start } from "../lib/api";
import { heldAt, hold } from "../lib/seats.svelte";
import { load, save } from "../lib/storage";
import { chosenName } from "../shell/playerName.svelte";

// The tables of the first screen, at which one plays with bots: one for each game.
const FIRST_GAME = "scopa";

interface Practice {
  last: string;
  tables: Record<string, string>;
}

const kept = (): Practice => load<Practice>("practice", { last: FIRST_GAME, tables: {} });

export const lastGame = (): string => kept().last;
export const isPractice = (table: string): boolean => Object.values(kept().tables).includes(table);

/** The table of this game that was left, if this browser still has its seat. */
export function leftTable(game: string): string | null {
  const table = kept().tables[game];
  return table && heldAt(table)?.secrets.length ? table : null;
}

export function remember(game: string, table?: string): void {
  const { tables } = kept();
  save("practice", { last: game, tables: table ? { ...tables, [game]: table } : tables });
}

/** Open a table and begin, with bots. It can be joined while it is being started. */
export async function openPractice(game: string): Promise<string> {
  const opened = await openTable({ game, name: await chosenName() });
  hold(opened.table, game, opened.secret, opened.invite);
  remember(game, opened.table);
  begin(opened.table);
  return opened.table;
}

/** Begin with bots. That it has begun already is no trouble, and the rest shows at the table. */
export function begin(table: string): void {
  const secret = heldAt(table)?.secrets[0];
  if (secret) start(table, secret).catch(() => undefined);
}
