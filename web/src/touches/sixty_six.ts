import type { Touch } from ".";

export const sixtySix: Touch = {
  cloth: "sixty_six",
  taps: { deck: "deck", discard: "pile" },
  othersLook: (notice) => notice.event === "CardsShown", // a claim: all but the claimant see it
};
