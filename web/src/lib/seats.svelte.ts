import { load, save } from "./storage";

/** A seat that this browser holds; at a table of several people on one device it holds several. */
export interface Held {
  table: string;
  game: string;
  secrets: string[]; // of its seats
  invite?: string;
  since: number;
}

const MOST = 50;

/** All tables at which this browser has a seat or an invitation, the newest first. */
export const held = $state<{ list: Held[] }>({ list: load<Held[]>("seats", []) });

export function heldAt(table: string): Held | undefined {
  return held.list.find((each) => each.table === table);
}

export function hold(table: string, game: string, secret: string | null, invite?: string): void {
  const old = heldAt(table);
  const secrets = [...new Set([...(old?.secrets ?? []), ...(secret ? [secret] : [])])];
  const kept = invite ?? old?.invite;
  const now = { table, game, secrets, since: Date.now(), ...(kept ? { invite: kept } : {}) };
  held.list = [now, ...held.list.filter((each) => each !== old)].slice(0, MOST);
  save("seats", held.list);
}

/** A seat that this browser has no longer; what else it holds at that table stays. */
export function dropSeat(table: string, secret: string): void {
  const old = heldAt(table);
  if (!old) return;
  const secrets = old.secrets.filter((each) => each !== secret);
  held.list = held.list.flatMap((each) => {
    if (each !== old) return [each];
    return secrets.length || old.invite ? [{ ...old, secrets }] : [];
  });
  save("seats", held.list);
}

export function letGo(table: string): void {
  held.list = held.list.filter((each) => each.table !== table);
  save("seats", held.list);
}

// Another tab may have taken a seat meanwhile.
addEventListener("storage", () => {
  held.list = load<Held[]>("seats", []);
});
