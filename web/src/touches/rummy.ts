import type { View } from "../lib/wire";
import type { Touch } from ".";

/** Melds are counted from 1, and `meld_owners` has the seat of each. */
function ownerOfMeld(place: string, view: View | null): number | null {
  const number = /^meld:(\d+)$/.exec(place)?.[1];
  const owners = view?.meld_owners;
  if (number === undefined || !Array.isArray(owners)) return null;
  const seat: unknown = owners[Number(number) - 1];
  return typeof seat === "number" ? seat : null;
}

export const rummy: Touch = {
  cloth: "rummy",
  taps: { stock: "stock", discard: "pile" },
  ownerOf: ownerOfMeld,
};
