// Reduces long columns to few points: the minimum and maximum of each piece.

import type { Curve } from "../app/app";

// As in Source.overview: NaN is ignored unless a piece has nothing else.
export function leastAndGreatest(
  valueOf: (row: number) => number,
  rows: number,
  buckets: number,
): Float64Array {
  const out = new Float64Array(2 * buckets).fill(NaN);
  for (let b = 0; b < buckets; b++) {
    const end = Math.floor(((b + 1) * rows) / buckets);
    for (let row = Math.floor((b * rows) / buckets); row < end; row++) {
      const value = valueOf(row);
      if (Number.isNaN(value)) continue;
      if (!(out[2 * b] <= value)) out[2 * b] = value;
      if (!(out[2 * b + 1] >= value)) out[2 * b + 1] = value;
    }
  }
  return out;
}

// Returns at most `points` points in their order; they include both ends and the minimum and maximum of each piece.
export function thinned(curve: Curve, points: number): Curve {
  const size = curve.times.length;
  if (size <= points || points < 4) return curve;
  const kept: number[] = [0];
  const buckets = Math.floor((points - 2) / 2);
  for (let b = 0; b < buckets; b++) {
    const [low, high] = extremes(
      curve.values,
      1 + Math.floor((b * (size - 2)) / buckets),
      1 + Math.floor(((b + 1) * (size - 2)) / buckets),
    );
    kept.push(Math.min(low, high));
    if (low !== high) kept.push(Math.max(low, high));
  }
  kept.push(size - 1);
  return {
    times: Float64Array.from(kept, (i) => curve.times[i]),
    values: Float64Array.from(kept, (i) => curve.values[i]),
  };
}

// Indices of the minimum and the maximum in [from, to). NaN marks a gap and counts as both.
function extremes(values: Float64Array, from: number, to: number): [number, number] {
  let low = from;
  let high = from;
  for (let i = from; i < to; i++) {
    if (Number.isNaN(values[i])) return [i, i];
    if (values[i] < values[low]) low = i;
    if (values[i] > values[high]) high = i;
  }
  return [low, high];
}
