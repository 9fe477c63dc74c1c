import { settings } from "../lib/settings.svelte";
import { load, save } from "../lib/store";
import { madeUpName } from "../words/names";

export const LONGEST_NAME = 24;

/** The player's name: his own, or one made up for him in his language, which stays. */
export function myName(): string {
  return settings.name || madeUp();
}

function madeUp(): string {
  const { language } = settings;
  const kept = load<{ en?: string; it?: string }>("made-up", {});
  const name = kept[language] ?? madeUpName(language);
  if (!kept[language]) save("made-up", { ...kept, [language]: name });
  return name;
}

/** The player's name, with a number if somebody at the table has the same. */
export function nameBeside(taken: readonly string[]): string {
  const lower = taken.map((name) => name.toLocaleLowerCase());
  const name = myName();
  let beside = name;
  for (let number = 2; lower.includes(beside.toLocaleLowerCase()); number += 1) {
    beside = `${name.slice(0, LONGEST_NAME - 3)} ${number}`;
  }
  return beside;
}
