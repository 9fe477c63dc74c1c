import { expect, test } from "vitest";
import { isInApp } from "../src/lib/inApp";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15";
const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Mobile Safari/537.36";

test.each([
  `${IPHONE} (KHTML, like Gecko) Mobile/21E219 [FBAN/FBIOS;FBAV/455.0.0.32;FBBV/5]`,
  `${IPHONE} (KHTML, like Gecko) Mobile/15E148 Instagram 320.0.0.31 (iPhone15,2; iOS 17_4)`,
  `${IPHONE} (KHTML, like Gecko) Mobile/15E148`,
  `${IPHONE} (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1 Line/14.2.0`,
  `${ANDROID} Build/UD1A; wv) ${CHROME.replace("Chrome", "Version/4.0 Chrome")}`,
  `${ANDROID}) ${CHROME} [FB_IAB/FB4A;FBAV/454.0.0;]`,
])("a link inside another app is seen as such: %s", (userAgent) => {
  expect(isInApp(userAgent, false)).toBe(true);
});

test.each([
  `${IPHONE} (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1`,
  `${IPHONE} (KHTML, like Gecko) CriOS/122.0.6261.62 Mobile/15E148 Safari/604.1`,
  `${ANDROID}) ${CHROME}`,
  "Mozilla/5.0 (Android 14; Mobile; rv:123.0) Gecko/123.0 Firefox/123.0",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36",
])("a browser of its own is none of them: %s", (userAgent) => {
  expect(isInApp(userAgent, false)).toBe(false);
});

test("a page that was installed keeps what it has, whatever it calls itself", () => {
  expect(isInApp(`${IPHONE} (KHTML, like Gecko) Mobile/15E148`, true)).toBe(false);
});
