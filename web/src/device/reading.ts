// What was kept or comes from a file is looked at before it is used: it may be broken, or not ours at all.

import {
  MOST_MATCHES,
  nothingKept,
  VERSION,
  type Count,
  type Counts,
  type KeptMatch,
  type KeptMatches,
  type OlderMatches,
} from "./matches";

/** What a file of matches begins with, so that no other file is taken for one. */
export const FORMAT = "settebello-matches";
export const MOST_BYTES = 1_000_000; // of a file; a full list has about a third of that

const LONGEST_TEXT = 100; // of a name or an id
const MOST_SEATS = 64;
const MOST_DEVICES = 100;
const MOST_COUNTS = 1000;
const DEVICE_LENGTH = 12; // no object has a property of its own with such a name

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= LONGEST_TEXT;
const isId = (value: unknown): value is string => isText(value) && /^[\w-]+$/.test(value);
const isDevice = (value: unknown): value is string => isId(value) && value.length === DEVICE_LENGTH;
const isInvite = (value: unknown): value is string => value === "" || isId(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isNumber = (value: unknown): value is number => isWhole(value) && value >= 0;
const isListOf = <Item>(
  is: (value: unknown) => value is Item,
  value: unknown,
  most: number,
): value is Item[] => Array.isArray(value) && value.length <= most && value.every(is);

function readMatch(value: unknown): KeptMatch | null {
  if (!isObject(value)) return null;
  const { match, game, at, device, seat, players, faces, scores, winners, teams } = value;
  const { shared = false, invite = "" } = value;
  if (!isId(match) || !isText(game) || !isNumber(at) || !isDevice(device) || !isInvite(invite))
    return null;
  if (!isListOf(isText, players, MOST_SEATS) || !isListOf(isText, faces, MOST_SEATS)) return null;
  if (!isListOf(isWhole, scores, MOST_SEATS) || typeof shared !== "boolean") return null;
  const seats = players.length;
  const isSeat = (each: unknown): each is number => isNumber(each) && each < seats;
  const isTeam = (each: unknown): each is number[] => isListOf(isSeat, each, seats);
  if (faces.length !== seats || scores.length !== seats || !isSeat(seat)) return null;
  if (!isListOf(isSeat, winners, seats) || !isListOf(isTeam, teams, seats)) return null;
  return { match, game, at, device, seat, players, faces, scores, winners, teams, shared, invite };
}

function readCount(value: unknown): Count | null {
  if (!isObject(value)) return null;
  const { played, won, tied } = value;
  if (!isNumber(played) || !isNumber(won) || !isNumber(tied) || won + tied > played) return null;
  return { played, won, tied };
}

function readCounts(value: unknown): Counts | null {
  if (!Array.isArray(value) || value.length > MOST_COUNTS) return null;
  const counts = value.map((pair: unknown) => {
    const [name, count] = Array.isArray(pair) ? (pair as unknown[]) : [];
    const read = readCount(count);
    return isText(name) && read ? ([name, read] satisfies Counts[number]) : null;
  });
  return counts.every((each) => each !== null) ? counts : null;
}

function readOlder(value: unknown): OlderMatches | null {
  if (!isObject(value) || !isNumber(value.until)) return null;
  const all = readCount(value.all);
  const [games, levels, people] = [value.games, value.levels, value.people].map(readCounts);
  if (!all || !games || !levels || !people) return null;
  return { until: value.until, all, games, levels, people };
}

/** What a value holds of it, and whether that is all. */
function read(value: unknown): { kept: KeptMatches; isWhole: boolean } {
  const kept = nothingKept();
  if (!isObject(value)) return { kept, isWhole: false };
  const { device, matches, older, longest } = value;
  const found = Array.isArray(matches) ? matches.slice(0, MOST_MATCHES).map(readMatch) : [];
  const devices = isObject(older) ? Object.entries(older).slice(0, MOST_DEVICES) : [];
  const counted = devices.map(
    ([name, each]) => [name, isDevice(name) ? readOlder(each) : null] as const,
  );
  if (device === "" || isDevice(device)) kept.device = device;
  if (isNumber(longest)) kept.longest = longest;
  kept.matches = found
    .filter((each) => each !== null)
    .filter(({ match }, index, all) => all.findIndex((each) => each.match === match) === index)
    .sort((one, two) => two.at - one.at);
  for (const [name, each] of counted) if (each) kept.older[name] = each;
  const isWhole =
    kept.device === device &&
    kept.longest === longest &&
    Array.isArray(matches) &&
    kept.matches.length === matches.length &&
    isObject(older) &&
    Object.keys(kept.older).length === Object.keys(older).length;
  return { kept, isWhole };
}

/** What this browser has kept, without what is broken. */
export function readKept(value: unknown): KeptMatches {
  return read(value).kept;
}

/** Why nothing was taken from a file. */
export class FileRefused extends Error {
  constructor(readonly reason: "too-large" | "not-ours" | "newer" | "damaged") {
    super(reason);
  }
}

/** The matches in a file; raises FileRefused if it is not one of ours from one end to the other. */
export function readFile(text: string): KeptMatches {
  if (text.length > MOST_BYTES) throw new FileRefused("too-large");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FileRefused("not-ours");
  }
  if (!isObject(value) || value.format !== FORMAT || !isNumber(value.version))
    throw new FileRefused("not-ours");
  if (value.version > VERSION) throw new FileRefused("newer");
  const { kept, isWhole } = read(value);
  if (!isWhole) throw new FileRefused("damaged");
  return kept;
}

export const asFile = (kept: KeptMatches) => ({ format: FORMAT, ...kept });
