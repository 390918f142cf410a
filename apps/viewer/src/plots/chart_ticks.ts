// Texts at the ticks of an axis.

import { formatNumber } from "../shell/format";

// Enough digits to distinguish neighbours.
export function tickTexts(splits: readonly (number | null)[]): string[] {
  const numbers = splits.filter((value) => value !== null);
  const step = numbers.length > 1 ? Math.abs(numbers[1] - numbers[0]) : 1;
  const largest = Math.max(...numbers.map(Math.abs));
  if (largest >= 1e5 || (largest > 0 && largest < 1e-3)) {
    return splits.map((value) => (value === null ? "" : value === 0 ? "0" : formatNumber(value, 3)));
  }
  let digits = 0;
  while (digits < 8 && !isWhole(step * 10 ** digits)) digits += 1;
  return splits.map((value) => (value === null ? "" : value.toFixed(digits).replace("-", "\u2212")));
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6 && Math.round(value) !== 0;
}
