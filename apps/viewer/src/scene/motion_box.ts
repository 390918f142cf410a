// Estimates the space that a robot's motion covers from a few records, so that the camera can show all of it.

import { Box3, Vector3 } from "three";
import type { Source } from "../data/source";
import type { Track } from "../app/app";

const samples = 24;

// Box of the origins and centres of mass of the bodies; empty without a result or if its records cannot be loaded.
export async function motionBox(source: Source, { index, data, robot }: Track): Promise<Box3> {
  const box = new Box3();
  const rows = data.result?.rows ?? 0;
  if (rows === 0) return box;
  const stride = Math.max(1, Math.floor(rows / samples));
  const count = Math.min(samples, Math.ceil(rows / stride));
  const size = robot.positionSize;
  let q: Float64Array;
  try {
    q = await source.rows(index, "q", 0, count, stride);
  } catch {
    return box; // the caller that shows the motion reports the problem
  }
  const point = new Vector3();
  for (let row = 0; (row + 1) * size <= q.length; row++) {
    const poses = robot.poses(q.subarray(row * size, (row + 1) * size));
    data.robot.bodies.forEach(({ mass, com }, body) => {
      const at = (axis: number, x: number, y: number, z: number) => {
        const first = 12 * body + 3 * axis;
        return poses[12 * body + 9 + axis] + poses[first] * x + poses[first + 1] * y + poses[first + 2] * z;
      };
      const [x, y, z] = mass > 0 ? com : [0, 0, 0];
      for (const k of [0, 1]) {
        point.set(at(0, k * x, k * y, k * z), at(1, k * x, k * y, k * z), at(2, k * x, k * y, k * z));
        if (Number.isFinite(point.x + point.y + point.z)) box.expandByPoint(point);
      }
    });
  }
  return box;
}

// False for a motion so wide that the robot would be too small to see; the camera then shows its start.
export function worthFraming(motion: Box3, extent: number): boolean {
  const size = motion.getSize(new Vector3());
  return !motion.isEmpty() && Math.max(size.x, size.y, size.z) <= 4 * extent;
}
