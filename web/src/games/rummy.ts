import type { ViewData } from "../lib/wire";
import type { GameExtras } from ".";

/** Melds are counted from 1, and `meld_owners` has the seat of each. */
function ownerOfMeld(place: string, view: ViewData | null): number | null {
  const number = /^meld:(\d+)$/.exec(place)?.[1];
  const owners = view?.meld_owners;
  if (number === undefined || !Array.isArray(owners)) return null;
  const seat: unknown = owners[Number(number) - 1];
  return typeof seat === "number" ? seat : null;
}

export const rummy: GameExtras = { cloth: "rummy", icon: "QH", ownerOf: ownerOfMeld };
