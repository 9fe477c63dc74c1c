import { expect, test } from "vitest";
import { parseRoute } from "../src/lib/route.svelte";

test("a link leads to a table, as a guest or by its invitation", () => {
  expect(parseRoute("#t1")).toEqual({ screen: "table", table: "t1" });
  expect(parseRoute("#/table/t1")).toEqual({ screen: "table", table: "t1" });
  expect(parseRoute("#t1.secret")).toEqual({ screen: "invite", table: "t1", invite: "secret" });
});

test("a link that no server can have made leads nowhere", () => {
  const [long, longer] = ["t".repeat(41), "s".repeat(65)];
  for (const address of [`#${long}`, `#/table/${long}`, `#t1.${longer}`, `#${long}.s`, "#t1.s.s"]) {
    expect(parseRoute(address)).toEqual({ screen: "not-found" });
  }
});
