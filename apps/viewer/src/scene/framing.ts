// Computes the distance at which a camera sees all of a box, and its clipping planes.

import { MathUtils, type PerspectiveCamera, Vector3 } from "three";

// From the front, the left of a robot that faces along x, and slightly from above.
export const usualDirection = new Vector3(1, -0.85, 0.5).normalize();

// Distance from `middle` along the unit vector `direction` at which all points are visible.
export function fittingDistance(
  points: readonly Vector3[],
  middle: Vector3,
  direction: Vector3,
  camera: PerspectiveCamera,
): number {
  const tall = Math.tan(MathUtils.degToRad(camera.fov) / 2);
  const wide = tall * camera.aspect;
  const right = new Vector3().crossVectors(camera.up, direction).normalize();
  const above = new Vector3().crossVectors(direction, right);
  const at = new Vector3();
  let distance = 0;
  for (const point of points) {
    at.copy(point).sub(middle);
    const sideways = Math.max(Math.abs(at.dot(right)) / wide, Math.abs(at.dot(above)) / tall);
    distance = Math.max(distance, at.dot(direction) + sideways);
  }
  return distance;
}

// Near and far planes for a camera at `distance` from its target, for robots of centimetres as well as of many metres.
export function setPlanes(camera: PerspectiveCamera, distance: number, extent: number): void {
  const near = Math.max(0.005 * distance, 1e-5 * extent);
  const far = 8 * distance + 12 * extent;
  if (Math.abs(near / camera.near - 1) < 0.05 && Math.abs(far / camera.far - 1) < 0.05) return;
  camera.near = near;
  camera.far = far;
  camera.updateProjectionMatrix();
}
