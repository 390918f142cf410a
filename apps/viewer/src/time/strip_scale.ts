// Maps numbers to heights in a strip: 0 at the bottom, 1 at the top.

import type { Curve } from "../app/app";

export interface StripScale {
  low: number;
  high: number;
  isLog: boolean;
  shareOf(value: number): number; // NaN: not drawn
}

export function linearScale(curves: readonly Curve[]): StripScale {
  let [low, high] = bounds(curves, () => true);
  if (!(low < high)) [low, high] = [low - 0.5, high + 0.5];
  return { low, high, isLog: false, shareOf: (value) => (value - low) / (high - low) };
}

const widest = 12; // decades
// Logarithmic. Zero is at the bottom.
export function logScale(curves: readonly Curve[]): StripScale {
  const [least, greatest] = bounds(curves, (value) => value > 0);
  const high = Math.ceil(Math.log10(greatest) + 1e-9);
  const low = Math.max(Math.min(Math.floor(Math.log10(least)), high - 1), high - widest);
  const shareOf = (value: number): number => {
    if (Number.isNaN(value)) return NaN;
    return value > 0 ? Math.max(0, (Math.log10(value) - low) / (high - low)) : 0;
  };
  return { low: 10 ** low, high: 10 ** high, isLog: true, shareOf };
}

function bounds(curves: readonly Curve[], counts: (value: number) => boolean): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const { values } of curves) {
    for (const value of values) {
      if (!Number.isFinite(value) || !counts(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return low <= high ? [low, high] : [1, 1];
}
