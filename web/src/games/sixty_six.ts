import type { GameExtras } from ".";
import { t, type TextKey } from "../words/t.svelte";
import { seatsWith } from "../table/tally";

/* What happens to the one card that a move names, by what the match waits for. */
const DEEDS: Record<string, TextKey> = {
  "deck card": "table-replace",
  "pile card": "table-replace",
  "peek at own": "table-look-at",
  "peek at other": "table-look-at",
  "own for exchange": "table-give",
  "other for exchange": "table-get",
};

export const sixtySix: GameExtras = {
  felt: "sixty_six",
  stackVerbs: { deck: "deck", discard: "pile" },
  othersLook: (notice) => notice.event === "CardsShown", // a claim: all but the claimant see it
  roundWinners: ({ sums }) => seatsWith(sums, Math.min),
  labelOf: ({ verb, label }, view) => {
    const deed = DEEDS[String(view?.waiting_for)];
    if (!deed || !label || !["own", "other"].includes(verb)) return null;
    return t(deed, { what: label });
  },
};
