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

/** The public facts of some kinds that are worth showing. */
export function byName(scene: Scene, ...kinds: FactInfo["kind"][]): Fact[] {
  return Object.entries(scene.game.facts)
    .filter(([, fact]) => kinds.includes(fact.kind))
    .map(([name, info]) => ({
      name,
      label: info.label,
      of: (seat) => {
        const fact = scene.view?.[name];
        const value: unknown = seat !== undefined && Array.isArray(fact) ? fact[seat] : fact;
        return name === "turn" && value === 0 ? "" : textOf(scene, value, info);
      },
    }));
}

/** The facts that are told to this viewer alone, all of them, with what they are now. */
export function privateFacts(scene: Scene): { name: string; label: string; value: string }[] {
  return Object.entries(scene.view?.private ?? {}).flatMap(([name, value]) => {
    const info = scene.game.facts[name];
    const said = textOf(scene, value, info);
    const label = info?.label ?? capitalize(name.replaceAll("_", " "));
    return said === "" ? [] : [{ name, label, value: said }];
  });
}

function textOf(scene: Scene, value: unknown, info?: FactInfo): string {
  if (Array.isArray(value)) {
    const bySeat = info?.kind === "by_seat";
    const parts = value.map((part, seat) => {
      const text = textOf(scene, part, info);
      return bySeat ? `${scene.nameOf(seat)} ${text}` : text;
    });
    return parts.join(", ") || "–";
  }
  if (typeof value === "boolean") return t(value ? "table-yes" : "table-no");
  if (typeof value === "string")
    return info?.texts?.[value.replaceAll(" ", "-")] ?? scene.faceName(value);
  if (typeof value !== "number") return "";
  return info?.kind.startsWith("seat") ? scene.nameOf(value) : String(value);
}
