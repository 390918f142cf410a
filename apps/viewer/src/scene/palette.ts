// Default colours where the robot's file has none: links alternate between light and dark, with one hue per arm.

import { Color } from "three";
import type { RobotData } from "../document";

const partHues = [0.58, 0.08, 0.38, 0.89, 0.74, 0.14, 0.49];
const links = ["#d3d9e1", "#7f96b0"];
const heldObject = "#c9a46a";

export function bodyColors(robot: RobotData): Color[] {
  const depths: number[] = [];
  return robot.bodies.map((body, index) => {
    // A body fixed to its parent has the parent's colour.
    const above = body.parent >= 0 ? depths[body.parent] : -1;
    depths.push(body.joint.kind === "fixed" ? Math.max(above, 0) : above + 1);
    const dark = depths[index] % 2;
    const part = robot.parts.findIndex((p) => index >= p.firstBody && index < p.firstBody + p.bodyCount);
    if (part < 0) return new Color(links[dark]);
    if (part === robot.parts.length - 1) return new Color(heldObject);
    return new Color().setHSL(partHues[part % partHues.length], 0.5, dark ? 0.48 : 0.66);
  });
}
