import { load, save } from "./store";
import type { Language } from "./wire";

export interface Settings {
  name: string; // "" until the player has chosen one: then one is made up
  language: Language;
  theme: "system" | "light" | "dark";
  sound: boolean;
  speed: number; // 0.5 to 4; 0 shows everything at once
  fourColours: boolean;
  letters: boolean; // single letters are shortcuts
  confirm: "never" | "touch" | "always";
}

function ofTheBrowser(): Language {
  const wanted = navigator.languages.find((each) => /^(en|it)\b/.test(each));
  return wanted?.startsWith("it") ? "it" : "en";
}

const usual: Settings = {
  name: "",
  language: ofTheBrowser(),
  theme: "system",
  sound: true,
  speed: 1,
  fourColours: false,
  letters: true,
  confirm: "touch",
};

/** What a player likes, kept in this browser. */
export const settings: Settings = $state({ ...usual, ...load<Partial<Settings>>("settings", {}) });

export function set<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
  settings[key] = value;
  save("settings", { ...load<Partial<Settings>>("settings", {}), [key]: value });
}
