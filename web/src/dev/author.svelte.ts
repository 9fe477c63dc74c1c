// What an author sees of a table and does there, beside playing: only on a server with `--dev`.

import { Refusal, request } from "../lib/api";
import type { DevBots, DevCopied, DevCopy, DevMove, DevTable } from "../lib/devHttp";
import { navigate } from "../lib/route.svelte";
import { keepSeat, seatsAt } from "../lib/seats.svelte";
import { settings } from "../lib/settings.svelte";
import type { Table } from "../lib/table.svelte";
import { isPractice, rememberGame } from "../lobby/practice";
import { isForOthers } from "../table/shortcuts";

/** The table of an author, as it was when something last happened there. */
export class Author {
  now = $state.raw<DevTable | null>(null);
  away = $state(""); // why the table cannot be shown as it is now
  problem = $state(""); // why the last request was refused
  busy = $state(false);

  readonly #path: string;
  #asking: Promise<void> | null = null;
  #again = false; // something has happened since the table was asked for

  constructor(readonly table: Table) {
    this.#path = `/api/dev/tables/${table.id}`;
  }

  /** Look again. While one look is on its way, others wait, and all of them are one. */
  refresh(): Promise<void> {
    if (this.#asking) {
      this.#again = true;
      return this.#asking;
    }
    this.#asking = this.#look().finally(() => {
      this.#asking = null;
      if (this.#again) void this.refresh();
    });
    return this.#asking;
  }

  async #look(): Promise<void> {
    this.#again = false;
    try {
      this.now = await request<DevTable>("GET", this.#inWords(""));
      this.away = "";
    } catch (error) {
      this.away = error instanceof Refusal ? error.message : ""; // else the server is away
    }
  }

  #inWords(path: string): string {
    return `${this.#path}${path}?language=${settings.language}`;
  }

  /** Move for a seat; true if the move was made. */
  play(seat: number, move: string): Promise<boolean> {
    const body: DevMove = { seat, move };
    this.table.skip();
    return this.#try(async () => {
      this.now = await request<DevTable>("POST", this.#inWords("/moves"), { body });
    });
  }

  /** Let the bots of the table move by themselves, or not. */
  letBotsPlay(bots: boolean): Promise<boolean> {
    const body: DevBots = { bots };
    return this.#try(async () => {
      this.now = await request<DevTable>("PATCH", this.#inWords(""), { body });
    });
  }

  /** Go on at a new table, after so many moves of this match, or with a new deal (null). */
  copyTable(moves: number | null): Promise<boolean> {
    const body: DevCopy = { moves, bots: this.now?.bots ?? true };
    return this.#try(async () => {
      const { table } = await request<DevCopied>("POST", `${this.#path}/copies`, { body });
      const { id, game } = this.table;
      const held = seatsAt(id);
      for (const secret of held?.secrets ?? []) keepSeat(table, game, secret, held?.invite);
      if (isPractice(id)) rememberGame(game, table);
      opened.next = table;
      navigate(`#/table/${table}`, { replace: true });
    });
  }

  record(): Promise<object> {
    return request<object>("GET", `${this.#path}/record`);
  }

  async #try(action: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.problem = "";
    try {
      await action();
      return true;
    } catch (error) {
      this.problem = error instanceof Refusal ? error.message : String(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** Who works here now, and the table at which the panel is to be open when they come to it. */
export const opened = $state<{ author: Author | null; next: string }>({ author: null, next: "" });

/** Whether this is the key of the panel. */
export function isPanelKey(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === "d" && !isForOthers(event) && settings.letters;
}
