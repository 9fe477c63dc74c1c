import { describe, expect, test } from "vitest";
import type { MatchStep } from "../src/lib/http";
import type { Notice, Tally, ViewData } from "../src/lib/wire";
import { matchFacts, matchResult, pointsOf, roundsIn, sidesOf } from "../src/table/matchFacts";

interface Told {
  text?: string;
  tally?: Tally;
}

const won = (...winners: number[]): Tally => ({ rows: [], winners });

/** Steps with these scores; the last one names the winners. */
function stepsOf(
  winners: number[],
  all: [scores: number[], told?: Told][],
  teams?: number[][],
): MatchStep[] {
  return all.map(([scores, told], at) => {
    const notice: Notice = { number: at + 1, event: "E", text: "", ...told };
    const over = at === all.length - 1;
    const view = { scores, winners: over ? winners : [], over, ...(teams ? { teams } : {}) };
    return { move: null, notices: [notice], view: view as unknown as ViewData, to_act: [], scores };
  });
}

/** A match of rounds, each won by the player who gets the most for it. */
const rounds = (winners: number[], ...scores: number[][]) =>
  stepsOf(winners, [
    [scores[0]!.map(() => 0)],
    ...scores.map((each, at): [number[], Told] => {
      const gains = each.map((points, seat) => points - (scores[at - 1]?.[seat] ?? 0));
      return [each, { tally: won(gains.indexOf(Math.max(...gains))) }];
    }),
  ]);

const kinds = (steps: MatchStep[], lowWins = false) =>
  matchFacts(steps, lowWins).map((fact) => fact.kind);

describe("of a match of rounds", () => {
  test("who came from behind, since when they led, and the best round are told", () => {
    const steps = rounds([0], [1, 4], [5, 5], [8, 5]);
    expect(roundsIn(steps)).toBe(3);
    expect(matchFacts(steps, false)).toEqual([
      { kind: "behind", side: [0], points: 3, round: 1 },
      { kind: "led-since", side: [0], round: 3 },
      {
        kind: "rounds-won",
        won: [
          { side: [0], rounds: 2 },
          { side: [1], rounds: 1 },
        ],
      },
    ]);
  });

  test("the largest gain is told if no other is as large, with its round", () => {
    const [most] = matchFacts(rounds([0], [2, 1], [7, 1], [8, 2]), false).slice(1);
    expect(most).toEqual({ kind: "most-at-once", side: [0], points: 5, round: 2, text: "" });
    expect(kinds(rounds([0], [2, 0], [4, 0]))).not.toContain("most-at-once");
  });

  test("who led all the time is not also said to have led since some round", () => {
    expect(kinds(rounds([1], [0, 3], [1, 8]))).toEqual([
      "led-throughout",
      "most-at-once",
      "rounds-won",
    ]);
  });

  test("a lead that changes once is no news, one that changes often is", () => {
    expect(kinds(rounds([0], [1, 4], [8, 4]))).not.toContain("lead-changes");
    const facts = matchFacts(rounds([0], [3, 1], [3, 5], [8, 5]), false);
    expect(facts).toContainEqual({ kind: "lead-changes", times: 2 });
  });

  test("where few points win, few points lead", () => {
    const facts = matchFacts(rounds([1], [2, 5], [30, 6]), true);
    expect(facts[0]).toEqual({ kind: "behind", side: [1], points: 3, round: 1 });
    expect(facts).toContainEqual({
      kind: "most-at-once",
      side: [0],
      points: 28,
      round: 2,
      text: "",
    });
  });
});

test("of a match without rounds the sentence of the best move is told", () => {
  const steps = stepsOf(
    [0],
    [
      [[0, 0]],
      [[1, 0], { text: "Ann gets 1." }],
      [[1, 0]],
      [[4, 0], { text: "Ann gets 3." }],
      [[4, 1]],
    ],
  );
  expect(roundsIn(steps)).toBe(0);
  const most = { kind: "most-at-once", side: [0], points: 3, round: 0, text: "Ann gets 3." };
  expect(matchFacts(steps, false)).toEqual([{ kind: "led-throughout", side: [0] }, most]);
});

