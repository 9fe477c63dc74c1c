import type { Table } from "../lib/table.svelte";

const QUIET_MS = 15_500; // of a turn: the server allows no nudge before that

/** Whom one can nudge now: the first other person who is there and has been to move for a while. */
export class Nudging {
  #asked = $state(-1); // who has been to move for so long
  #nudged = $state(""); // the turn in which one has done it

  constructor(readonly table: Table) {
    $effect(() => {
      const { slow } = this;
      void this.#turn;
      this.#asked = -1;
      if (slow === undefined) return;
      const timer = setTimeout(() => (this.#asked = slow), QUIET_MS);
      return () => clearTimeout(timer);
    });
  }

  /** Another person who is there and is to move. */
  readonly slow = $derived.by(() => {
    const { table } = this;
    if (table.seat === null || table.phase !== "playing" || table.frozen) return undefined;
    return table.toAct.find((seat) => {
      const info = table.seats[seat];
      return seat !== table.seat && info?.name && !info.bot && info.present && !info.stand_in;
    });
  });

  readonly #turn = $derived.by(
    () => `${this.table.match} ${this.table.log.lastNumber} ${this.slow ?? ""}`,
  );

  get seat(): number | null {
    return this.#asked >= 0 && this.#asked === this.slow ? this.#asked : null;
  }

  get isDone(): boolean {
    return this.#nudged === this.#turn;
  }

  nudge(): void {
    if (this.seat === null || this.isDone) return;
    this.table.nudge(this.seat);
    this.#nudged = this.#turn;
  }
}
