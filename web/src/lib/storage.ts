// What this browser keeps. Without storage, as in some private windows, it is kept until reload.

const kept = new Map<string, string>();

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`settebello.${key}`) ?? kept.get(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise;
  }
}

export function save(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  kept.set(key, text);
  try {
    localStorage.setItem(`settebello.${key}`, text);
  } catch {
    // full, or not allowed: `kept` has it
  }
}

/** Everything that this browser keeps of ours is gone. */
export function forgetAll(): void {
  kept.clear();
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith("settebello."))
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // not allowed: then nothing was kept there
  }
}
