import { load, save } from "./storage";

/** A seat that this browser holds; at a table of several people on one device it holds several. */
export interface HeldSeats {
  table: string;
  game: string;
  secrets: string[]; // of its seats
  invite?: string;
  public?: boolean; // among strangers
  since: number;
}

const MAX_TABLES = 50;

/** All tables at which this browser has a seat or an invitation, the newest first. */
export const heldSeats = $state<{ list: HeldSeats[] }>({ list: load<HeldSeats[]>("seats", []) });

export function seatsAt(table: string): HeldSeats | undefined {
  return heldSeats.list.find((each) => each.table === table);
}

export function keepSeat(
  table: string,
  game: string,
  secret: string | null,
  invite?: string,
  isPublic = false,
): void {
  const old = seatsAt(table);
  const secrets = [...new Set([...(old?.secrets ?? []), ...(secret ? [secret] : [])])];
  const kept = invite ?? old?.invite;
  const now: HeldSeats = { table, game, secrets, since: Date.now() };
  if (kept) now.invite = kept;
  if (isPublic || old?.public) now.public = true;
  heldSeats.list = [now, ...heldSeats.list.filter((each) => each !== old)].slice(0, MAX_TABLES);
  save("seats", heldSeats.list);
}

/** A seat that this browser has no longer; what else it holds at that table stays. */
export function dropSeat(table: string, secret: string): void {
  const old = seatsAt(table);
  if (!old) return;
  const secrets = old.secrets.filter((each) => each !== secret);
  heldSeats.list = heldSeats.list.flatMap((each) => {
    if (each !== old) return [each];
    return secrets.length || old.invite ? [{ ...old, secrets }] : [];
  });
  save("seats", heldSeats.list);
}

export function forgetTable(table: string): void {
  heldSeats.list = heldSeats.list.filter((each) => each.table !== table);
  save("seats", heldSeats.list);
}

// Another tab may have taken a seat meanwhile.
addEventListener("storage", () => {
  heldSeats.list = load<HeldSeats[]>("seats", []);
});
