// Converts transforms of the document (12 numbers: rotation by rows, then the origin) to three.js matrices.

import { Matrix4, type Object3D } from "three";

export function setTransform(matrix: Matrix4, numbers: ArrayLike<number>, first = 0): Matrix4 {
  const at = (i: number) => numbers[first + i];
  // prettier-ignore
  return matrix.set(
    at(0), at(1), at(2), at(9),
    at(3), at(4), at(5), at(10),
    at(6), at(7), at(8), at(11),
    0, 0, 0, 1,
  );
}

// For objects whose matrices are set directly and not composed from position and rotation for each picture.
export function place<T extends Object3D>(object: T, matrix: Matrix4): T {
  object.matrixAutoUpdate = false;
  object.matrix.copy(matrix);
  object.matrixWorldNeedsUpdate = true;
  return object;
}

export function placeAt<T extends Object3D>(object: T, numbers: ArrayLike<number>, first = 0): T {
  object.matrixAutoUpdate = false;
  setTransform(object.matrix, numbers, first);
  object.matrixWorldNeedsUpdate = true;
  return object;
}
