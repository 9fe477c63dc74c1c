import { closeTable, createTable, isRefusedFor, startMatch } from "../lib/api";
import { forgetTable, seatsAt, keepSeat } from "../lib/seats.svelte";
import { load, save } from "../lib/storage";
import { chosenName } from "../shell/playerName.svelte";
import { chosenLevel } from "./levels";

// The tables of the first screen, at which one plays with bots: one for each game.
const FIRST_OF_OURS = "dice"; // a list that begins with another one has games that were asked for
const FIRST_GAME = "scopa"; // of ours, if the server has it

/** How the player wants the next match of a game; what is left out is as usual. */
export interface PracticeWishes {
  seats?: number;
  options?: Record<string, boolean | number | string>;
}

interface Practice {
  last: string;
  tables: Record<string, string>;
  wishes?: Record<string, PracticeWishes>; // by game
}

const saved = (): Practice => load<Practice>("practice", { last: "", tables: {} });

/** The game that was played last; "" if none was. */
export const lastGame = (): string => saved().last;
export const isPractice = (table: string): boolean => Object.values(saved().tables).includes(table);

/** The table of this game that was left, if this browser still has its seat. */
export function leftTable(game: string): string | null {
  const table = saved().tables[game];
  return table && seatsAt(table)?.secrets.length ? table : null;
}

/** The game to begin with instead of none, or of one that the server has not got; null if it has. */
export function insteadOf(game: string, known: readonly string[]): string | null {
  if (known.includes(game)) return null;
  const isUsual = known[0] === FIRST_OF_OURS && known.includes(FIRST_GAME);
  return isUsual ? FIRST_GAME : (known[0] ?? null);
}

export function rememberGame(game: string, table?: string): void {
  const { tables, ...rest } = saved();
  save("practice", {
    ...rest,
    last: game,
    tables: table ? { ...tables, [game]: table } : tables,
  });
}

export const wishesFor = (game: string): PracticeWishes => saved().wishes?.[game] ?? {};

export function rememberWishes(game: string, wishes: PracticeWishes): void {
  const all = saved();
  save("practice", { ...all, wishes: { ...all.wishes, [game]: wishes } });
}

/** Open a table and begin, with bots. It can be joined while it is being started. */
export async function openPractice(game: string, lesson = false): Promise<string> {
  const name = await chosenName();
  const wishes = lesson ? { lesson } : wishesFor(game);
  const opened = await createTable({ game, name, ...wishes }).catch((error: unknown) => {
    if (lesson || !isRefusedFor(error, "bad-request")) throw error;
    rememberWishes(game, {}); // its rules have changed since: the usual ones are there
    return createTable({ game, name });
  });
  keepSeat(opened.table, game, opened.secret, opened.invite);
  rememberGame(game, opened.table);
  startPractice(opened.table, game);
  return opened.table;
}

/** Close a table that nobody wants any more. If the server is not reached, nobody sits there. */
export async function closePractice(table: string): Promise<void> {
  const secret = seatsAt(table)?.secrets[0];
  forgetTable(table);
  if (secret) await closeTable(table, secret).catch(() => undefined);
}

/** Start with bots. If it is started already, that is fine; other errors show at the table. */
export function startPractice(table: string, game: string): void {
  const secret = seatsAt(table)?.secrets[0];
  if (!secret) return;
  startMatch(table, secret, chosenLevel(game))
    .catch((error: unknown) => {
      if (!isRefusedFor(error, "bad-request")) throw error;
      return startMatch(table, secret); // with so many there is no such level
    })
    .catch(() => undefined);
}
