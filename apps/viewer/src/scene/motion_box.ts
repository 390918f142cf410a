// Where a robot goes in its result, from a few records of it: so that the camera has all of the motion in sight.

import { Box3, Vector3 } from "three";
import type { Source } from "../data/source";
import type { Track } from "../app/app";

const samples = 24;

// Origins and mass centres of the bodies; empty without a result, or where its records do not come.
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
    return box; // whoever shows the motion says what is wrong with it
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

// A robot that goes far would be too small to see; then it is shown where it begins.
export function worthFraming(motion: Box3, extent: number): boolean {
  const size = motion.getSize(new Vector3());
  return !motion.isEmpty() && Math.max(size.x, size.y, size.z) <= 4 * extent;
}
