import type { Touch } from ".";
import ColourMark from "./ColourMark.svelte";
import DiceTray from "./DiceTray.svelte";

export const dice: Touch = { cloth: "dice", Middle: DiceTray, SeatMark: ColourMark };
