import { expect, test } from "vitest";
import { dateLocale, showDate } from "../src/ui/date";

test("a date is written as where the browser is at home, if that is in the language of the page", () => {
  expect(dateLocale("en", ["it-IT", "en-US"])).toBe("en-US");
  expect(dateLocale("en", ["it-IT"])).toBe("en-GB");
  expect(dateLocale("en", ["en"])).toBe("en-GB");
  expect(dateLocale("it", ["en-GB"])).toBe("it");
  expect(showDate(new Date(2026, 10, 18, 6, 5).getTime())).toBe("18 Nov 2026, 06:05");
});
