// The matches that this device keeps: their form, and how two such lists become one. Nothing here reads a clock, a
// server or a storage.

/** A match that is over, as the player of this device saw it. */
export interface KeptMatch {
  match: string;
  game: string;
  at: number; // its end, in milliseconds since 1970
  device: string; // the one that noted it
  seat: number; // the player's
  players: string[]; // by seat, as the rest
  faces: string[]; // the court cards of bots; "" for people
  scores: number[];
  winners: number[];
  teams: number[][]; // the seats that played together, if anybody did
  shared: boolean; // several people played it on this device: it counts for nobody
  invite: string; // opens its replay to others too; "" if nothing is needed, or nothing is known
}

/** How often something was played, and how it ended for the player; the rest was lost. */
export interface Count {
  played: number;
  won: number;
  tied: number;
}

/** Counts by a name: of a game, a level, a person. */
export type Counts = [name: string, count: Count][];

/** What is left of a device's matches that are too old to be kept: all of them up to `until`. */
export interface OlderMatches {
  until: number;
  all: Count;
  games: Counts;
  levels: Counts;
  people: Counts;
}

export interface KeptMatches {
  version: typeof VERSION;
  device: string; // a random name; "" until something is noted
  matches: KeptMatch[]; // the newest first
  older: Record<string, OlderMatches>; // by device
  longest: number; // row of matches that were won
}

export const VERSION = 1;
export const MOST_MATCHES = 500;
const MOST_PEOPLE = 200; // in what is left of older matches

export const nothingKept = (): KeptMatches => ({
  version: VERSION,
  device: "",
  matches: [],
  older: {},
  longest: 0,
});

// How it ended.

export type Ending = "won" | "tied" | "lost";

export function endingOf({ seat, winners, teams }: KeptMatch): Ending {
  if (!winners.includes(seat)) return "lost";
  const own = sideOf(seat, teams);
  return winners.every((each) => own.includes(each)) ? "won" : "tied";
}

const sideOf = (seat: number, teams: readonly number[][]): number[] =>
  teams.find((team) => team.includes(seat)) ?? [seat];

/** The seats that played against the player. */
export function opponentsIn({ seat, players, teams }: KeptMatch): number[] {
  const own = sideOf(seat, teams);
  return [...players.keys()].filter((each) => !own.includes(each));
}

const LEVELS: Record<string, string> = { 8: "easy", 9: "medium", 10: "hard" };

/** How well a bot plays: its card says it. "" if it is a person. */
export const levelOf = (face: string): string => LEVELS[face.slice(0, -1)] ?? "";

// Counting.

const none = (): Count => ({ played: 0, won: 0, tied: 0 });

export const sum = (one: Count, other: Count): Count => ({
  played: one.played + other.played,
  won: one.won + other.won,
  tied: one.tied + other.tied,
});

const nothingOlder = (): OlderMatches => ({
  until: 0,
  all: none(),
  games: [],
  levels: [],
  people: [],
});

/** Count matches on top of others; those that several people shared are left out. */
export function count(matches: readonly KeptMatch[], before = nothingOlder()): OlderMatches {
  const total = structuredClone(before);
  for (const match of matches) {
    total.until = Math.max(total.until, match.at);
    if (match.shared) continue;
    const ending = endingOf(match);
    const one = { played: 1, won: Number(ending === "won"), tied: Number(ending === "tied") };
    const opponents = opponentsIn(match);
    const levels = opponents.map((seat) => levelOf(match.faces[seat]!)).filter(Boolean);
    const people = opponents.filter((seat) => !match.faces[seat]);
    total.all = sum(total.all, one);
    addTo(total.games, match.game, one);
    for (const level of new Set(levels)) addTo(total.levels, level, one);
    for (const seat of people) addTo(total.people, match.players[seat]!, one);
  }
  return total;
}

function addTo(counts: Counts, name: string, one: Count): void {
  const known = counts.find(([each]) => each === name);
  if (known) known[1] = sum(known[1], one);
  else counts.push([name, one]);
}

/** All that is known of all devices. */
export function countAll({ matches, older }: KeptMatches): OlderMatches {
  const total = nothingOlder();
  for (const each of Object.values(older)) {
    total.all = sum(total.all, each.all);
    for (const kind of ["games", "levels", "people"] as const)
      for (const [name, one] of each[kind]) addTo(total[kind], name, one);
  }
  return count(matches, total);
}

/** How many matches in a row were won: those at last, and the most ever. */
export function streaks({ matches, longest }: KeptMatches): { now: number; longest: number } {
  let most = longest;
  let row = 0;
  const counted = matches.filter(({ shared }) => !shared);
  for (const match of counted.toReversed()) {
    row = endingOf(match) === "won" ? row + 1 : 0;
    most = Math.max(most, row);
  }
  return { now: row, longest: most };
}

// Adding and merging.

/** With matches that this device has just heard of; those that it has or had already stay as they are. */
export function withMatches(kept: KeptMatches, added: readonly KeptMatch[]): KeptMatches {
  const known = new Set(kept.matches.map(({ match }) => match));
  const isCounted = ({ device, at }: KeptMatch) => at <= (kept.older[device]?.until ?? 0);
  const news = added.filter((each) => !known.has(each.match) && !isCounted(each));
  if (news.length === 0) return kept;
  return trimmed({ ...kept, matches: [...kept.matches, ...news] });
}

/**
 * Two lists as one, without doubles. Of a device's matches the oldest are counted first, so what one list has counted
 * of them is a part of what the other one has counted, or the other way round: the larger part holds.
 */
export function merged(kept: KeptMatches, other: KeptMatches): KeptMatches {
  const devices = new Set([...Object.keys(kept.older), ...Object.keys(other.older)]);
  const later = (device: string): OlderMatches => {
    const [one, two] = [kept.older[device], other.older[device]];
    return !one || (two && two.until > one.until) ? two! : one;
  };
  const older = Object.fromEntries([...devices].map((device) => [device, later(device)]));
  const isLeft = (list: KeptMatches) => (match: KeptMatch) => {
    const counted = older[match.device];
    return !counted || counted === list.older[match.device] || match.at > counted.until;
  };
  const own = kept.matches.filter(isLeft(kept));
  const known = new Set(own.map(({ match }) => match));
  const theirs = other.matches.filter(isLeft(other)).filter(({ match }) => !known.has(match));
  const longest = Math.max(kept.longest, other.longest);
  return trimmed({ ...kept, older, longest, matches: [...own, ...theirs] });
}

/** In order, and not too many: what is too old is counted. */
function trimmed(kept: KeptMatches): KeptMatches {
  const all = kept.matches.toSorted((one, two) => two.at - one.at);
  const sorted = { ...kept, matches: all };
  const matches = all.slice(0, MOST_MATCHES);
  const older = { ...kept.older };
  for (const match of all.slice(MOST_MATCHES)) {
    older[match.device] = withFewPeople(count([match], older[match.device]));
  }
  return { ...kept, matches, older, longest: streaks(sorted).longest };
}

function withFewPeople(older: OlderMatches): OlderMatches {
  const byNumber = older.people.toSorted(([, one], [, two]) => two.played - one.played);
  return { ...older, people: byNumber.slice(0, MOST_PEOPLE) };
}
