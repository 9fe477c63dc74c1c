import { tick } from "svelte";
import { HIDDEN, type Board } from "../lib/board";
import { playSound } from "../lib/sound";
import { settings } from "../lib/settings.svelte";
import type { NoticePresenter, Table } from "../lib/table.svelte";
import type { Notice } from "../lib/wire";
import { isHighlight, soundOf } from "./highlights";
import { Pace, restAfter } from "./pace";

// Milliseconds at speed 1.
const FLIGHT = 260;
const SLIDE = 180;
const FADE = 140;
const STAGGER = 55; // between cards that travel together,
const LONGEST_STAGGER = 500; // all of them together
const ROLL = 560;
const CHEER = 1100; // stays so long,
const CHEER_REST = 500; // and this long before anything else happens
const TOO_FAR_BEHIND = 1500;

const CARD_WIDTH = 60; // in pixels, of one that is seen neither before nor after
const CARD_SHAPE = 1.4; // how much higher than wide it is, if it has no picture

/** A card as it lies on the screen: its middle, its width, and its picture. */
interface CardBox {
  x: number;
  y: number;
  width: number;
  shape: number; // how much higher than wide it is: a die is square
  place: string | undefined;
  piece: string | undefined;
  hidden: boolean;
  inTrick: boolean;
  picture: Node | null; // as it is, or was
  element: HTMLElement;
}

interface Layout {
  pieces: Map<string, CardBox>;
  places: Map<string, CardBox>; // of the card on top
  seats: Map<string, CardBox>; // of the players' panels
}

export interface MotionTargets {
  felt: () => HTMLElement | null; // what has the pieces and the places
  layer: () => HTMLElement | null; // above it, where cards fly
  setHighlight: (notice: Notice | null) => void;
}

/** Shows notices by motion: cards travel from where they were to where they are. */
export function presentByMotion(table: Table, targets: MotionTargets): NoticePresenter {
  const pace = new Pace();
  let cheered: Notice | null = null;
  return async (notice, change, skip) => {
    const speed = table.behind > TOO_FAR_BEHIND ? 0 : settings.speed;
    if (speed === 0 || document.hidden || skip.aborted) return change();
    const sound = soundOf(table.game, notice, table.seat);
    if (sound) playSound(sound);
    await tick(); // a new deal may have been laid out just now
    const felt = targets.felt();
    const layer = targets.layer();
    const before = felt && withPictures(measure(felt, table.board), notice);
    const actors = table.toAct;
    change();
    await tick();
    const moves = felt && layer && before && findMoves(notice, before, measure(felt, table.board));
    const dice = [...(felt?.querySelectorAll(".die.rolling") ?? [])];
    const cheers = isHighlight(table.game, notice);
    const rest = cheers ? CHEER_REST : restAfter(notice, table.seat);
    const time = (moves ? timeOf(moves) : 0) + (dice.length > 0 ? ROLL : 0) + rest;
    const granted = pace.grant(time, notice, actors, table.seat);
    const rate = granted > 0 ? (speed * time) / granted : speed;
    const pause = (lasts: number) => wait(lasts / rate, skip);
    const tumbles = dice.flatMap((die) => die.getAnimations({ subtree: true }));
    for (const tumble of tumbles) tumble.updatePlaybackRate(rate);
    if (moves) await animate(moves, layer, rate, skip);
    if (dice.length > 0) await pause(ROLL);
    if (cheers) {
      targets.setHighlight((cheered = notice));
      void wait(CHEER / speed, skip).then(() => {
        if (cheered === notice) targets.setHighlight(null);
      });
    }
    await pause(rest);
  };
}

/** How long cards travel, at speed 1. */
function timeOf(moves: Moves): number {
  const flights = moves.flights.length;
  if (flights > 0) return FLIGHT + (flights - 1) * staggerOf(flights);
  return moves.slides.length > 0 ? SLIDE : 0;
}

const staggerOf = (flights: number) => Math.min(STAGGER, LONGEST_STAGGER / Math.max(1, flights));

