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
