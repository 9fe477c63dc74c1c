import type { GameExtras } from ".";
import ColourBadge from "./ColourBadge.svelte";
import DiceTray from "./DiceTray.svelte";

export const dice: GameExtras = { Centre: DiceTray, SeatBadge: ColourBadge };