interface Flight {
  from: CardBox;
  to: CardBox;
  turns: boolean;
  isSeen: boolean; // where it goes: then it is not to be seen there before its copy has come
}

interface Moves {
  flights: Flight[];
  slides: { from: CardBox; to: CardBox }[];
  below: CardBox[]; // cards of a stack that can be seen until another one has come to lie on them
}

/** Which card flew from where to where; the others make room. */
function findMoves(notice: Notice, before: Layout, after: Layout): Moves {
  const moves: Moves = { flights: [], slides: [], below: [] };
  const done = new Set<string>();
  for (const move of notice.moved ?? []) {
    const id = move.becomes ?? move.piece;
    const old = move.piece === undefined ? undefined : before.pieces.get(move.piece);
    const now = id === undefined ? undefined : after.pieces.get(id);
    if (id !== undefined) done.add(id);
    if (!old && !now && notice.moved!.length > 3) continue; // under a stack, as it was before
    const from = old ?? before.places.get(move.from);
    const to = now ?? after.places.get(move.to);
    if (!from || !to) continue;
    const turns = now !== undefined && from.hidden !== now.hidden;
    const landing = now ?? { ...to, picture: from.picture, shape: from.shape };
    moves.flights.push({ from, to: landing, turns, isSeen: !!now });
    const top = before.places.get(move.to);
    if (now && top?.piece !== undefined && !after.pieces.has(top.piece)) moves.below.push(top);
  }
  for (const [id, to] of after.pieces) {
    const from = before.pieces.get(id);
    if (done.has(id) || !from) continue;
    if (from.place !== to.place || from.hidden !== to.hidden) {
      moves.flights.push({ from, to, turns: from.hidden !== to.hidden, isSeen: true });
    } else if (Math.hypot(from.x - to.x, from.y - to.y) > 1) moves.slides.push({ from, to });
  }
  /* A trick that goes out of sight goes to its taker. */
  const taker = after.seats.get(String(notice.seat));
  for (const [id, from] of taker ? before.pieces : []) {
    if (done.has(id) || after.pieces.has(id) || !from.inTrick) continue;
    const to = { ...taker!, picture: from.picture, shape: from.shape };
    moves.flights.push({ from, to, turns: false, isSeen: false });
  }
  return moves;
}

async function animate(moves: Moves, layer: HTMLElement, speed: number, skip: AbortSignal) {
  const { flights, slides, below } = moves;
  const running: Animation[] = [];
  const copies: HTMLElement[] = [];
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    for (const { to } of flights.filter(({ isSeen }) => isSeen)) {
      running.push(to.element.animate([{ opacity: 0 }, { opacity: 1 }], FADE / speed));
    }
  } else {
    for (const box of below) copies.push(lyingCopy(box));
    const stagger = staggerOf(flights.length);
    flights.forEach((flight, at) => {
      const timing = { duration: FLIGHT / speed, delay: (at * stagger) / speed };
      const copy = copyOf(flight);
      copies.push(copy);
      running.push(fly(flight, copy, timing));
      if (flight.isSeen) flight.to.element.style.opacity = "0"; // until its copy has come
    });
    for (const { from, to } of slides) {
      const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      const timing = { duration: SLIDE / speed, easing: "ease-out" };
      running.push(to.element.animate([{ transform: shift }, { transform: "none" }], timing));
    }
  }
  layer.append(...copies);
  const ended = Promise.all(running.map((animation) => animation.finished.catch(() => null)));
  await Promise.race([ended, whenAborted(skip)]);
  for (const animation of running) animation.cancel();
  for (const { to } of flights) to.element.style.opacity = "";
  for (const copy of copies) copy.remove();
}

function lyingCopy(box: CardBox): HTMLElement {
  const copy = copyOf({ from: box, to: box, turns: false, isSeen: false });
  copy.style.transform = `translate(${box.x}px, ${box.y}px) translate(-50%, -50%)`;
  return copy;
}

