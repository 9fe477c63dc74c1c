import type { MatchStep } from "../lib/http";

/** Who counts together: a team, or a player alone. */
export type Side = number[];

/** Something that was remarkable about a match. `round` is 0 where the match has no rounds. */
export type MatchFact =
  | { kind: "led-throughout"; side: Side }
  | { kind: "behind"; side: Side; points: number; round: number } // at most, and won all the same
  | { kind: "led-since"; side: Side; round: number }
  | { kind: "lead-changes"; times: number }
  | { kind: "most-at-once"; side: Side; points: number; round: number; text: string }
  | { kind: "rounds-won"; won: { side: Side; rounds: number }[] }
  | { kind: "points-from"; side: Side; rows: { label: string; points: number }[] }
  | { kind: "row"; label: string; sides: [side: Side, n: number][] }; // of the only count

interface Standing {
  scores: number[]; // by side
  round: number; // that is being played, or has just been counted
  text: string; // what was told
}

/** The rounds of a match that were counted; 0 if it has none. */
export const roundsIn = (steps: readonly MatchStep[]): number => talliesIn(steps).length;

const talliesIn = (steps: readonly MatchStep[]) =>
  steps.flatMap(({ notices }) => notices.flatMap(({ tally }) => (tally ? [tally] : [])));

export const sidesOf = (seats: number, teams: readonly number[][]): Side[] =>
  teams.length > 0 ? [...teams] : Array.from({ length: seats }, (_, seat) => [seat]);

/** What a side has: those who play together have the same, or each their part. */
export function pointsOf(side: Side, scores: readonly number[]): number {
  const each = side.map((seat) => scores[seat] ?? 0);
  return new Set(each).size === 1 ? each[0]! : each.reduce((sum, points) => sum + points, 0);
}

/**
 * What was remarkable about a match, the most remarkable first. All is counted from what its steps
 * tell, so it holds for every game; what says nothing, such as a lead that never changed between
 * two changes of the score, is left out.
 */
export function matchFacts(steps: readonly MatchStep[], lowWins: boolean): MatchFact[] {
  const last = steps.at(-1);
  if (!last) return [];
  const sides = sidesOf(last.scores.length, last.view.teams ?? []);
  const winner = sides.findIndex((side) => side.every((seat) => last.view.winners.includes(seat)));
  const isShared = last.view.winners.some((seat) => !sides[winner]?.includes(seat));
  const standings = standingsIn(steps, sides);
  const alone = winner < 0 || isShared ? -1 : winner;
  return [
    ...(alone < 0 ? [] : leadFacts(standings, sides, alone, lowWins)),
    ...mostAtOnce(standings, sides, last.scores, steps[0]!.scores),
    ...roundsWon(steps, sides),
    ...(alone < 0 || lowWins ? [] : pointsFrom(steps, sides[alone]!)),
    ...rowsOfOnlyTally(steps, sides),
  ];
}

/** The score at the beginning and after each change. */
function standingsIn(steps: readonly MatchStep[], sides: readonly Side[]): Standing[] {
  const standings: Standing[] = [];
  const hasRounds = roundsIn(steps) > 1;
  let counted = 0;
  for (const { scores, notices } of steps) {
    const now = sides.map((side) => pointsOf(side, scores));
    const tallies = notices.filter(({ tally }) => tally).length;
    const before = standings.at(-1)?.scores;
    if (!before || now.some((points, side) => points !== before[side])) {
      const told = notices.find((notice) => "tally" in notice) ?? notices[0];
      const round = hasRounds ? counted + (tallies > 0 ? tallies : 1) : 0;
      standings.push({ scores: now, round, text: told?.text ?? "" });
    }
    counted += tallies;
  }
  return standings;
}

/** How many points a side is ahead of the best other one; less than 0 if it is behind. */
function ahead(scores: readonly number[], side: number, lowWins: boolean): number {
  const others = scores.filter((_, other) => other !== side);
  const best = lowWins ? Math.min(...others) : Math.max(...others);
  return lowWins ? best - scores[side]! : scores[side]! - best;
}

