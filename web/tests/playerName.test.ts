import { beforeEach, expect, test } from "vitest";
import { saveSetting } from "../src/lib/settings.svelte";
import {
  chooseName,
  chosenName,
  myName,
  uniqueName,
  nameHere,
  currentSitter,
} from "../src/shell/playerName.svelte";

let asked: string[];
let answer: (refused?: Error) => void;

/** Somebody sits down, of whose new name the server says something when it is told to. */
function sits(shares: boolean): void {
  const rename = (name: string) => {
    asked.push(name);
    return new Promise<void>((yes, no) => {
      answer = (refused) => (refused ? no(refused) : yes());
    });
  };
  currentSitter.sitter = { shares, name: "Bea", rename };
}

beforeEach(() => {
  asked = [];
  currentSitter.sitter = null;
  saveSetting("name", "Ann");
});

test("who sits down while the name is being changed has the new one", async () => {
  sits(false);
  const chosen = chooseName(" Cal ");
  const next = chosenName();
  expect(myName()).toBe("Ann");
  answer();
  expect([await chosen, await next, myName()]).toEqual(["Cal", "Cal", "Cal"]);
});

test("a name that is refused changes nothing", async () => {
  sits(false);
  const chosen = chooseName("Bea");
  answer(new Error("taken"));
  await expect(chosen).rejects.toThrow("taken");
  expect(await chosenName()).toBe("Ann");
});

test("who shares the device changes the name of their own seat only", async () => {
  sits(true);
  expect(nameHere()).toBe("Bea");
  const chosen = chooseName("Cal");
  answer();
  expect([await chosen, asked, myName()]).toEqual(["Cal", ["Cal"], "Ann"]);
  const another = chooseName(" ");
  answer();
  expect(await another).toMatch(/\w/);
  expect(asked[1]).not.toBe("Ann");
});

test("beside somebody of the same name one has a number", () => {
  expect(uniqueName("Ann", ["Bea"])).toBe("Ann");
  expect(uniqueName("Ann", ["ann", "Ann 2"])).toBe("Ann 3");
});
