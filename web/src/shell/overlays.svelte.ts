// What is open above or beside the table.

import type { Table } from "../lib/table.svelte";

export type DialogState =
  | { kind: "settings" }
  | { kind: "friends" }
  | { kind: "code" }
  | { kind: "tables" }
  | { kind: "strangers"; game: string }
  | { kind: "emotes"; table: Table }
  | { kind: "invite"; table: string; invite: string | null; listed: boolean; host: boolean }
  | { kind: "move"; table: string; secret: string; invite: string | null; host: boolean };

export type PanelState =
  { kind: "rules"; game: string; rule: string } | { kind: "chat" } | { kind: "dev" };

export const overlays = $state<{ dialog: DialogState | null; panel: PanelState | null }>({
  dialog: null,
  panel: null,
});

export function openDialog(dialog: DialogState): void {
  overlays.dialog = dialog;
}

/** The same panel again closes it, unless it is to show another rule. */
export function togglePanel(panel: PanelState): void {
  overlays.panel = overlays.panel?.kind === panel.kind ? null : panel;
}

export function openRules(game: string, rule = ""): void {
  overlays.panel = { kind: "rules", game, rule };
}
