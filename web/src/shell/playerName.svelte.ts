import { saveSetting, settings } from "../lib/settings.svelte";
import { load, save } from "../lib/storage";
import { madeUpName } from "../words/madeUpNames";

export const MAX_NAME_LENGTH = 24;

/** Who sits at the table on the screen. */
export interface Sitter {
  shares: boolean; // this device with others: then the name is no other place's
  name: string;
  rename: (name: string) => Promise<unknown>; // the server may say no
}

export const currentSitter = $state<{ sitter: Sitter | null }>({ sitter: null });

/** The player's name: chosen, or made up; then it stays, whatever the language. */
export function myName(): string {
  return settings.name || savedMadeUpName();
}

function savedMadeUpName(): string {
  const kept = load("made-up-name", "");
  const name = kept || madeUpName(settings.language);
  if (!kept) save("made-up-name", name);
  return name;
}

/** The name of who uses this device now. */
export function nameHere(who = currentSitter.sitter): string {
  return who?.shares ? who.name : myName();
}

let choosing: Promise<unknown> = Promise.resolve(); // until it is known whether the name is taken

/** Go by this name from now on, here too; by one that is made up if it is empty. */
export function chooseName(wanted: string, who = currentSitter.sitter): Promise<string> {
  const chosen = change(wanted.trim(), who);
  choosing = chosen.catch(() => undefined);
  return chosen;
}

async function change(wanted: string, who: Sitter | null): Promise<string> {
  const name = wanted || (who?.shares ? madeUpName(settings.language) : savedMadeUpName());
  await who?.rename(name);
  if (!who?.shares) saveSetting("name", wanted);
  return name;
}

/** The player's name, as it was chosen last, to sit down with. */
export async function chosenName(): Promise<string> {
  await choosing;
  return myName();
}

/** This name, with a number if somebody at the table has the same. */
export function uniqueName(name: string, taken: readonly string[]): string {
  const lower = taken.map((name) => name.toLocaleLowerCase());
  let unique = name;
  for (let number = 2; lower.includes(unique.toLocaleLowerCase()); number += 1) {
    unique = `${name.slice(0, MAX_NAME_LENGTH - 3)} ${number}`;
  }
  return unique;
}
