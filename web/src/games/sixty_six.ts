import type { Touch } from ".";
import { t, type Key } from "../words/t.svelte";
import { seatsWith } from "../table/tally";

/* What happens to the one card that a move names, by what the match waits for. */
const DEEDS: Record<string, Key> = {
  "deck card": "felt-replace",
  "pile card": "felt-replace",
  "peek at own": "felt-look-at",
  "peek at other": "felt-look-at",
  "own for exchange": "felt-give",
  "other for exchange": "felt-get",
};

export const sixtySix: Touch = {
  cloth: "sixty_six",
  taps: { deck: "deck", discard: "pile" },
  othersLook: (notice) => notice.event === "CardsShown", // a claim: all but the claimant see it
  wonBy: ({ sums }) => seatsWith(sums, Math.min),
  labelOf: ({ verb, label }, view) => {
    const deed = DEEDS[String(view?.waiting_for)];
    if (!deed || !label || !["own", "other"].includes(verb)) return null;
    return t(deed, { what: label });
  },
};
