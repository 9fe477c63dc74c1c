// Faces that a viewer sees once, and has to remember.

import { HIDDEN } from "./board";
import type { LogLine } from "./http";
import type { Notice, ShownCard } from "./wire";

/**
 * A line of the log; `later` replaces its text when its faces are not to be seen any more. One that
 * was told here has its `event`, one that was fetched perhaps a `mark`.
 */
export type Line = LogLine & Pick<Notice, "later"> & Partial<Pick<Notice, "event">>;

/** The cards whose faces a notice shows to this viewer for once. */
export function facesIn(notice: Notice): ShownCard[] {
  return (notice.shown ?? []).filter((shown) => shown.card !== HIDDEN);
}

/** A line when its faces are not to be seen any more. */
export function withoutFaces(line: Line): LogLine {
  if (line.later === undefined) return line;
  const { later, ...rest } = line;
  return { ...rest, text: later };
}
