// What this browser keeps. Without storage, as in some private windows, it is kept until reload.

const memory = new Map<string, string>();

export function load<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`settebello.${key}`) ?? memory.get(key);
    return text ? (JSON.parse(text) as T) : fallback;
  } catch {
    return fallback;
  }
}

export function save(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(`settebello.${key}`, text);
  } catch {
    // full, or not allowed: `memory` has it
  }
}

/** What was typed and not sent, in this window. */
export function loadDraft(key: string): string {
  try {
    return sessionStorage.getItem(`settebello.${key}`) ?? "";
  } catch {
    return "";
  }
}

export function saveDraft(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(`settebello.${key}`, text);
    else sessionStorage.removeItem(`settebello.${key}`);
  } catch {
    // not allowed: then it is gone with the page
  }
}

/** Everything that this browser keeps of ours is gone. */
export function clearStorage(): void {
  memory.clear();
  try {
    for (const storage of [localStorage, sessionStorage]) {
      Object.keys(storage)
        .filter((key) => key.startsWith("settebello."))
        .forEach((key) => storage.removeItem(key));
    }
  } catch {
    // not allowed: then nothing was kept there
  }
}
