import { load, save } from "./storage";
import { LANGUAGES, type Language } from "./wire";

export const languages = Object.keys(LANGUAGES) as Language[];

export interface Settings {
  name: string; // "" until the player has chosen one: then one is made up
  language: Language;
  theme: "system" | "light" | "dark" | "contrast";
  sound: boolean;
  speed: number; // 0.5 to 4; 0 shows everything at once
  fourColours: boolean;
  letters: boolean; // single letters, digits and signs are shortcuts
  confirm: "never" | "touch" | "always";
  muted: boolean; // what others write is not shown
  notify: "ask" | "on" | "off"; // when it is one's turn elsewhere; asked once
  vibrate: boolean | null; // null until the player has chosen
}

function browserLanguage(): Language {
  const wanted = navigator.languages.map((each) => each.split("-")[0]);
  return wanted.map((each) => languages.find((known) => known === each)).find(Boolean) ?? "en";
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
  notify: "ask",
  vibrate: null,
};

/** What a player likes, kept in this browser. */
export const settings: Settings = $state({
  ...DEFAULTS,
  ...load<Partial<Settings>>("settings", {}),
});
if (!languages.includes(settings.language)) settings.language = DEFAULTS.language;

const contrast = matchMedia("(prefers-contrast: more)");
let wantsContrast = $state(contrast.matches);
contrast.addEventListener("change", () => (wantsContrast = contrast.matches));

/** The theme that was chosen; a device may ask for more contrast where none was. */
export const shownTheme = (): Settings["theme"] =>
  settings.theme === "system" && wantsContrast ? "contrast" : settings.theme;

/** As on the first visit. */
export function resetSettings(): void {
  Object.assign(settings, DEFAULTS);
}

export function saveSetting<Key extends keyof Settings>(key: Key, value: Settings[Key]): void {
  settings[key] = value;
  save("settings", { ...load<Partial<Settings>>("settings", {}), [key]: value });
}

/** The one after the player's own. */
export function otherLanguage(): Language {
  return languages[(languages.indexOf(settings.language) + 1) % languages.length]!;
}
