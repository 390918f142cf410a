// Computes how far a body extends from its origin, from all that is attached to it.

import type { RobotData, ShapeData } from "../document";

export function bodyReach(robot: RobotData, index: number): number {
  const { mass, com, shapes } = robot.bodies[index];
  let reach = mass > 0 ? Math.hypot(...com) : 0;
  const point = (placement: readonly number[], beyond = 0) => {
    reach = Math.max(reach, Math.hypot(placement[9], placement[10], placement[11]) + beyond);
  };
  for (const child of robot.bodies) if (child.parent === index) point(child.placement);
  for (const frame of robot.frames) if (frame.body === index) point(frame.placement);
  for (const loop of robot.loops) {
    for (const end of [loop.first, loop.second]) if (end.body === index) point(end.placement);
  }
  for (const shape of shapes) point(shape.placement, shapeReach(shape));
  return reach;
}

// Meshes and infinite planes count as points.
function shapeReach({ kind, size }: ShapeData): number {
  const [a, b, c] = size;
  switch (kind) {
    case "box":
      return 0.5 * Math.hypot(a, b, c);
    case "cylinder":
      return Math.hypot(a, 0.5 * b);
    case "capsule":
      return a + 0.5 * b;
    case "sphere":
    case "ellipsoid":
      return Math.max(...size);
    default:
      return 0;
  }
}
