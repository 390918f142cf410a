// What the steps look like in which arms or loops meet.

import type { Glyphs } from "./glyphs";
import { shortNumber } from "./short_number";
import { angular, linear, originOf, turned, type Three } from "./six";
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
import { accelerationUnits, forceUnits, turns } from "./units";

export function drawLoopForces(scene: Scene, glyphs: Glyphs): LegendEntry[] {
  const { evaluation } = scene;
  const held = evaluation.loops.filter((loop) => loop.held);
  if (held.length === 0) return [];
  const scale = scaleOf(
    held.map((loop) => loop.force),
    scene.extent,
  );
  // A loop's force acts on its second end, which of a grasp is the arm; what counts there is the force on the object.
  const sign = evaluation.arms ? -1 : 1;
  for (const loop of held) {
    const on = loop.force.map((x) => sign * x);
    const moment = turned(loop.second, 0, angular(on));
    const force = turned(loop.second, 0, linear(on));
    drawForce(scene, glyphs, originOf(loop.second, 0), moment, force, scale, scene.paint("inward", 1));
  }
  const text = evaluation.arms ? "f: contact forces on the object" : "x: forces that close the loops";
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
    const turning = turned(end, 0, angular(grasp.freeAcceleration));
    const sliding = turned(end, 0, linear(grasp.freeAcceleration));
    drawForce(scene, glyphs, originOf(end, 0), turning, sliding, scale, scene.paint("outward", 1));
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

// What loops or contact forces add to the innovation of every joint, about or along its axis.
export function drawCorrections(scene: Scene, glyphs: Glyphs, step: Step): LegendEntry[] {
  const { evaluation, robot, poses, extent, growth } = scene;
  const changes = evaluation.freedoms.map(({ innovation, freeInnovation }) => innovation - freeInnovation);
  const object = step.part < 0 ? changes.length : robot.parts[robot.parts.length - 1].v;
  const most = roundScale(Math.max(0, ...changes.slice(0, object).map(Math.abs)));
  robot.freedoms.forEach((freedom, index) => {
    const part = step.part < 0 ? null : robot.parts[step.part];
    if (part && (freedom.body < part.firstBody || freedom.body >= part.firstBody + part.bodyCount)) return;
    const size = changes[index] / most;
    if (Math.abs(size) < 1e-3) return;
    const H = evaluation.freedoms[index].H;
    const about = turned(poses, freedom.body, turns(freedom) ? angular(H) : linear(H));
    const way = about.map((x) => x * Math.sign(size)) as Three;
    const at = originOf(poses, freedom.body);
    const paint = scene.paint("news", 1);
    if (turns(freedom)) glyphs.couple(at, way, growth * extent * (0.02 + 0.07 * Math.abs(size)), paint);
    else glyphs.arrow(at, way, growth * extent * (0.03 + 0.3 * Math.abs(size)), paint);
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
