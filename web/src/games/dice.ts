import type { Touch } from ".";
import ColourBadge from "./ColourBadge.svelte";
import DiceTray from "./DiceTray.svelte";

export const dice: Touch = { cloth: "dice", Middle: DiceTray, SeatMark: ColourBadge };
