// Computes properties of a matrix: symmetry, condition, factorisation error. Matrices are n x n by rows.

// Largest difference between an entry and its mirror image, relative to the largest entry.
export function asymmetry(values: ArrayLike<number>, n: number): number {
  let difference = 0;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      largest = Math.max(largest, Math.abs(values[i * n + j]));
      difference = Math.max(difference, Math.abs(values[i * n + j] - values[j * n + i]));
    }
  }
  return largest > 0 ? difference / largest : 0;
}

function columnSumNorm(values: ArrayLike<number>, n: number): number {
  let largest = 0;
  for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += Math.abs(values[i * n + j]);
    largest = Math.max(largest, sum);
  }
  return largest;
}

// In the norm of column sums, from the matrix and its inverse.
export function conditionNumber(values: ArrayLike<number>, inverse: ArrayLike<number>, n: number): number {
  return columnSumNorm(values, n) * columnSumNorm(inverse, n);
}

// Largest entry of U D U^T - M, relative to the largest entry of M.
export function factorError(
  mass: ArrayLike<number>,
  factor: ArrayLike<number>,
  D: ArrayLike<number>,
  n: number,
): number {
  let difference = 0;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let product = 0;
      for (let k = 0; k < n; k++) product += factor[i * n + k] * D[k] * factor[j * n + k];
      difference = Math.max(difference, Math.abs(product - mass[i * n + j]));
      largest = Math.max(largest, Math.abs(mass[i * n + j]));
    }
  }
  return largest > 0 ? difference / largest : 0;
}

export function shareOfZeros(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]));
  let zeros = 0;
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) > 1e-14 * largest)) zeros++;
  return values.length > 0 ? zeros / values.length : 0;
}
