import { set, settings } from "../lib/settings.svelte";
import { load, save } from "../lib/storage";
import { madeUpName } from "../words/madeUpNames";

export const LONGEST_NAME = 24;

/** Who sits at the table on the screen. */
export interface Sitter {
  shares: boolean; // this device with others: then the name is no other place's
  name: string;
  rename: (name: string) => Promise<unknown>; // the server may say no
}

export const seat = $state<{ sitter: Sitter | null }>({ sitter: null });

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

/** The name of who uses this device now. */
export function nameHere(who = seat.sitter): string {
  return who?.shares ? who.name : myName();
}

let choosing: Promise<unknown> = Promise.resolve(); // until it is known whether the name is taken

/** Go by this name from now on, here too; by one that is made up if it is empty. */
export function chooseName(wanted: string, who = seat.sitter): Promise<string> {
  const chosen = change(wanted.trim(), who);
  choosing = chosen.catch(() => undefined);
  return chosen;
}

async function change(wanted: string, who: Sitter | null): Promise<string> {
  const name = wanted || (who?.shares ? madeUpName(settings.language) : madeUp());
  await who?.rename(name);
  if (!who?.shares) set("name", wanted);
  return name;
}

/** The player's name, as it was chosen last, for whoever sits down with it. */
export async function chosenName(): Promise<string> {
  await choosing;
  return myName();
}

/** This name, with a number if somebody at the table has the same. */
export function nameBeside(name: string, taken: readonly string[]): string {
  const lower = taken.map((name) => name.toLocaleLowerCase());
  let beside = name;
  for (let number = 2; lower.includes(beside.toLocaleLowerCase()); number += 1) {
    beside = `${name.slice(0, LONGEST_NAME - 3)} ${number}`;
  }
  return beside;
}
