// What this browser keeps. Without storage, as in some private windows, it is kept until reload.

const memory = new Map<string, string>();

/** What was kept, or the fallback: also if something else than such a list or object is there. */
export function load<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`settebello.${key}`) ?? memory.get(key);
    const value: unknown = text ? JSON.parse(text) : fallback;
    return isAlike(value, fallback) ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

const isAlike = (value: unknown, fallback: unknown): boolean =>
  fallback === null ||
  (value !== null &&
    typeof value === typeof fallback &&
    Array.isArray(value) === Array.isArray(fallback));

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
