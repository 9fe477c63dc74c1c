import type { TextKey } from "../words/t.svelte";

export type Command =
  "help" | "moves" | "rules" | "score" | "log" | "table" | "hint" | "undo" | "pause" | "mute";

/** Single letters, the first ones of the words of the terminal. */
export const SHORTCUTS: Record<string, { command: Command; text: TextKey }> = {
  "?": { command: "help", text: "play-key-help-does" },
  a: { command: "moves", text: "play-key-moves-does" },
  r: { command: "rules", text: "play-key-rules-does" },
  s: { command: "score", text: "play-key-score-does" },
  l: { command: "log", text: "play-key-log-does" },
  t: { command: "table", text: "play-key-table-does" },
  h: { command: "hint", text: "play-show-me-does" },
  u: { command: "undo", text: "play-key-undo-does" },
  p: { command: "pause", text: "play-key-pause-does" },
  m: { command: "mute", text: "play-key-mute-does" },
};

/** Whether a key is for something else: a text that is typed, a dialog, the browser. */
export function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest("input, textarea, select, [contenteditable], dialog, [role=menu]") != null;
}
