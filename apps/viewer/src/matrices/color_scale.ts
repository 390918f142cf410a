// Maps a number to a colour strength: the sign selects the colour, the size its strength; zero has no colour.

export interface ColorScale {
  largest: number;
  decades: number; // decades below the largest number that are visible; 0: linear
}

const mostDecades = 6;
const nothing = 1e-14; // relative to the largest: zero up to rounding
const faintest = 0.14; // makes a small entry differ from a zero one

export function isNothing(x: number, scale: ColorScale): boolean {
  return !(Math.abs(x) > nothing * scale.largest);
}

export function scaleFor(values: ArrayLike<number>, logarithmic: boolean): ColorScale {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) largest = Math.max(largest, Math.abs(values[i]));
  }
  if (!logarithmic) return { largest, decades: 0 };
  let least = largest;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size > nothing * largest && size < least) least = size;
  }
  const span = largest > 0 ? Math.ceil(Math.log10(largest / least) - 1e-9) : 1;
  return { largest, decades: Math.max(1, Math.min(mostDecades, span)) };
}

// Returns 0 for zero, else a value from faint to 1 with the sign of the number.
export function strength(x: number, scale: ColorScale): number {
  if (Number.isNaN(x) || isNothing(x, scale)) return 0;
  const size = Math.abs(x) / scale.largest;
  const part = scale.decades > 0 ? Math.max(0, 1 + Math.log10(size) / scale.decades) : size;
  return Math.sign(x) * (faintest + (1 - faintest) * Math.min(1, part));
}

// Numbers at the ends and the middle of the colour bar, which runs from the largest negative to the largest positive.
export function ticksOf({ largest, decades }: ColorScale): { at: number; value: number }[] {
  if (largest === 0) return [{ at: 0.5, value: 0 }];
  const inner = decades > 0 ? largest * 10 ** (-decades / 2) : largest / 2;
  return [
    { at: 0, value: -largest },
    { at: 0.25, value: -inner },
    { at: 0.5, value: 0 },
    { at: 0.75, value: inner },
    { at: 1, value: largest },
  ];
}

// The strength at a position on the bar, from 0 to 1.
export function barStrength(at: number): number {
  const signed = 2 * at - 1;
  return signed === 0 ? 0 : Math.sign(signed) * (faintest + (1 - faintest) * Math.abs(signed));
}

export type Rgb = readonly [number, number, number];

export function parseColor(text: string): Rgb {
  const short = /^#([0-9a-f]{3})$/i.exec(text.trim())?.[1];
  const digits = short?.replace(/./g, "$&$&") ?? /^#([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (!digits) return [128, 128, 128];
  return [0, 2, 4].map((i) => parseInt(digits.slice(i, i + 2), 16)) as unknown as Rgb;
}

export function mix(strength: number, none: Rgb, positive: Rgb, negative: Rgb): Rgb {
  const target = strength < 0 ? negative : positive;
  const part = Math.abs(strength);
  return none.map((from, i) => Math.round(from + (target[i] - from) * part)) as unknown as Rgb;
}
