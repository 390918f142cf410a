// Eigenvalues and eigenvectors of small symmetric matrices by Jacobi rotations, for principal axes of inertias and
// ellipsoids of the filter's covariances.

export interface Eigen {
  values: Float64Array; // ascending
  vectors: Float64Array; // n x n by rows; column k belongs to value k
}

// `matrix`: n x n by rows; its lower triangle is not read.
export function symmetricEigen(matrix: ArrayLike<number>, n: number): Eigen {
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) a[i * n + j] = a[j * n + i] = matrix[i * n + j];
  }
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  const enough = 1e-30 * squares(a, n, true);
  for (let sweep = 0; sweep < 60 && squares(a, n, false) > enough; sweep++) {
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
    }
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[i * n + i] - a[j * n + j]);
  const values = Float64Array.from(order, (i) => a[i * n + i]);
  const vectors = new Float64Array(n * n);
  for (let row = 0; row < n; row++) {
    for (let k = 0; k < n; k++) vectors[row * n + k] = v[row * n + order[k]];
  }
  return { values, vectors };
}

// Sum of the squares above the diagonal, and of all entries as its scale.
function squares(a: Float64Array, n: number, all: boolean): number {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    for (let j = all ? 0 : i + 1; j < n; j++) sum += a[i * n + j] ** 2;
  }
  return sum;
}

// Rotates in the plane (p, q) by the smaller angle that makes a[p, q] zero.
function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const off = a[p * n + q];
  if (off === 0) return;
  const theta = (a[q * n + q] - a[p * n + p]) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const [akp, akq] = [a[k * n + p], a[k * n + q]];
    a[k * n + p] = c * akp - s * akq;
    a[k * n + q] = s * akp + c * akq;
  }
  for (let k = 0; k < n; k++) {
    const [apk, aqk] = [a[p * n + k], a[q * n + k]];
    a[p * n + k] = c * apk - s * aqk;
    a[q * n + k] = s * apk + c * aqk;
    const [vkp, vkq] = [v[k * n + p], v[k * n + q]];
    v[k * n + p] = c * vkp - s * vkq;
    v[k * n + q] = s * vkp + c * vkq;
  }
  a[p * n + q] = a[q * n + p] = 0;
}

// Eigenvectors of a 3x3 matrix as the columns of a rotation (right-handed).
export function principalAxes(matrix: ArrayLike<number>): Eigen {
  const eigen = symmetricEigen(matrix, 3);
  const [a, b, c, d, e, f, g, h, i] = eigen.vectors;
  if (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0) {
    for (const k of [2, 5, 8]) eigen.vectors[k] = -eigen.vectors[k];
  }
  return eigen;
}
