import type { GameExtras } from ".";

export const sixtySix: GameExtras = {
  felt: "sixty_six",
  othersLook: (notice) => notice.event === "CardsShown", // a claim: all but the claimant see it
};
