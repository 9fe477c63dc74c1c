import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReviewNow } from "../src/lib/reviewHttp";
import { SeatReview } from "../src/replay/seatReview.svelte";

const NOW: ReviewNow = {
  match: "m",
  seat: 0,
  state: "none",
  done: 0,
  all: 0,
  closely: false,
  why: "",
  review: null,
};

let answers: (Partial<ReviewNow> | Error)[];
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  asked = [];
  vi.stubGlobal("fetch", (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    const answer = answers.shift();
    if (!answer || answer instanceof Error) return Promise.reject(answer ?? new Error("unasked"));
    return Promise.resolve({ ok: true, json: () => Promise.resolve({ ...NOW, ...answer }) });
  });
});

afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);

test("to look begins nothing; once asked for, it is looked at until it is done", async () => {
  answers = [
    {},
    { state: "working", all: 2 },
    { state: "working", done: 1, all: 2 },
    { state: "done" },
  ];
  const review = new SeatReview("m", 0, null);
  review.look();
  await settle();
  expect(review.now?.state).toBe("none");
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(1);
  review.ask();
  await settle();
  expect(review.now).toMatchObject({ state: "working", done: 0, all: 2 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(review.now).toMatchObject({ done: 1 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(review.now?.state).toBe("done");
  expect(asked.map((each) => each.split(" ")[0])).toEqual(["GET", "POST", "GET", "GET"]);
});

test("a failure is told and ends it, until it is asked for again", async () => {
  answers = [{ state: "failed", why: "So it is." }, { state: "done" }];
  const review = new SeatReview("m", 0, null);
  review.ask();
  await vi.advanceTimersByTimeAsync(5000);
  expect(review.now).toMatchObject({ state: "failed", why: "So it is." });
  expect(asked).toHaveLength(1);
  review.ask();
  await settle();
  expect(review.now?.state).toBe("done");
});

test("without a network it says so, and who has left asks for nothing more", async () => {
  answers = [new Error("offline"), { state: "working" }];
  const review = new SeatReview("m", 0, null);
  review.look();
  await settle();
  expect(review.error).toEqual(new Error("offline"));
  review.look();
  await settle();
  expect(review.error).toBeNull();
  review.leave();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(2);
});
