// Where a camera must stand to see all of a box, and where its planes lie.

import { Box3, MathUtils, type PerspectiveCamera, Vector3 } from "three";

// From the front, the left of a robot that looks along x, and a little from above.
export const usualDirection = new Vector3(1, -0.85, 0.5).normalize();

// Distance from the middle of the box, towards `direction` (of unit length), at which all its corners are in sight.
export function fittingDistance(
  box: Box3,
  direction: Vector3,
  up: Vector3,
  fov: number,
  aspect: number,
): number {
  const tall = Math.tan(MathUtils.degToRad(fov) / 2);
  const wide = tall * aspect;
  const right = new Vector3().crossVectors(up, direction).normalize();
  const above = new Vector3().crossVectors(direction, right);
  const middle = box.getCenter(new Vector3());
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const at = new Vector3(
      corner & 1 ? box.max.x : box.min.x,
      corner & 2 ? box.max.y : box.min.y,
      corner & 4 ? box.max.z : box.min.z,
    ).sub(middle);
    const forward = at.dot(direction);
    const sideways = Math.max(Math.abs(at.dot(right)) / wide, Math.abs(at.dot(above)) / tall);
    distance = Math.max(distance, forward + sideways);
  }
  return distance;
}

// Near and far planes for a camera at `distance` from its target: a centimetre and a hundred metres alike.
export function setPlanes(camera: PerspectiveCamera, distance: number, extent: number): void {
  const near = Math.max(0.005 * distance, 1e-5 * extent);
  const far = 8 * distance + 12 * extent;
  if (Math.abs(near / camera.near - 1) < 0.05 && Math.abs(far / camera.far - 1) < 0.05) return;
  camera.near = near;
  camera.far = far;
  camera.updateProjectionMatrix();
}
