import type { FactInfo } from "../lib/http";
import { t } from "../words/t.svelte";
import { capitalize } from "../words/capitalize";
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
        if (typeof value === "string" && kind !== "seat") return scene.faceName(value);
        if (typeof value !== "number" || (name === "turn" && value === 0)) return "";
        return kind === "seat" ? scene.nameOf(value) : String(value);
      },
    }));
}

/** The facts that are told to this viewer alone, all of them, with what they are now. */
export function privateFacts(scene: Scene): { name: string; label: string; value: string }[] {
  return Object.entries(scene.view?.private ?? {}).flatMap(([name, value]) => {
    const { label = capitalize(name.replaceAll("_", " ")), kind } = scene.game.facts[name] ?? {};
    const said = textOf(scene, value, kind);
    return said === "" ? [] : [{ name, label, value: said }];
  });
}

function textOf(scene: Scene, value: unknown, kind?: FactInfo["kind"]): string {
  if (Array.isArray(value)) {
    const parts = value.map((part, seat) => {
      const text = textOf(scene, part, kind === "by_seat" ? undefined : kind);
      return kind === "by_seat" ? `${scene.nameOf(seat)} ${text}` : text;
    });
    return parts.join(", ") || "–";
  }
  if (typeof value === "boolean") return t(value ? "table-yes" : "table-no");
  if (typeof value === "string") return scene.faceName(value);
  if (typeof value !== "number") return "";
  return kind === "seat" ? scene.nameOf(value) : String(value);
}
