// Returns the value of a recorded quantity at any time.

import type { RowStore } from "../app/app";

// Returns NaN until it has arrived, and outside of the result.
export function readAt(rows: RowStore, array: string, column: number, time: number): number {
  if (time < rows.first - 1e-9 || time > rows.last + 1e-9) return NaN;
  const row = rows.rowAt(time + 1e-9);
  const here = rows.record(array, row);
  if (!here) return NaN;
  const start = rows.timeOf(row);
  if (row + 1 >= rows.rows || time - start <= 1e-9) return here[column];
  const next = rows.record(array, row + 1);
  if (!next) return NaN;
  const share = (time - start) / (rows.timeOf(row + 1) - start);
  return (1 - share) * here[column] + share * next[column];
}
