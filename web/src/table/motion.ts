import { tick } from "svelte";
import { HIDDEN, type Board } from "../lib/board";
import { play } from "../lib/sound";
import { settings } from "../lib/settings.svelte";
import type { Stage, Table } from "../lib/table.svelte";
import type { Notice } from "../lib/wire";
import { isMoment, soundOf } from "./highlights";

// Milliseconds at speed 1.
const FLIGHT = 260;
const SLIDE = 180;
const FADE = 140;
const STAGGER = 55; // between cards that travel together,
const LONGEST_STAGGER = 500; // all of them together
const FOLLOW = 380; // after a move of somebody else, so that one can follow
const GLANCE = 160; // after a sentence without cards
const LOOK = 650; // while somebody looks at a card
const ROLL = 620;
const CHEER = 1100;
const TOO_FAR_BEHIND = 1500;

const CARD_WIDTH = 60; // in pixels, of one that is seen neither before nor after
const CARD_SHAPE = 1.4; // how much higher than wide it is

/** A card as it lies on the screen: its middle, its width, and its picture. */
interface Spot {
  x: number;
  y: number;
  width: number;
  place: string | undefined;
  piece: string | undefined;
  hidden: boolean;
  picture: Node | null; // as it is, or was
  element: HTMLElement;
}

interface Seen {
  pieces: Map<string, Spot>;
  places: Map<string, Spot>; // of the card on top
}

export interface Scenery {
  root: () => HTMLElement | null; // what has the pieces and the places
  sky: () => HTMLElement | null; // above it, where cards fly
  cheer: (notice: Notice | null) => void;
}

/** Shows notices by motion: cards travel from where they were to where they are. */
export function stageOf(table: Table, { root, sky, cheer }: Scenery): Stage {
  return async (notice, change, skip) => {
    const speed = table.behind > TOO_FAR_BEHIND ? 0 : settings.speed;
    if (speed === 0 || document.hidden || skip.aborted) return change();
    const sound = soundOf(table.game, notice, table.chairs.length);
    if (sound) play(sound);
    const pause = (time: number) => paused(time / speed, skip);
    await tick(); // a new deal may have been laid out just now
    const felt = root();
    const above = sky();
    const before = felt && kept(seen(felt, table.board), notice);
    change();
    await tick();
    if (felt && above && before) {
      const moves = flightsOf(notice, before, seen(felt, table.board));
      await flown(moves, above, speed, skip);
      if (felt.querySelector(".die.rolling")) await pause(ROLL);
    }
    if (isMoment(table.game, notice)) {
      cheer(notice);
      await pause(CHEER);
      cheer(null);
    } else {
      await pause(restAfter(notice, table.seat));
    }
  };
}

function restAfter(notice: Notice, seat: number | null): number {
  if (notice.seat === seat && seat !== null) return 0;
  if (notice.shown?.length) return LOOK;
  return notice.moved?.length ? FOLLOW : GLANCE;
}

interface Flight {
  from: Spot;
  to: Spot;
  turns: boolean;
  isSeen: boolean; // where it goes: then it is not to be seen there before its double has come
}

interface Moves {
  flights: Flight[];
  slides: { from: Spot; to: Spot }[];
  below: Spot[]; // cards of a stack that can be seen until another one has come to lie on them
}

/** Which card flew from where to where; the others make room. */
function flightsOf(notice: Notice, before: Seen, after: Seen): Moves {
  const moves: Moves = { flights: [], slides: [], below: [] };
  const done = new Set<string>();
  for (const move of notice.moved ?? []) {
    const id = move.becomes ?? move.piece;
    const old = move.piece === undefined ? undefined : before.pieces.get(move.piece);
    const now = id === undefined ? undefined : after.pieces.get(id);
    if (id !== undefined) done.add(id);
    if (!old && !now && notice.moved!.length > 3) continue; // under a stack, as it was before
    const from = old ?? before.places.get(move.from ?? "");
    const to = now ?? after.places.get(move.to ?? "");
    if (!from || !to) continue;
    const turns = now !== undefined && from.hidden !== now.hidden;
    moves.flights.push({ from, to: now ?? { ...to, picture: from.picture }, turns, isSeen: !!now });
    const top = before.places.get(move.to ?? "");
    if (now && top?.piece !== undefined && !after.pieces.has(top.piece)) moves.below.push(top);
  }
  for (const [id, to] of after.pieces) {
    const from = before.pieces.get(id);
    if (done.has(id) || !from) continue;
    if (from.place !== to.place || from.hidden !== to.hidden) {
      moves.flights.push({ from, to, turns: from.hidden !== to.hidden, isSeen: true });
    } else if (Math.hypot(from.x - to.x, from.y - to.y) > 1) moves.slides.push({ from, to });
  }
  return moves;
}

