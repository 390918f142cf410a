// Algebra of six-vectors, symmetric matrices and screws for the drawings.

export type Three = [number, number, number];

// matrix += factor * vector vector^T, 6x6 by rows.
export function outer(matrix: Float64Array, vector: ArrayLike<number>, factor: number): void {
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) matrix[6 * i + j] += factor * vector[i] * vector[j];
  }
}

export function norm(x: ArrayLike<number>): number {
  return Math.hypot(x[0], x[1], x[2]);
}

export function angular(six: ArrayLike<number>): Three {
  return [six[0], six[1], six[2]];
}

export function linear(six: ArrayLike<number>): Three {
  return [six[3], six[4], six[5]];
}

export function cross(a: Three, b: Three): Three {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

// Pose `index` of a list of 12 numbers each: applies its rotation to a vector; returns its origin.
export function rotated(poses: ArrayLike<number>, index: number, x: Three): Three {
  const at = 12 * index;
  const row = (i: number): number =>
    poses[at + 3 * i] * x[0] + poses[at + 3 * i + 1] * x[1] + poses[at + 3 * i + 2] * x[2];
  return [row(0), row(1), row(2)];
}

export function originOf(poses: ArrayLike<number>, index: number): Three {
  return [poses[12 * index + 9], poses[12 * index + 10], poses[12 * index + 11]];
}

export function placed(poses: ArrayLike<number>, index: number, x: Three): Three {
  const [a, b, c] = rotated(poses, index, x);
  const [u, v, w] = originOf(poses, index);
  return [a + u, b + v, c + w];
}

// A twist at a point is a rotation about an axis together with a translation along it.
export interface Screw {
  axis: Three; // unit vector; the direction of translation if there is no rotation
  offset: Three; // from the point to the nearest point of the axis
  rotation: number; // >= 0
  pitch: number; // metres per radian; 0 if there is no rotation
  translation: number; // along the axis
}

export function screwOf(rotation: Three, translation: Three): Screw {
  const rate = norm(rotation);
  const speed = norm(translation);
  if (rate <= 1e-9 * speed || rate < 1e-12) {
    const axis: Three =
      speed > 0 ? [translation[0] / speed, translation[1] / speed, translation[2] / speed] : [0, 0, 1];
    return { axis, offset: [0, 0, 0], rotation: 0, pitch: 0, translation: speed };
  }
  const axis: Three = [rotation[0] / rate, rotation[1] / rate, rotation[2] / rate];
  const along = axis[0] * translation[0] + axis[1] * translation[1] + axis[2] * translation[2];
  const [x, y, z] = cross(rotation, translation);
  const square = rate * rate;
  return {
    axis,
    offset: [x / square, y / square, z / square],
    rotation: rate,
    pitch: along / rate,
    translation: along,
  };
}

// The linear block of a 6x6 inertia, which maps linear accelerations to forces: the articulated mass by direction. It
// is the same at each point of the body.
export function massBlock(P: ArrayLike<number>): number[] {
  return [3, 4, 5].flatMap((i) => [3, 4, 5].map((j) => P[6 * i + j]));
}

// The smallest of 1, 2, 5 times a power of ten that is not below x.
export function roundUp(x: number): number {
  if (!(x > 0) || !Number.isFinite(x)) return 1;
  const power = 10 ** Math.floor(Math.log10(x) + 1e-12);
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= x * (1 - 1e-12)) ?? 10;
  return factor * power;
}
