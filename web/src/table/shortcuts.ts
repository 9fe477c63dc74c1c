import type { Key } from "../words/t.svelte";

export type Command =
  "help" | "moves" | "rules" | "score" | "log" | "table" | "undo" | "pause" | "mute";

/** Single letters, the first ones of the words of the terminal. */
export const LETTERS: Record<string, { command: Command; words: Key }> = {
  "?": { command: "help", words: "play-key-help-does" },
  a: { command: "moves", words: "play-key-moves-does" },
  r: { command: "rules", words: "play-key-rules-does" },
  s: { command: "score", words: "play-key-score-does" },
  l: { command: "log", words: "play-key-log-does" },
  t: { command: "table", words: "play-key-table-does" },
  u: { command: "undo", words: "play-key-undo-does" },
  p: { command: "pause", words: "play-key-pause-does" },
  m: { command: "mute", words: "play-key-mute-does" },
};

/** Whether a key is for something else: a text that is typed, a dialog, the browser. */
export function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest("input, textarea, select, [contenteditable], dialog, [role=menu]") != null;
}
