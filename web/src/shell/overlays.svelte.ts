// What is open above or beside the table.

export type DialogOf =
  | { kind: "settings" }
  | { kind: "friends" }
  | { kind: "code" }
  | { kind: "invite"; table: string; invite: string | null; listed: boolean; host: boolean }
  | { kind: "move"; table: string; secret: string; invite: string | null; host: boolean };

export type PanelOf = { kind: "rules"; game: string; rule: string } | { kind: "chat" };

export const open = $state<{ dialog: DialogOf | null; panel: PanelOf | null }>({
  dialog: null,
  panel: null,
});

export function openDialog(dialog: DialogOf): void {
  open.dialog = dialog;
}

/** The same panel again closes it, unless it is to show another rule. */
export function togglePanel(panel: PanelOf): void {
  open.panel = open.panel?.kind === panel.kind ? null : panel;
}

export function openRules(game: string, rule = ""): void {
  open.panel = { kind: "rules", game, rule };
}
