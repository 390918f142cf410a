// Merges curves onto one common time axis, as uPlot requires.

import type { Curve } from "../app/app";

// undefined: the curve has no point at this time and continues; null: a gap.
type Column = (number | null | undefined)[];

// Two points of a curve at the same time (a jump) stay two.
export function aligned(curves: readonly Curve[]): [number[], ...Column[]] {
  const times: number[] = [];
  const columns: Column[] = curves.map(() => []);
  const at = curves.map(() => 0);
  for (;;) {
    let time = Infinity;
    curves.forEach((curve, i) => {
      if (at[i] < curve.times.length) time = Math.min(time, curve.times[at[i]]);
    });
    if (time === Infinity) return [times, ...columns];
    times.push(time);
    curves.forEach((curve, i) => {
      const isHere = at[i] < curve.times.length && curve.times[at[i]] === time;
      columns[i].push(isHere ? numberOrGap(curve.values[at[i]]) : undefined);
      if (isHere) at[i] += 1;
    });
  }
}

function numberOrGap(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
