import { settings } from "./settings.svelte";

export type Sound = "turn" | "nudge" | "card" | "take" | "dice" | "cheer" | "end" | "win";

/** A tone or, without a pitch, a noise such as paper or wood makes. Times are in seconds. */
interface Part {
  at: number;
  duration: number;
  pitch?: number;
  loud: number;
  bright?: number; // the middle of a noise, in hertz
}

const card = (at: number): Part => ({ at, duration: 0.07, loud: 0.35, bright: 2600 });
const tap = (at: number, loud: number): Part => ({ at, duration: 0.05, loud, bright: 900 });
const bell = (at: number, pitch: number, loud = 0.16): Part => ({ at, duration: 0.5, pitch, loud });

const PARTS: Record<Sound, Part[]> = {
  turn: [bell(0, 659), bell(0.13, 880)],
  nudge: [bell(0, 880), bell(0.18, 880), bell(0.36, 880, 0.2)],
  card: [card(0)],
  take: [card(0), card(0.07), card(0.13)],
  dice: [tap(0, 0.6), tap(0.09, 0.5), tap(0.2, 0.45), tap(0.27, 0.3), tap(0.36, 0.5)],
  cheer: [bell(0, 523), bell(0.09, 659), bell(0.18, 784), bell(0.27, 1047, 0.2)],
  win: [
    bell(0, 392, 0.2),
    bell(0.12, 523),
    bell(0.24, 659),
    bell(0.36, 784, 0.22),
    bell(0.56, 659),
    bell(0.68, 1047, 0.24),
  ],
  end: [bell(0, 392, 0.2), bell(0.16, 494), bell(0.32, 587)],
};

const UNLOCK_DELAY_MS = 300; // to begin takes so long that a tap would be felt late

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Browsers are silent until the page has been touched: then this makes it ready, a bit later. */
export function unlockSound(): void {
  if (!settings.sound || !("AudioContext" in window) || context?.state === "running") return;
  setTimeout(() => {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  }, UNLOCK_DELAY_MS);
}

export function playSound(sound: Sound): void {
  if (!settings.sound || context?.state !== "running") return;
  for (const part of PARTS[sound]) playPart(context, part);
}

function playPart(audio: AudioContext, { at, duration, pitch, loud, bright = 2000 }: Part): void {
  const start = audio.currentTime + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.001, start + duration);
  volume.connect(audio.destination);
  const source = pitch === undefined ? rustle(audio, bright, volume) : tone(audio, pitch, volume);
  source.start(start);
  source.stop(start + duration);
}

function tone(audio: AudioContext, pitch: number, to: AudioNode): OscillatorNode {
  const oscillator = audio.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  oscillator.connect(to);
  return oscillator;
}

function rustle(audio: AudioContext, bright: number, to: AudioNode): AudioBufferSourceNode {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = bright;
  source.connect(filter).connect(to);
  return source;
}