/** A picture of the card in the air; one that turns has its other side at its back. */
function copyOf({ from, to, turns }: Flight): HTMLElement {
  const copy = document.createElement("div");
  copy.className = "copy";
  copy.style.width = `${to.width}px`;
  copy.style.height = `${to.width * to.shape}px`;
  if (to.picture) copy.append(to.picture.cloneNode(true));
  if (turns && from.picture) {
    copy.classList.add("turning");
    copy.append(from.picture.cloneNode(true));
  }
  return copy;
}

function fly(flight: Flight, copy: HTMLElement, timing: KeyframeAnimationOptions): Animation {
  const { from, to, turns } = flight;
  const at = (box: CardBox, turn: number) =>
    `translate(${box.x}px, ${box.y}px) translate(-50%, -50%) scale(${box.width / to.width})` +
    (turns ? ` rotateY(${turn}deg)` : "");
  const way = [{ transform: at(from, 180) }, { transform: at(to, 0) }];
  const easing = "cubic-bezier(0.3, 0.7, 0.3, 1)";
  return copy.animate(way, { ...timing, easing, fill: "both" });
}

/** Where all cards and places are on the screen. */
function measure(felt: HTMLElement, board: Board): Layout {
  const faces = new Map(
    Object.values(board)
      .flat()
      .map((piece) => [piece.id, piece.face]),
  );
  const box = (element: HTMLElement) =>
    boxOf(element, (faces.get(element.dataset.piece ?? "") ?? HIDDEN) === HIDDEN);
  const pieces = new Map<string, CardBox>();
  for (const element of felt.querySelectorAll<HTMLElement>("[data-piece]")) {
    pieces.set(element.dataset.piece!, box(element));
  }
  const places = new Map<string, CardBox>();
  for (const place of felt.querySelectorAll<HTMLElement>("[data-place]")) {
    const cards = place.querySelectorAll<HTMLElement>("[data-piece]");
    const top = box(cards[cards.length - 1] ?? place);
    if (!cards.length) top.width = Math.min(top.width, CARD_WIDTH);
    places.set(place.dataset.place!, top);
  }
  const seats = new Map<string, CardBox>();
  for (const seat of felt.querySelectorAll<HTMLElement>("[data-seat]")) {
    seats.set(seat.dataset.seat!, { ...boxOf(seat, true), width: CARD_WIDTH });
  }
  return { pieces, places, seats };
}

/** With copies of the pictures that may be gone, or turned over, after the change. */
function withPictures(before: Layout, { moved }: Notice): Layout {
  const keep = (box: CardBox | undefined) => {
    if (box?.picture) box.picture = box.picture.cloneNode(true);
  };
  if (!moved?.length) before.pieces.forEach(keep);
  for (const move of moved ?? []) {
    keep(before.pieces.get(move.piece ?? ""));
    keep(before.places.get(move.from));
    keep(before.places.get(move.to));
  }
  return before;
}

function boxOf(element: HTMLElement, hidden: boolean): CardBox {
  const picture = element.querySelector<SVGSVGElement>("svg.card");
  const frame = picture?.viewBox.baseVal;
  const rect = (picture ?? element).getBoundingClientRect();
  return {
    x: rect.x + rect.width / 2,
    y: rect.y + rect.height / 2,
    width: picture?.clientWidth || rect.width, // as it is when it is not turned
    shape: frame ? frame.height / frame.width : CARD_SHAPE,
    place: element.closest<HTMLElement>("[data-place]")?.dataset.place,
    piece: element.dataset.piece,
    inTrick: element.closest("[data-trick]") !== null,
    hidden,
    picture,
    element,
  };
}

function wait(time: number, skip: AbortSignal): Promise<void> {
  if (time <= 0 || skip.aborted) return Promise.resolve();
  const rest = new Promise<void>((resolve) => setTimeout(resolve, time));
  return Promise.race([rest, whenAborted(skip)]);
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
