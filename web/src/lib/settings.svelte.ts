import { load, save } from "./storage";
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
  muted: boolean; // what others write is not shown
}

function browserLanguage(): Language {
  const wanted = navigator.languages.find((each) => /^(en|it)\b/.test(each));
  return wanted?.startsWith("it") ? "it" : "en";
}

const DEFAULTS: Settings = {
  name: "",
  language: browserLanguage(),
  theme: "system",
  sound: true,
  speed: 1,
  fourColours: false,
  letters: true,
  confirm: "always",
  muted: false,
};

/** What a player likes, kept in this browser. */
export const settings: Settings = $state({
  ...DEFAULTS,
  ...load<Partial<Settings>>("settings", {}),
});

/** As on the first visit. */
export function resetSettings(): void {
  Object.assign(settings, DEFAULTS);
}

export function saveSetting<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
  settings[key] = value;
  save("settings", { ...load<Partial<Settings>>("settings", {}), [key]: value });
}

export function switchLanguage(): void {
  saveSetting("language", settings.language === "it" ? "en" : "it");
}
