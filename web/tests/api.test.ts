import { afterEach, expect, test, vi } from "vitest";
import { getGames, Refusal, request } from "../src/lib/api";
import { rules } from "../src/lib/rules.svelte";

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

test("the games are asked for once, and again when an author has saved some", async () => {
  const asked = answering(
    [200, [{ name: "pig", title: "Pig" }]],
    [200, [{ name: "pig", title: "Hog" }]],
  );
  expect((await getGames()).pig?.title).toBe("Pig");
  expect((await getGames()).pig?.title).toBe("Pig");
  rules.loads += 1;
  expect((await getGames()).pig?.title).toBe("Hog");
  expect(asked).toHaveBeenCalledTimes(2);
});
