import { afterEach, expect, test, vi } from "vitest";
import { Refusal, request } from "../src/lib/api";

function answering(...answers: [status: number, body: unknown][]) {
  const asked = vi.fn(() => {
    const [status, body] = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  vi.stubGlobal("fetch", asked);
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

test("a request that a leaving node has not taken is sent again, after the wait it says", async () => {
  const away = { type: "Refused", code: "come-back", text: "Later.", retry_after: 0 };
  const asked = answering([503, away], [200, { table: "t" }]);
  expect(await request("POST", "/api/tables", { body: {} })).toEqual({ table: "t" });
  expect(asked).toHaveBeenCalledTimes(2);
});

test("a request that may have been done is not sent again", async () => {
  const unknown = { type: "Refused", code: "come-back", text: "Later." };
  const asked = answering([503, unknown]);
  await expect(request("POST", "/api/tables", { body: {} })).rejects.toBeInstanceOf(Refusal);
  expect(asked).toHaveBeenCalledTimes(1);
});