test("where what one has is lost, nothing is gained", () => {
  const steps = stepsOf([0], [[[5, 5]], [[4, 5]], [[4, 4]], [[4, 0]]]);
  expect(kinds(steps)).toEqual(["behind"]);
});

test("those who play together are one side", () => {
  expect(sidesOf(2, [])).toEqual([[0], [1]]);
  expect(pointsOf([0, 2], [3, 1, 3, 1])).toBe(3);
  expect(pointsOf([0, 2], [3, 1, 4, 1])).toBe(7);
  const teams = [
    [0, 2],
    [1, 3],
  ];
  const steps = stepsOf(
    [0, 2],
    [
      [[0, 0, 0, 0]],
      [[0, 1, 0, 1], { tally: won(1, 3) }],
      [[1, 1, 1, 1], { tally: won(0, 2) }],
      [[2, 1, 2, 1], { tally: won(0, 2) }],
    ],
    teams,
  );
  expect(matchFacts(steps, false)).toEqual([
    { kind: "behind", side: [0, 2], points: 1, round: 1 },
    { kind: "led-since", side: [0, 2], round: 3 },
    {
      kind: "rounds-won",
      won: [
        { side: [0, 2], rounds: 2 },
        { side: [1, 3], rounds: 1 },
      ],
    },
  ]);
});

test("for what the winner got points is told, if it was for several things", () => {
  const rows = [
    { label: "Cards", cells: [30, 10], points: [1, 0] },
    { label: "Sweeps", cells: [3, 1], points: [3, 1] },
    { label: "Score", cells: [4, 1] },
  ];
  const steps = stepsOf([0], [[[0, 0]], [[4, 1], { tally: { rows, winners: [0] } }]]);
  expect(matchFacts(steps, false)).toEqual([
    {
      kind: "points-from",
      side: [0],
      rows: [
        { label: "Sweeps", points: 3 },
        { label: "Cards", points: 1 },
      ],
    },
    {
      kind: "row",
      label: "Cards",
      sides: [
        [[0], 30],
        [[1], 10],
      ],
    },
    {
      kind: "row",
      label: "Sweeps",
      sides: [
        [[0], 3],
        [[1], 1],
      ],
    },
  ]);
});

test("of a tie nobody's lead is told, and of nothing nothing", () => {
  expect(kinds(rounds([0, 1], [1, 4], [5, 5]))).toEqual(["rounds-won"]);
  expect(matchFacts([], false)).toEqual([]);
});

describe("the result", () => {
  const pairs = [
    [0, 2],
    [1, 3],
  ];
  test.each([
    [[0], [8, 7, 2], [], 0, false, { how: "you-win", others: [], score: 8, against: 7 }],
    [[0], [8, 7, 2], [], 1, false, { how: "wins", others: [0], score: 8, against: 7 }],
    [[0], [12, 67, 30], [], null, true, { how: "wins", others: [0], score: 12, against: 30 }],
    [[0, 1], [5, 5, 2], [], 0, false, { how: "you-tie", others: [1], score: 5, against: null }],
    [[0, 1], [5, 5], [], null, false, { how: "tie", others: [0, 1], score: 5, against: null }],
    [
      [0, 2],
      [2, 1, 2, 1],
      pairs,
      2,
      false,
      { how: "you-both-win", others: [0], score: 2, against: 1 },
    ],
    [[0, 2], [2, 1, 2, 1], pairs, 1, false, { how: "win", others: [0, 2], score: 2, against: 1 }],
    [[0], [3, 3], [], 0, false, { how: "you-win", others: [], score: null, against: null }],
    [[], [3, 3], [], 0, false, { how: "over", others: [], score: null, against: null }],
  ] as const)("of %j with %j", (winners, scores, teams, seat, lowWins, result) => {
    const asTeams = teams.map((team) => [...team]);
    expect(matchResult(winners, scores, asTeams, seat, lowWins)).toEqual(result);
  });
});
