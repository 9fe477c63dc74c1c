import { describe, expect, test } from "vitest";
import {
  countAll,
  endingOf,
  merged,
  MOST_MATCHES,
  nothingKept,
  streaks,
  withMatches,
  type KeptMatch,
  type KeptMatches,
} from "../src/device/matches";
import { asFile, FileRefused, MOST_BYTES, readFile, readKept } from "../src/device/reading";

const HERE = "device-here-";
const THERE = "device-there";

/** A match of Ann, in seat 0, with Bea; the first one that is noted here. */
const played = (number: number, more: Partial<KeptMatch> = {}): KeptMatch => ({
  match: `match-${number}`,
  game: "scopa",
  at: 1000 * number,
  device: HERE,
  seat: 0,
  players: ["Ann", "Bea"],
  faces: ["", ""],
  scores: [11, 8],
  winners: [0],
  teams: [],
  shared: false,
  invite: "",
  ...more,
});

const keeping = (matches: KeptMatch[], device = HERE): KeptMatches =>
  withMatches({ ...nothingKept(), device }, matches);
const several = (from: number, to: number, more: Partial<KeptMatch> = {}) =>
  Array.from({ length: to - from + 1 }, (_, index) => played(from + index, more));
const numbersIn = ({ matches }: KeptMatches) => matches.map(({ at }) => at / 1000);

describe("how a match ended", () => {
  test("one wins, loses, or shares it with somebody on the other side", () => {
    expect(endingOf(played(1))).toBe("won");
    expect(endingOf(played(1, { winners: [1] }))).toBe("lost");
    expect(endingOf(played(1, { winners: [] }))).toBe("lost");
    expect(endingOf(played(1, { winners: [0, 1] }))).toBe("tied");
  });

  test("a team wins together", () => {
    const teams = [
      [0, 2],
      [1, 3],
    ];
    const four = { players: ["Ann", "Bea", "Cal", "Dot"], faces: ["", "", "", ""], teams };
    expect(endingOf(played(1, { ...four, winners: [0, 2] }))).toBe("won");
    expect(endingOf(played(1, { ...four, winners: [0, 1, 2, 3] }))).toBe("tied");
    const { people } = countAll(keeping([played(1, { ...four, winners: [0, 2] })]));
    expect(people.map(([name]) => name)).toEqual(["Bea", "Dot"]);
  });
});

describe("what is counted", () => {
  test("by game, by level and by person", () => {
    const bots = { players: ["Ann", "Knave of Cups", "King of Coins"], scores: [1, 2, 3] };
    const { all, games, levels, people } = countAll(
      keeping([
        played(1),
        played(2, { winners: [1] }),
        played(3, { ...bots, game: "dice", faces: ["", "8C", "10D"], winners: [0, 2] }),
        played(4, { ...bots, faces: ["", "8C", "8D"], winners: [0] }),
      ]),
    );
    expect(all).toEqual({ played: 4, won: 2, tied: 1 });
    expect(Object.fromEntries(games)).toEqual({
      scopa: { played: 3, won: 2, tied: 0 },
      dice: { played: 1, won: 0, tied: 1 },
    });
    expect(Object.fromEntries(levels)).toEqual({
      easy: { played: 2, won: 1, tied: 1 },
      hard: { played: 1, won: 0, tied: 1 },
    });
    expect(people).toEqual([["Bea", { played: 2, won: 1, tied: 0 }]]);
  });

  test("a match that several people share on one device counts for nobody", () => {
    const kept = keeping([played(1), played(2, { shared: true, winners: [1] })]);
    expect(countAll(kept).all).toEqual({ played: 1, won: 1, tied: 0 });
    expect(streaks(kept)).toEqual({ now: 1, longest: 1 });
  });

  test("a row of wins ends with a tie or a loss, and the longest one stays", () => {
    const ends = [[0], [0], [0], [1], [0], [0, 1], [0], [0]];
    const kept = keeping(ends.map((winners, index) => played(index + 1, { winners })));
    expect(streaks(kept)).toEqual({ now: 2, longest: 3 });
    expect(streaks(nothingKept())).toEqual({ now: 0, longest: 0 });
  });
});

describe("a list", () => {
  test("has each match once, the newest first", () => {
    const kept = withMatches(keeping([played(1), played(3)]), [played(2), played(3)]);
    expect(numbersIn(kept)).toEqual([3, 2, 1]);
    expect(withMatches(kept, [played(1)])).toBe(kept);
  });

  test("keeps so many, and counts what is older", () => {
    const kept = keeping(several(1, MOST_MATCHES + 20));
    expect(kept.matches).toHaveLength(MOST_MATCHES);
    expect(kept.older[HERE]).toMatchObject({ until: 20_000, all: { played: 20, won: 20 } });
    expect(countAll(kept).all.played).toBe(MOST_MATCHES + 20);
    expect(countAll(kept).people).toEqual([
      ["Bea", { played: MOST_MATCHES + 20, won: MOST_MATCHES + 20, tied: 0 }],
    ]);
    expect(withMatches(kept, [played(7)])).toBe(kept); // it was counted
    expect(streaks(kept).longest).toBe(MOST_MATCHES + 20);
  });
});

