import type { FactInfo } from "../lib/http";
import type { Scene } from "./scene.svelte";

export interface Fact {
  name: string;
  label: string;
  /** What it is now, for a seat if it has a value for each; "" if there is nothing to say. */
  of: (seat?: number) => string;
}

/** The public facts of one kind that are worth showing. */
export function byName(scene: Scene, kind: FactInfo["kind"]): Fact[] {
  return Object.entries(scene.game.facts)
    .filter(([, fact]) => fact.kind === kind)
    .map(([name, { label }]) => ({
      name,
      label,
      of: (seat) => {
        const fact = scene.view?.[name];
        const value: unknown = seat !== undefined && Array.isArray(fact) ? fact[seat] : fact;
        if (typeof value !== "number" || (name === "turn" && value === 0)) return "";
        return kind === "seat" ? scene.nameOf(value) : String(value);
      },
    }));
}
