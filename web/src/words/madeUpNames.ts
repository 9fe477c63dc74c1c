import type { Language } from "../lib/wire";

// Names for players who have not chosen one: an adjective and a bird. Several words stand on a line
// here, which is easier to read than a column: hence each "prettier-ignore".

// prettier-ignore
const ADJECTIVES = [
  "Amber", "Bold", "Brave", "Bright", "Calm", "Cheerful", "Clever", "Daring", "Gentle", "Golden",
  "Happy", "Jolly", "Lucky", "Merry", "Nimble", "Patient", "Quick", "Quiet", "Sunny", "Wise",
];
// prettier-ignore
const BIRDS = [
  "Blackbird", "Crane", "Cuckoo", "Finch", "Hawk", "Heron", "Hoopoe", "Jay", "Kestrel", "Lark",
  "Magpie", "Nightingale", "Oriole", "Owl", "Robin", "Sparrow", "Starling", "Swallow", "Swift",
  "Wren",
];

// In Italian the adjective follows the bird and agrees with it.
// prettier-ignore
const AGGETTIVI: readonly (readonly [m: string, f: string])[] = [
  ["allegro", "allegra"], ["ardito", "ardita"], ["astuto", "astuta"], ["attento", "attenta"],
  ["calmo", "calma"], ["curioso", "curiosa"], ["dorato", "dorata"], ["felice", "felice"],
  ["fortunato", "fortunata"], ["gentile", "gentile"], ["lesto", "lesta"], ["mite", "mite"],
  ["paziente", "paziente"], ["quieto", "quieta"], ["sereno", "serena"], ["sveglio", "sveglia"],
  ["svelto", "svelta"], ["veloce", "veloce"], ["vispo", "vispa"], ["vivace", "vivace"],
];
// prettier-ignore
const UCCELLI = {
  m: [
    "Airone", "Cardellino", "Cuculo", "Falco", "Fringuello", "Gheppio", "Gufo", "Merlo",
    "Passero", "Pettirosso", "Picchio", "Scricciolo", "Storno", "Usignolo",
  ],
  f: ["Allodola", "Capinera", "Civetta", "Cinciallegra", "Gazza", "Ghiandaia", "Rondine", "Upupa"],
};

function any<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)]!;
}

export function madeUpName(language: Language): string {
  if (language !== "it") return `${any(ADJECTIVES)} ${any(BIRDS)}`;
  const birds = UCCELLI.m.length + UCCELLI.f.length;
  const male = Math.random() * birds < UCCELLI.m.length;
  const [m, f] = any(AGGETTIVI);
  return male ? `${any(UCCELLI.m)} ${m}` : `${any(UCCELLI.f)} ${f}`;
}
