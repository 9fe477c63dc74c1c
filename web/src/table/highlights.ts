import type { Sound } from "../lib/sound";
import type { Notice } from "../lib/wire";

// What deserves more than a sentence, in our own games.
const HIGHLIGHTS = new Set(["scopa.Swept", "sixty_six.RoundStopped", "dice.Equality"]);

export function isHighlight(game: string, notice: Notice): boolean {
  return HIGHLIGHTS.has(`${game}.${notice.event}`);
}

/** What a notice sounds like to a seat; most make no sound. */
export function soundOf(game: string, notice: Notice, seat: number | null): Sound | null {
  if (isHighlight(game, notice)) return "cheer";
  const won = notice.winner_seats;
  if (Array.isArray(won) && seat !== null && won.includes(seat)) return "win";
  if (notice.tally || "winner_seats" in notice) return "end";
  if (!notice.moved?.length) return typeof notice.face === "number" ? "dice" : null;
  return notice.moved.length > 1 ? "take" : "card";
}
