import type { GameInfo } from "../lib/http";
import { load, save } from "../lib/storage";

// How well the bots are to play, as the player has chosen for each game on this device.
export type Level = GameInfo["levels"][string][number];

export const isLevel = (bot: string): bot is Level => ["easy", "medium", "hard"].includes(bot);

const USUAL: Level = "medium";
const saved = (): Record<string, Level> => load<Record<string, Level>>("levels", {});

/** The level that was chosen last for this game. It may not be there with every number of players. */
export const chosenLevel = (game: string): Level => saved()[game] ?? USUAL;

export function rememberLevel(game: string, level: Level): void {
  save("levels", { ...saved(), [game]: level });
}

/** The levels of a game with so many players, from weak to strong. */
export const levelsOf = (game: GameInfo, seats: number): Level[] => game.levels[seats] ?? [USUAL];

/** The wish, if it can be had with so many players. */
export const possible = (game: GameInfo, seats: number, wish: Level): Level =>
  levelsOf(game, seats).includes(wish) ? wish : USUAL;
