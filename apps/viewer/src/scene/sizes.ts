// Measures the visible objects.

import { Box3, Vector3 } from "three";
import type { Actor } from "./actor";
import { boxCorners } from "./figure";
import { worthFraming } from "./motion_box";

export class Sizes {
  extent = 1; // longest side of the robot's box
  readonly motion = new Box3(); // the space covered by the robots' motions

  constructor(private readonly actors: readonly Actor[]) {}

  // The box of the visible robots in their current poses.
  measure(): Box3 {
    const box = new Box3().setFromPoints(this.points());
    const size = box.getSize(new Vector3());
    const longest = Math.max(size.x, size.y, size.z);
    this.extent = longest || 2 * Math.max(...this.actors.map((actor) => actor.longestRadius()), 0) || 1;
    return longest > 0 ? box : box.expandByScalar(0.5 * this.extent);
  }

  // Points that the camera should have in view.
  inSight(): Vector3[] {
    const points = this.points();
    if (worthFraming(this.motion, this.extent)) points.push(...boxCorners(this.motion));
    const box = new Box3().setFromPoints(points);
    return box.min.equals(box.max) ? boxCorners(box.expandByScalar(0.5 * this.extent)) : points;
  }

  private points(): Vector3[] {
    const points: Vector3[] = [];
    for (const actor of this.actors) if (actor.figure.solid.visible) actor.addPoints(points);
    return points.length > 0 ? points : [new Vector3()];
  }
}
