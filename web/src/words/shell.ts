import { section } from "./section";

// The first screen, other games, friends, settings, rules.
export const shell = section({
  settebello: ["Settebello", "Settebello"],
  "not-found": ["There is nothing at this address.", "A questo indirizzo non c’è niente."],
});
