import { untrack } from "svelte";
import { seatsAt } from "../lib/seats.svelte";
import { settings } from "../lib/settings.svelte";
import { playSound } from "../lib/sound";
import type { Table } from "../lib/table.svelte";
import { vibrateForTurn } from "../lib/vibration";
import { t } from "../words/t.svelte";

const DOT =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
      '<rect x="8" y="1" width="48" height="62" rx="7" fill="#fdf7e7" stroke="#2b211b" ' +
      'stroke-width="2"/><circle cx="32" cy="32" r="20" fill="#c23b2a"/></svg>',
  );

/**
 * Says, once, that it is the player's turn: by sound, and by a mark on a page in the background. It
 * also says which bot is thinking: once for its turn, however often it thinks in it.
 */
export class Attention {
  turn = $state(""); // for screen readers
  thinking = $state(""); // too
  #hidden = $state(document.hidden);
  #missed = $state(false); // a turn, while they looked elsewhere

  /** Whether to ask the player if they want to be told of their turn: they have just missed one. */
  get offers(): boolean {
    return this.#missed && !this.#hidden && settings.notify === "ask";
  }

  constructor(table: Table, title: () => string, shortLog: () => string) {
    const calls = $derived(
      table.phase === "playing" && (table.peek !== null || (table.myTurn && !table.showing)),
    );

    $effect(() => {
      // A peek says by itself what to do; it may be somebody else's turn.
      this.turn = calls && table.peek === null ? `${t("play-your-turn")}.` : "";
      if (calls) playSound("turn");
    });

    const isWithOthers = () =>
      (seatsAt(table.id)?.secrets.length ?? 0) < 2 &&
      table.seats.some(({ name, bot }, seat) => name && !bot && seat !== table.seat);
    const waits = $derived(table.frozen && table.myTurn); // behind the count of a round
    $effect(() => {
      if (!calls && !waits) return;
      untrack(() => {
        if (!isWithOthers()) return;
        if (this.#hidden) this.#call(title());
        else if (calls) vibrateForTurn();
      });
    });

    this.#callWhenNudged(table, title);

    let thinker = -1;
    $effect(() => {
      const { seats, toAct } = table;
      if (!toAct.includes(thinker)) thinker = -1;
      const found = toAct.find((seat) => seats[seat]?.thinking);
      if (thinker === -1 && found !== undefined) thinker = found;
      this.thinking = thinker === -1 ? "" : t("play-thinks", { name: seats[thinker]?.name ?? "" });
    });

    $effect(() => {
      const onVisibility = () => {
        this.#hidden = document.hidden;
        if (!document.hidden) void onNotices((notices) => notices.takeBack());
        if (!document.hidden) return table.presence.comeBack(table.seat, shortLog());
        table.presence.hide();
        table.skip(); // nothing moves there, and the others would wait for it
      };
      document.addEventListener("visibilitychange", onVisibility);
      return () => document.removeEventListener("visibilitychange", onVisibility);
    });

    $effect(() => {
      if (!(calls || waits) || !this.#hidden) return;
      const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
      const before = { title: document.title, icon: icon?.href };
      document.title = t("play-turn-mark");
      if (icon) icon.href = DOT;
      return () => {
        document.title = before.title;
        if (icon && before.icon) icon.href = before.icon;
      };
    });
  }

  /** Somebody waits, and says so: the server lets each do that once in a turn. */
  #callWhenNudged(table: Table, title: () => string): void {
    $effect(() => {
      const { nudge } = table.presence;
      if (!nudge) return;
      playSound("nudge");
      untrack(() => {
        if (this.#hidden) this.#call(title(), t("play-nudges-you", { name: nudge.name }));
        else vibrateForTurn();
      });
    });
  }

  /** The player is elsewhere, and others wait for them. */
  #call(title: string, text = `${t("play-your-turn")}.`): void {
    this.#missed = true;
    void onNotices(({ notify }) => notify(title, text));
  }
}

/** What notifications need is loaded for those who want them. */
async function onNotices(
  use: (notices: typeof import("../device/notices")) => Promise<void>,
): Promise<void> {
  if (settings.notify !== "on") return;
  try {
    await use(await import("../device/notices"));
  } catch {
    // the browser does not want to, or it could not be loaded: the title of the page says it too
  }
}