describe("two lists", () => {
  const there = keeping(several(3, 5, { device: THERE }), THERE);

  test("become one without doubles, in whatever order and however often", () => {
    const here = keeping([played(1), played(2)]);
    const both = merged(here, there);
    expect(numbersIn(both)).toEqual([5, 4, 3, 2, 1]);
    expect(both.device).toBe(HERE);
    expect(merged(both, there)).toEqual(both);
    expect(merged(both, here)).toEqual(both);
    expect(merged(both, both)).toEqual(both);
    expect(merged(nothingKept(), both).matches).toEqual(both.matches);
  });

  test("count what is too old once, however far each of them had come", () => {
    const early = keeping(several(1, MOST_MATCHES + 5));
    const late = withMatches(early, several(MOST_MATCHES + 6, MOST_MATCHES + 30));
    for (const both of [merged(early, late), merged(late, early), merged(late, late)]) {
      expect(countAll(both).all.played).toBe(MOST_MATCHES + 30);
      expect(both.matches).toHaveLength(MOST_MATCHES);
    }
  });

  test("that went on apart from each other are counted once, too", () => {
    const here = keeping(several(1, MOST_MATCHES - 1));
    const other = merged(nothingKept(), here);
    const elsewhere = withMatches({ ...other, device: THERE }, [
      ...several(MOST_MATCHES, MOST_MATCHES + 9, { device: THERE }),
    ]);
    const goneOn = withMatches(here, several(MOST_MATCHES + 10, MOST_MATCHES + 40));
    const both = merged(goneOn, elsewhere);
    expect(countAll(both).all.played).toBe(MOST_MATCHES + 40);
    expect(countAll(merged(both, elsewhere)).all.played).toBe(MOST_MATCHES + 40);
    expect(countAll(merged(elsewhere, both)).all.played).toBe(MOST_MATCHES + 40);
  });
});

describe("what is read", () => {
  const kept = keeping(several(1, MOST_MATCHES + 3));
  const reasonOf = (text: string): string => {
    try {
      readFile(text);
    } catch (error) {
      if (error instanceof FileRefused) return error.reason;
    }
    return "";
  };
  const file = (change: object) => JSON.stringify({ ...asFile(kept), ...change });

  test("is what was written", () => {
    expect(readFile(JSON.stringify(asFile(kept)))).toEqual(kept);
    expect(readKept(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect(JSON.stringify(asFile(kept)).length).toBeLessThan(MOST_BYTES / 3);
  });

  test("is refused for a reason, if it is a file", () => {
    expect(reasonOf("")).toBe("not-ours");
    expect(reasonOf("[1, 2]")).toBe("not-ours");
    expect(reasonOf('{"game": "scopa", "moves": []}')).toBe("not-ours");
    expect(reasonOf(file({ format: "another" }))).toBe("not-ours");
    expect(reasonOf(file({ version: "1" }))).toBe("not-ours");
    expect(reasonOf(file({ version: 2, matches: "in another way" }))).toBe("newer");
    expect(reasonOf(" ".repeat(MOST_BYTES + 1))).toBe("too-large");
    for (const change of [
      { matches: {} },
      { matches: [null] },
      { matches: [played(1), played(1)] },
      { matches: [played(1, { seat: 2 })] },
      { matches: [played(1, { at: -1 })] },
      { matches: [played(1, { scores: [1] })] },
      { matches: [played(1, { winners: [7] })] },
      { matches: [played(1, { match: "<b>" })] },
      { matches: [played(1, { players: ["Ann", "B".repeat(101)] })] },
      { matches: several(1, MOST_MATCHES + 1) },
      { older: [] },
      { older: { constructor: {} } },
      { older: { [HERE]: { until: 1, all: { played: 1, won: 2, tied: 0 } } } },
      { longest: "many" },
      { device: "no" },
    ])
      expect(reasonOf(file(change))).toBe("damaged");
  });

  test("loses only what is broken, if it was kept here", () => {
    const broken = [played(1), { ...played(2), seat: "first" }, 7, null, played(3)];
    expect(numbersIn(readKept({ ...kept, matches: broken, older: 5 }))).toEqual([3, 1]);
    for (const nothing of [null, 5, "x", [], { matches: 3 }, { older: { a: null } }])
      expect(readKept(nothing)).toEqual(nothingKept());
  });
});