async function flown(moves: Moves, sky: HTMLElement, speed: number, skip: AbortSignal) {
  const { flights, slides, below } = moves;
  const running: Animation[] = [];
  const doubles: HTMLElement[] = [];
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    for (const { to } of flights.filter(({ isSeen }) => isSeen)) {
      running.push(to.element.animate([{ opacity: 0 }, { opacity: 1 }], FADE / speed));
    }
  } else {
    for (const spot of below) doubles.push(lying(spot));
    const stagger = Math.min(STAGGER, LONGEST_STAGGER / Math.max(1, flights.length));
    flights.forEach((flight, at) => {
      const timing = { duration: FLIGHT / speed, delay: (at * stagger) / speed };
      const double = doubleOf(flight);
      doubles.push(double);
      running.push(fly(flight, double, timing));
      if (flight.isSeen) flight.to.element.style.opacity = "0"; // until its double has come
    });
    for (const { from, to } of slides) {
      const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      const timing = { duration: SLIDE / speed, easing: "ease-out" };
      running.push(to.element.animate([{ transform: shift }, { transform: "none" }], timing));
    }
  }
  sky.append(...doubles);
  const ended = Promise.all(running.map((animation) => animation.finished.catch(() => null)));
  await Promise.race([ended, aborted(skip)]);
  for (const animation of running) animation.cancel();
  for (const { to } of flights) to.element.style.opacity = "";
  for (const double of doubles) double.remove();
}

function lying(spot: Spot): HTMLElement {
  const double = doubleOf({ from: spot, to: spot, turns: false, isSeen: false });
  double.style.transform = `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%)`;
  return double;
}

/** A picture of the card in the air; one that turns has its other side at its back. */
function doubleOf({ from, to, turns }: Flight): HTMLElement {
  const double = document.createElement("div");
  double.className = "double";
  double.style.width = `${to.width}px`;
  double.style.height = `${to.width * CARD_SHAPE}px`;
  if (to.picture) double.append(to.picture.cloneNode(true));
  if (turns && from.picture) {
    double.classList.add("turning");
    double.append(from.picture.cloneNode(true));
  }
  return double;
}

function fly(flight: Flight, double: HTMLElement, timing: KeyframeAnimationOptions): Animation {
  const { from, to, turns } = flight;
  const at = (spot: Spot, turn: number) =>
    `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%) scale(${spot.width / to.width})` +
    (turns ? ` rotateY(${turn}deg)` : "");
  const way = [{ transform: at(from, 180) }, { transform: at(to, 0) }];
  const easing = "cubic-bezier(0.3, 0.7, 0.3, 1)";
  return double.animate(way, { ...timing, easing, fill: "both" });
}

/** Where all cards and places are on the screen. */
function seen(felt: HTMLElement, board: Board): Seen {
  const faces = new Map(
    Object.values(board)
      .flat()
      .map((piece) => [piece.id, piece.face]),
  );
  const spot = (element: HTMLElement) =>
    spotOf(element, (faces.get(element.dataset.piece ?? "") ?? HIDDEN) === HIDDEN);
  const pieces = new Map<string, Spot>();
  for (const element of felt.querySelectorAll<HTMLElement>("[data-piece]")) {
    pieces.set(element.dataset.piece!, spot(element));
  }
  const places = new Map<string, Spot>();
  for (const place of felt.querySelectorAll<HTMLElement>("[data-place]")) {
    const cards = place.querySelectorAll<HTMLElement>("[data-piece]");
    const top = spot(cards[cards.length - 1] ?? place);
    if (!cards.length) top.width = Math.min(top.width, CARD_WIDTH);
    places.set(place.dataset.place!, top);
  }
  return { pieces, places };
}

/** With copies of the pictures that may be gone, or turned over, after the change. */
function kept(before: Seen, { moved }: Notice): Seen {
  const keep = (spot: Spot | undefined) => {
    if (spot?.picture) spot.picture = spot.picture.cloneNode(true);
  };
  if (!moved?.length) before.pieces.forEach(keep);
  for (const move of moved ?? []) {
    keep(before.pieces.get(move.piece ?? ""));
    keep(before.places.get(move.from ?? ""));
    keep(before.places.get(move.to ?? ""));
  }
  return before;
}

function spotOf(element: HTMLElement, hidden: boolean): Spot {
  const picture = element.querySelector("svg.card");
  const box = (picture ?? element).getBoundingClientRect();
  return {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    width: picture?.clientWidth || box.width, // as it is when it is not turned
    place: element.closest<HTMLElement>("[data-place]")?.dataset.place,
    piece: element.dataset.piece,
    hidden,
    picture,
    element,
  };
}

function paused(time: number, skip: AbortSignal): Promise<void> {
  if (time <= 0 || skip.aborted) return Promise.resolve();
  const rest = new Promise<void>((resolve) => setTimeout(resolve, time));
  return Promise.race([rest, aborted(skip)]);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
