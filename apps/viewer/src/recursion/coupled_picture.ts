// Draws the steps that couple arms or loops.

import type { Glyphs } from "./glyphs";
import { shortNumber } from "./short_number";
import { angular, linear, originOf, rotated, type Three } from "./six";
import type { Step } from "./steps";
import {
  drawForce,
  drawMotion,
  roundScale,
  scaleOf,
  scaleText,
  type LegendEntry,
  type Scene,
} from "./symbols";
import { accelerationUnits, forceUnits, isRotary } from "./units";

export function drawLoopForces(scene: Scene, glyphs: Glyphs): LegendEntry[] {
  const { evaluation } = scene;
  const closed = evaluation.loops.filter((loop) => loop.closed);
  if (closed.length === 0) return [];
  const scale = scaleOf(
    closed.map((loop) => loop.force),
    scene.extent,
  );
  // A loop's force acts on its second end, which is the arm in a grasp; the picture shows the force on the object.
  const sign = evaluation.arms ? -1 : 1;
  for (const loop of closed) {
    const on = loop.force.map((x) => sign * x);
    const moment = rotated(loop.second, 0, angular(on));
    const force = rotated(loop.second, 0, linear(on));
    drawForce(scene, glyphs, originOf(loop.second, 0), moment, force, scale, scene.paint("inward", 1));
  }
  const text = evaluation.arms ? "f: contact forces on the object" : "x: forces that keep the loops closed";
  return [{ symbol: "force", colour: "inward", text, scale: scaleText(scale, forceUnits) }];
}

export function drawObject(scene: Scene, glyphs: Glyphs): LegendEntry[] {
  const { robot, evaluation, growth } = scene;
  const acceleration = evaluation.arms?.objectAcceleration;
  const body = robot.parts[robot.parts.length - 1]?.firstBody ?? -1;
  if (!acceleration || acceleration.length !== 6 || body < 0) return [];
  const scale = scaleOf([acceleration, ...evaluation.bodies.map(({ lambda }) => lambda)], scene.extent);
  drawMotion(scene, glyphs, body, acceleration, scale, growth, scene.paint("outward", 1));
  return [
    {
      symbol: "screw",
      colour: "outward",
      text: "acceleration of the object",
      scale: scaleText(scale, accelerationUnits),
    },
  ];
}

export function drawFree(scene: Scene, glyphs: Glyphs, step: Step): LegendEntry[] {
  const { evaluation, robot } = scene;
  const all = (evaluation.arms?.grasps ?? []).filter(({ rows }) => rows === 6);
  const grasps = all.filter(({ loop }) => robot.loops[loop].kind === "weld");
  if (grasps.length === 0) return [];
  const scale = scaleOf(
    grasps.map((grasp) => grasp.freeAcceleration),
    scene.extent,
  );
  for (const grasp of grasps.filter(({ arm }) => arm === step.part)) {
    const end = evaluation.loops[grasp.loop].second;
    const rotation = rotated(end, 0, angular(grasp.freeAcceleration));
    const translation = rotated(end, 0, linear(grasp.freeAcceleration));
    drawForce(scene, glyphs, originOf(end, 0), rotation, translation, scale, scene.paint("outward", 1));
  }
  return [
    {
      symbol: "force",
      colour: "outward",
      text: "r: free acceleration at the grasp",
      scale: scaleText(scale, accelerationUnits),
    },
  ];
}

// Draws the change of each joint's innovation by loop or contact forces, about or along the joint's axis.
export function drawCorrections(scene: Scene, glyphs: Glyphs, step: Step): LegendEntry[] {
  const { evaluation, robot, poses, extent, growth } = scene;
  const changes = evaluation.dofs.map(({ innovation, freeInnovation }) => innovation - freeInnovation);
  const object = step.part < 0 ? changes.length : robot.parts[robot.parts.length - 1].v;
  const most = roundScale(Math.max(0, ...changes.slice(0, object).map(Math.abs)));
  robot.dofs.forEach((dof, index) => {
    const part = step.part < 0 ? null : robot.parts[step.part];
    if (part && (dof.body < part.firstBody || dof.body >= part.firstBody + part.bodyCount)) return;
    const size = changes[index] / most;
    if (Math.abs(size) < 1e-3) return;
    const H = evaluation.dofs[index].H;
    const about = rotated(poses, dof.body, isRotary(dof) ? angular(H) : linear(H));
    const direction = about.map((x) => x * Math.sign(size)) as Three;
    const at = originOf(poses, dof.body);
    const paint = scene.paint("news", 1);
    if (isRotary(dof)) glyphs.couple(at, direction, growth * extent * (0.02 + 0.07 * Math.abs(size)), paint);
    else glyphs.arrow(at, direction, growth * extent * (0.03 + 0.3 * Math.abs(size)), paint);
  });
  return [
    {
      symbol: "force",
      colour: "news",
      text: "change of the innovations",
      scale: Number.isFinite(most) ? `largest: ${shortNumber(most, 1)} N m or N` : "all zero",
    },
  ];
}
