import { describe, expect, it } from "vitest";
import { around, overlap, placeBubble, type Obstacle } from "../src/table/bubble";

const room = { left: 0, top: 0, width: 400, height: 600 };
const size = { width: 300, height: 100 };
const box = (left: number, top: number, width = 60, height = 90) => ({ left, top, width, height });

describe("where a bubble goes", () => {
  it("covers nothing that is needed, and is near it", () => {
    const card = { ...box(170, 480), weight: 1000 };
    const place = placeBubble(size, room, card, [card]);
    expect(overlap({ ...place, ...size }, card)).toBe(0);
    expect(card.top - (place.top + size.height)).toBeLessThan(30);
  });

  it("rather lies over a player than over a card", () => {
    const obstacles: Obstacle[] = [
      { ...box(0, 0, 400, 150), weight: 0.2 },
      { ...box(0, 150, 400, 450), weight: 4 },
    ];
    expect(placeBubble(size, room, null, obstacles).top).toBeLessThan(50);
  });

  it("stays in a room that is too small for it", () => {
    const narrow = { left: 5, top: 7, width: 100, height: 50 };
    expect(placeBubble(size, narrow, null, [])).toEqual({ left: 13, top: 15 });
  });

  it("is about all that is marked", () => {
    expect(around([])).toBeNull();
    expect(around([box(10, 20), box(100, 5)])).toEqual(box(10, 5, 150, 105));
  });
});
