// Converts between rotations and rotation vectors (axis times angle): three numbers for three sliders.

export type Vector3 = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number]; // w x y z

export function quaternionOf([x, y, z]: Vector3): Quaternion {
  const angle = Math.hypot(x, y, z);
  const scale = angle < 1e-8 ? 0.5 : Math.sin(angle / 2) / angle;
  return [Math.cos(angle / 2), scale * x, scale * y, scale * z];
}

// A rotation has many vectors, one revolution apart along the same axis. Returns the one nearest to `near`, so that a
// slider does not jump when it passes half a revolution.
export function rotationVectorOf(quaternion: Quaternion, near: Vector3 = [0, 0, 0]): Vector3 {
  const norm = Math.hypot(...quaternion);
  if (!(norm > 0)) return [0, 0, 0];
  const [w, x, y, z] = quaternion.map((part) => part / norm);
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-12) return wholeRevolutionsNear(near);
  const axis = [x / sine, y / sine, z / sine];
  const angle = 2 * Math.atan2(sine, w);
  const wanted = axis[0] * near[0] + axis[1] * near[1] + axis[2] * near[2];
  const nearest = angle + 2 * Math.PI * Math.round((wanted - angle) / (2 * Math.PI));
  return [axis[0] * nearest, axis[1] * nearest, axis[2] * nearest];
}

// The identity: any vector whose length is a multiple of 2 pi.
function wholeRevolutionsNear(near: Vector3): Vector3 {
  const length = Math.hypot(...near);
  const count = Math.round(length / (2 * Math.PI));
  if (count === 0) return [0, 0, 0];
  const scale = (2 * Math.PI * count) / length;
  return [near[0] * scale, near[1] * scale, near[2] * scale];
}
