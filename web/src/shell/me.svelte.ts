import { set, settings } from "../lib/settings.svelte";
import { load, save } from "../lib/store";
import { madeUpName } from "../words/names";

export const LONGEST_NAME = 24;

/** How one is renamed at the table where one sits, if one does; the server may say no. */
export const seat = $state<{ rename: ((name: string) => Promise<unknown>) | null }>({
  rename: null,
});

/** The player's name: his own, or one made up for him, which stays whatever language he reads. */
export function myName(): string {
  return settings.name || madeUp();
}

function madeUp(): string {
  const kept = load("made-up-name", "");
  const name = kept || madeUpName(settings.language);
  if (!kept) save("made-up-name", name);
  return name;
}

/** Go by this name from now on, here too; by one that is made up if it is empty. */
export async function chooseName(wanted: string): Promise<void> {
  const name = wanted.trim();
  await seat.rename?.(name || madeUp());
  set("name", name);
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
