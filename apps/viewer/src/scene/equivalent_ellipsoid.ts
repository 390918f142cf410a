// Computes the solid ellipsoid of uniform density that has a body's mass and inertia.

import { principalAxes } from "./symmetric";

export interface Ellipsoid {
  radii: number[];
  axes: Float64Array; // rotation by rows; its columns are the axes of the radii
}

// `inertia` about the centre of mass: xx yy zz xy xz yz. Null for a body without mass. With semi-axes a, b, c the
// moment of inertia about the first axis is m (b^2 + c^2) / 5. Radii that would be imaginary (an inertia that violates
// the triangle inequality) are zero.
export function equivalentEllipsoid(mass: number, inertia: readonly number[]): Ellipsoid | null {
  const [xx, yy, zz, xy, xz, yz] = inertia;
  if (!(mass > 0) || !inertia.every(Number.isFinite)) return null;
  const { values, vectors } = principalAxes([xx, xy, xz, xy, yy, yz, xz, yz, zz]);
  const sum = values[0] + values[1] + values[2];
  const radii = Array.from(values, (moment) => Math.sqrt(Math.max(0, (2.5 / mass) * (sum - 2 * moment))));
  return { radii, axes: vectors };
}
