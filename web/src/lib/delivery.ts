import type { Notice, ViewData } from "./wire";

/** What was told together, and is still to be shown. */
export interface Delivery {
  number: number;
  notices: Notice[];
  view: ViewData | null;
  toAct: number[];
  receivedAt: number; // by performance.now()
  isPast: boolean; // it happened before we came: the board has it already
  more: boolean; // it is being looked at, and the rest of the move is told then
}
