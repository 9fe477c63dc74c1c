import type { Table } from "../lib/table.svelte";
import { absence as a } from "../words/absence";
import { t } from "../words/t.svelte";

/**
 * Says for screen readers that somebody is away and when a bot will play, once, and then that it
 * does. The seconds between are for the eyes.
 */
export class Awaited {
  said = $state("");

  constructor(table: Table) {
    let awaited = new Set<number>();
    let replaced = new Set<number>();
    $effect(() => {
      const { seats, presence } = table;
      const name = (seat: number) => seats[seat]?.name ?? "";
      const isOther = (seat: number) => seat !== table.seat;
      const nowReplaced = new Set(seats.flatMap((info, seat) => (info.stand_in ? [seat] : [])));
      const nowAwaited = new Set(Object.keys(presence.botAt).map(Number));
      const taken = [...nowReplaced].find((seat) => isOther(seat) && !replaced.has(seat));
      const gone = [...nowAwaited].find((seat) => !nowReplaced.has(seat) && !awaited.has(seat));
      if (taken !== undefined) this.said = `${t("table-stand-in", { name: name(taken) })}.`;
      else if (gone !== undefined && isOther(gone)) {
        const seconds = Math.round((presence.botAt[gone]! - Date.now()) / 1000);
        this.said = a("awaited", { name: name(gone), n: seconds });
      } else if (nowAwaited.size === 0 && nowReplaced.size === 0) this.said = "";
      awaited = nowAwaited;
      replaced = nowReplaced;
    });
  }
}
