import type { GameExtras } from ".";

export const sixtySix: GameExtras = {
  cloth: "sixty_six",
  icon: "6",
  othersLook: (notice) => notice.event === "CardsShown", // a claim: all but the claimant see it
};
