// Draws velocities and accelerations of the bodies that an outward sweep has reached.

import type { BodyTrace } from "../engine/engine";
import type { Glyphs } from "./glyphs";
import { linear, norm, originOf, rotated } from "./six";
import type { Step } from "./steps";
import {
  drawMotion,
  movingBodies,
  scaleOf,
  scaleText,
  type LegendEntry,
  type Scale,
  type Scene,
} from "./symbols";
import type { SixUnits } from "./units";

const faded = 0.3;

export function drawMotions(
  scene: Scene,
  glyphs: Glyphs,
  done: number[],
  step: Step,
  read: (body: BodyTrace) => ArrayLike<number>,
  text: string,
  units: SixUnits,
): LegendEntry[] {
  const { evaluation, robot, plan } = scene;
  const scale = scaleOf(
    movingBodies(scene).map((body) => read(evaluation.bodies[body])),
    scene.extent,
  );
  const inboard = robot.bodies[step.body].parent;
  const parent = inboard < 0 ? -1 : plan.carrier[inboard];
  for (const body of done) {
    const six = read(evaluation.bodies[body]);
    if (body === step.body) {
      drawMotion(scene, glyphs, body, six, scale, scene.growth, scene.paint("outward", 1));
      drawOrigin(scene, glyphs, body, six, scale, 0.7);
    } else if (body === parent) {
      drawMotion(scene, glyphs, body, six, scale, 1, scene.paint("outward", faded));
    } else {
      drawOrigin(scene, glyphs, body, six, scale, faded);
    }
  }
  return [
    { symbol: "screw", colour: "outward", text, scale: scaleText(scale, units) },
    {
      symbol: "force",
      colour: "outward",
      text: "motion of its origin; faint: those of its parent and of earlier bodies",
      scale: "",
    },
  ];
}

// Draws the linear part only, as a short arrow at the body's origin.
function drawOrigin(
  scene: Scene,
  glyphs: Glyphs,
  body: number,
  six: ArrayLike<number>,
  scale: Scale,
  opacity: number,
): void {
  const { poses, extent, paint } = scene;
  const translation = rotated(poses, body, linear(six));
  const length = (0.15 * extent * norm(translation)) / scale.linear;
  if (length > 1e-3 * extent)
    glyphs.arrow(originOf(poses, body), translation, length, paint("outward", opacity));
}
