import { describe, expect, test } from "vitest";
import { equivalentEllipsoid } from "../../src/scene/equivalent_ellipsoid";
import { principalAxes, symmetricEigen } from "../../src/scene/symmetric";

// Pseudo-random numbers that are the same every time.
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 31 - 1;
  };
}

function randomSymmetric(n: number, seed: number): number[] {
  const next = numbers(seed);
  const matrix = new Array<number>(n * n).fill(0);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) matrix[i * n + j] = matrix[j * n + i] = next();
  }
  return matrix;
}

describe("eigenvalues of symmetric matrices", () => {
  test("the matrix times a vector is the vector times its value", () => {
    for (const n of [1, 2, 3, 6]) {
      const matrix = randomSymmetric(n, n);
      const { values, vectors } = symmetricEigen(matrix, n);
      for (let k = 0; k < n; k++) {
        for (let i = 0; i < n; i++) {
          let product = 0;
          for (let j = 0; j < n; j++) product += matrix[i * n + j] * vectors[j * n + k];
          expect(product).toBeCloseTo(values[k] * vectors[i * n + k], 13);
        }
        if (k > 0) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
      }
    }
  });

  test("the vectors are orthonormal, and a rotation for a 3x3 matrix", () => {
    for (let seed = 1; seed < 20; seed++) {
      const { vectors: v } = principalAxes(randomSymmetric(3, seed));
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          expect(v[i] * v[j] + v[3 + i] * v[3 + j] + v[6 + i] * v[6 + j]).toBeCloseTo(i === j ? 1 : 0, 13);
        }
      }
      const determinant =
        v[0] * (v[4] * v[8] - v[5] * v[7]) -
        v[1] * (v[3] * v[8] - v[5] * v[6]) +
        v[2] * (v[3] * v[7] - v[4] * v[6]);
      expect(determinant).toBeCloseTo(1, 13);
    }
  });

  test("a zero matrix and one with equal values work", () => {
    expect([...symmetricEigen(new Float64Array(9), 3).values]).toEqual([0, 0, 0]);
    expect([...principalAxes([2, 0, 0, 0, 2, 0, 0, 0, 2]).values]).toEqual([2, 2, 2]);
  });

  test("tiny and huge entries together keep their size", () => {
    const { values } = symmetricEigen([1e-9, 0, 0, 0, 1e6, 0, 0, 0, 1], 3);
    expect([...values]).toEqual([1e-9, 1, 1e6]);
  });
});

describe("the ellipsoid that has a body's inertia", () => {
  test("an ellipsoid's inertia reproduces its radii", () => {
    const [a, b, c, mass] = [0.1, 0.2, 0.4, 3];
    const moment = (p: number, q: number) => (mass * (p * p + q * q)) / 5;
    const ellipsoid = equivalentEllipsoid(mass, [moment(b, c), moment(a, c), moment(a, b), 0, 0, 0])!;
    const sorted = [...ellipsoid.radii].sort((x, y) => x - y);
    [a, b, c].forEach((radius, i) => expect(sorted[i]).toBeCloseTo(radius, 12));
    // The longest radius lies along z.
    const longest = ellipsoid.radii.indexOf(Math.max(...ellipsoid.radii));
    expect(Math.abs(ellipsoid.axes[6 + longest])).toBeCloseTo(1, 12);
  });

  test("the axes rotate with the body", () => {
    // A rod along (1, 1, 0).
    const { radii, axes } = equivalentEllipsoid(2, [0.5, 0.5, 1, -0.5, 0, 0])!;
    const longest = radii.indexOf(Math.max(...radii));
    expect(Math.abs(axes[longest] * Math.SQRT1_2 + axes[3 + longest] * Math.SQRT1_2)).toBeCloseTo(1, 12);
    expect(Math.min(...radii)).toBeCloseTo(0, 7);
  });

  test("a body without mass has no ellipsoid; an impossible inertia has radii of zero, not NaN", () => {
    expect(equivalentEllipsoid(0, [1, 1, 1, 0, 0, 0])).toBeNull();
    expect(equivalentEllipsoid(1, [NaN, 1, 1, 0, 0, 0])).toBeNull();
    expect(Math.min(...equivalentEllipsoid(1, [1, 1, 5, 0, 0, 0])!.radii)).toBe(0);
  });
});
