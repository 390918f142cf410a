// Long columns in few points: the least and the greatest number of every piece.

import type { Curve } from "../app/app";

// As Source.overview: NaN is passed over; a piece with nothing else is NaN.
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

// At most `points` points, in their order, with the least and the greatest of every piece and both ends among them.
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

// Where the least and the greatest stand among those from `from` up to `to`; a NaN is a gap to be seen and wins both.
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