function leadFacts(
  standings: readonly Standing[],
  sides: readonly Side[],
  winner: number,
  lowWins: boolean,
): MatchFact[] {
  const played = standings.slice(1); // at first all are equal
  if (played.length < 2 || sides.length < 2) return [];
  const leads = played.map(({ scores }) => ahead(scores, winner, lowWins));
  const leaders = played.flatMap(({ scores }) => {
    const side = sides.findIndex((_, each) => ahead(scores, each, lowWins) > 0);
    return side < 0 ? [] : [side]; // nobody leads alone
  });
  const times = leaders.filter((side, at) => at > 0 && side !== leaders[at - 1]).length;
  const side = sides[winner]!;
  const facts: MatchFact[] = [];
  if (leads.every((lead) => lead > 0)) facts.push({ kind: "led-throughout", side });
  const lowest = Math.min(...leads);
  if (lowest < 0) {
    const { round } = played[leads.indexOf(lowest)]!;
    facts.push({ kind: "behind", side, points: -lowest, round });
  }
  const since = played[leads.findLastIndex((lead) => lead <= 0) + 1];
  if (since && since.round > 1) facts.push({ kind: "led-since", side, round: since.round });
  if (times > 1) facts.push({ kind: "lead-changes", times });
  return facts;
}

/** The most that the score of a side went up at once, if no other change was as large. */
function mostAtOnce(
  standings: readonly Standing[],
  sides: readonly Side[],
  final: readonly number[],
  first: readonly number[],
): MatchFact[] {
  if (final.some((points, seat) => points < first[seat]!)) return []; // what one has is lost
  const gains = standings.slice(1).flatMap(({ scores, round, text }, at) =>
    scores.map((points, side) => ({
      side: sides[side]!,
      points: points - standings[at]!.scores[side]!,
      round,
      text: round > 0 ? "" : text,
    })),
  );
  const most = Math.max(...gains.map(({ points }) => points));
  const [best, second] = gains.filter(({ points }) => points === most);
  if (!best || second || most < 2 || standings.length < 3) return [];
  return [{ kind: "most-at-once", ...best }];
}

function roundsWon(steps: readonly MatchStep[], sides: readonly Side[]): MatchFact[] {
  const tallies = talliesIn(steps);
  const rounds = (side: Side) =>
    tallies.filter(({ winners }) => winners.length > 0 && winners.every((s) => side.includes(s)));
  const won = sides.map((side) => ({ side, rounds: rounds(side).length }));
  const total = won.reduce((sum, each) => sum + each.rounds, 0);
  if (tallies.length < 2 || total === 0) return [];
  const named = won.filter((each) => each.rounds > 0).sort((a, b) => b.rounds - a.rounds);
  return [{ kind: "rounds-won", won: named }];
}

/** For what the winner got their points, in all rounds. */
function pointsFrom(steps: readonly MatchStep[], side: Side): MatchFact[] {
  const sums = new Map<string, number>();
  for (const { label, points } of talliesIn(steps).flatMap(({ rows }) => rows)) {
    if (points) sums.set(label, (sums.get(label) ?? 0) + pointsOf(side, points));
  }
  const rows = [...sums]
    .map(([label, points]) => ({ label, points }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points);
  return rows.length > 1 ? [{ kind: "points-from", side, rows }] : [];
}

/** What the only count of a match tells in numbers; the last row is the score. */
function rowsOfOnlyTally(steps: readonly MatchStep[], sides: readonly Side[]): MatchFact[] {
  const [tally, more] = talliesIn(steps);
  if (!tally || more) return [];
  return tally.rows.slice(0, -1).flatMap(({ label, cells }): MatchFact[] => {
    if (!cells.every((cell) => typeof cell === "number") || new Set(cells).size < 2) return [];
    return [{ kind: "row", label, sides: sides.map((side) => [side, pointsOf(side, cells)]) }];
  });
}

/** How a match ended: who won, and by how much if that can be said in two numbers. */
export interface MatchResult {
  how: "over" | "you-win" | "wins" | "you-both-win" | "win" | "you-tie" | "tie";
  others: number[]; // the winners, without the reader
  score: number | null; // of the winners
  against: number | null; // of the next best, if it says something
}

export function matchResult(
  winners: readonly number[],
  scores: readonly number[],
  teams: readonly number[][],
  seat: number | null,
  lowWins: boolean,
): MatchResult {
  const sides = sidesOf(scores.length, teams);
  const won = sides.filter((side) => side.every((each) => winners.includes(each)));
  const others = winners.filter((each) => each !== seat);
  if (won.length === 0) return { how: "over", others, score: null, against: null };
  const own = others.length < winners.length;
  const lost = sides.filter((side) => !won.includes(side)).map((side) => pointsOf(side, scores));
  const score = pointsOf(won[0]!, scores);
  if (won.length > 1) return { how: own ? "you-tie" : "tie", others, score, against: null };
  const best = lowWins ? Math.min(...lost) : Math.max(...lost);
  const isTold = lost.length > 0 && best !== score;
  const alone = won[0]!.length === 1;
  return {
    how: alone ? (own ? "you-win" : "wins") : own ? "you-both-win" : "win",
    others,
    score: isTold ? score : null,
    against: isTold ? best : null,
  };
}
