// Where a speech bubble goes: over the felt, near what it is about, and over nothing that is needed.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What lies on the felt, and how bad it is to cover it. */
export interface Obstacle extends Box {
  weight: number;
}

const MARGIN = 8; // to the rim of the felt
const STEP = 4; // between the heights that are tried
const NEARNESS = 8; // how much a pixel farther away counts, in covered square pixels

/** The best place in the room for a bubble of this size that is about something, in its pixels. */
export function placeBubble(
  size: { width: number; height: number },
  room: Box,
  about: Box | null,
  obstacles: readonly Obstacle[],
): { left: number; top: number } {
  const wide = Math.max(0, room.width - size.width - 2 * MARGIN);
  const high = Math.max(0, room.height - size.height - 2 * MARGIN);
  let best = { left: room.left + MARGIN, top: room.top + MARGIN };
  let least = Infinity;
  for (let down = 0; down <= high; down += STEP) {
    for (const part of [0.5, 0, 1, 0.25, 0.75]) {
      const box = {
        left: Math.round(room.left + MARGIN + part * wide),
        top: Math.round(room.top + MARGIN + down),
        ...size,
      };
      const covered = obstacles.reduce((sum, each) => sum + each.weight * overlap(box, each), 0);
      const cost = covered + (about ? NEARNESS * distance(box, about) : 0);
      if (cost < least) [best, least] = [{ left: box.left, top: box.top }, cost];
    }
  }
  return best;
}

/** The box around all of these; null if there is none. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** How many square pixels two boxes share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

function distance(a: Box, b: Box): number {
  const across = Math.max(a.left - (b.left + b.width), b.left - (a.left + a.width), 0);
  const along = Math.max(a.top - (b.top + b.height), b.top - (a.top + a.height), 0);
  return across + along;
}
