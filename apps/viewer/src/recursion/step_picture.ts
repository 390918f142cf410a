// Draws a step: places its symbols and writes their legend.

import { formatNumber, formatUnit } from "../shell/format";
import { drawCorrections, drawFree, drawLoopForces, drawObject } from "./coupled_picture";
import { covarianceAfter } from "./filter_equations";
import type { Glyphs } from "./glyphs";
import { drawMotions } from "./motion_picture";
import { angular, linear, norm, originOf, rotated, type Three } from "./six";
import { shortNumber } from "./short_number";
import { bodiesSoFar, isBeyond, type Step } from "./steps";
import {
  drawBodyForce,
  drawInertia,
  movingBodies,
  roundScale,
  scaleOf,
  scaleText,
  type LegendEntry,
  type Scene,
} from "./symbols";
import { accelerationUnit, accelerationUnits, forceUnits, isRotary, twistUnits } from "./units";

const axisReach = 0.2;

export function drawStep(scene: Scene, glyphs: Glyphs, index: number): LegendEntry[] {
  const step = scene.plan.steps[index];
  const done = bodiesSoFar(scene.plan, index);
  switch (step.phase) {
    case "velocity":
      return drawMotions(
        scene,
        glyphs,
        done,
        step,
        (body) => body.velocity,
        "V: velocity as a screw",
        twistUnits,
      );
    case "filter":
      return drawFilter(scene, glyphs, done, step);
    case "smoother":
      return drawSmoother(scene, glyphs, done, step);
    case "grasp":
      return drawFree(scene, glyphs, step);
    case "contact":
      return [...drawLoopForces(scene, glyphs), ...drawObject(scene, glyphs)];
    case "multiplier":
      return drawLoopForces(scene, glyphs);
    case "correction":
      return [...drawLoopForces(scene, glyphs), ...drawCorrections(scene, glyphs, step)];
  }
}

function largestMass(scene: Scene): number {
  const masses = movingBodies(scene).map((body) => {
    const P = scene.evaluation.bodies[body].P;
    return Math.max(P[21], P[28], P[35]);
  });
  return Math.max(1e-12, ...masses);
}

function drawFilter(scene: Scene, glyphs: Glyphs, done: number[], step: Step): LegendEntry[] {
  const { evaluation, robot, plan, growth } = scene;
  const most = largestMass(scene);
  for (const body of done) {
    const current = body === step.body;
    const paint = scene.paint("inward", current ? 0.34 : isBeyond(robot, body, step.body) ? 0.16 : 0.06);
    drawInertia(scene, glyphs, body, evaluation.bodies[body].P, most, current ? growth : 1, paint, true);
  }
  drawInertia(
    scene,
    glyphs,
    step.body,
    covarianceAfter(plan, step, evaluation),
    most,
    growth,
    scene.paint("plain", 0.35),
    false,
  );
  const trace = evaluation.dofs[step.dof];
  const news = Array.from(trace.G, (gain) => gain * trace.freeInnovation);
  const scale = scaleOf(
    [
      ...movingBodies(scene).map((body) => evaluation.bodies[body].z),
      ...evaluation.dofs.map(({ G, freeInnovation }) => Array.from(G, (gain) => gain * freeInnovation)),
    ],
    scene.extent,
  );
  drawBodyForce(scene, glyphs, step.body, evaluation.bodies[step.body].z, scale, scene.paint("inward", 1));
  drawBodyForce(scene, glyphs, step.body, news, scale, scene.paint("news", 1));
  drawAxis(scene, glyphs, step);
  const dof = robot.dofs[step.dof];
  return [
    {
      symbol: "ellipsoid",
      colour: "inward",
      text: "P: articulated mass by direction (semi-axes are its cube root); flat where joints outward of the body can move",
      scale: `largest: ${formatNumber(most, 3)} kg`,
    },
    { symbol: "rings", colour: "plain", text: `P⁺: articulated mass after ${dof.name}`, scale: "" },
    {
      symbol: "force",
      colour: "inward",
      text: "z: predicted force and moment",
      scale: scaleText(scale, forceUnits),
    },
    { symbol: "force", colour: "news", text: "G e: contribution of the innovation", scale: "same scale" },
    { symbol: "joint", colour: "plain", text: "H: the joint's axis", scale: "" },
  ];
}

// Draws the joint axis, a fifth of the robot's size in each direction. Returns its unit vector.
function drawAxis({ evaluation, poses, robot, paint, extent }: Scene, glyphs: Glyphs, step: Step): Three {
  const H = evaluation.dofs[step.dof].H;
  const direction = rotated(poses, step.body, isRotary(robot.dofs[step.dof]) ? angular(H) : linear(H));
  const size = norm(direction) || 1;
  const unit = direction.map((x) => x / size) as Three;
  const at = originOf(poses, step.body);
  const reach = axisReach * extent;
  glyphs.line(along(at, unit, -reach), along(at, unit, reach), paint("plain", 0.8), 0.3);
  return unit;
}

const along = (at: Three, unit: Three, distance: number): Three =>
  [0, 1, 2].map((i) => at[i] + distance * unit[i]) as Three;

// Draws the joint's own acceleration at the end of its axis, where there are no other symbols.
function drawJointRate(scene: Scene, glyphs: Glyphs, step: Step, axis: Three): LegendEntry {
  const { evaluation, robot, poses, extent, growth } = scene;
  const dof = robot.dofs[step.dof];
  const alike = evaluation.dofs.filter((_, i) => isRotary(robot.dofs[i]) === isRotary(dof));
  const most = roundScale(Math.max(0, ...alike.map(({ acceleration }) => Math.abs(acceleration))));
  const size = evaluation.dofs[step.dof].acceleration / most;
  const at = along(originOf(poses, step.body), axis, axisReach * extent);
  const direction = axis.map((x) => x * Math.sign(size)) as Three;
  const paint = scene.paint("news", 1);
  if (Math.abs(size) > 1e-3 && isRotary(dof))
    glyphs.couple(at, direction, growth * extent * (0.02 + 0.06 * Math.abs(size)), paint);
  else if (Math.abs(size) > 1e-3)
    glyphs.arrow(at, direction, growth * extent * (0.03 + 0.2 * Math.abs(size)), paint);
  const scale = Number.isFinite(most)
    ? `largest: ${shortNumber(most, 1)} ${formatUnit(accelerationUnit(dof))}`
    : "all zero";
  return {
    symbol: "force",
    colour: "news",
    text: `acceleration of ${dof.name}, at the end of its axis`,
    scale,
  };
}

function drawSmoother(scene: Scene, glyphs: Glyphs, done: number[], step: Step): LegendEntry[] {
  const { evaluation } = scene;
  const entries = drawMotions(
    scene,
    glyphs,
    done,
    step,
    (body) => body.lambda,
    "λ: acceleration as a screw",
    accelerationUnits,
  );
  const scale = scaleOf(
    movingBodies(scene).map((body) => evaluation.bodies[body].force),
    scene.extent,
  );
  drawBodyForce(
    scene,
    glyphs,
    step.body,
    evaluation.bodies[step.body].force,
    scale,
    scene.paint("inward", 1),
  );
  const rate = drawJointRate(scene, glyphs, step, drawAxis(scene, glyphs, step));
  return [
    ...entries,
    rate,
    {
      symbol: "force",
      colour: "inward",
      text: "x: force and moment across the joint",
      scale: scaleText(scale, forceUnits),
    },
    { symbol: "joint", colour: "plain", text: "H: the joint's axis", scale: "" },
  ];
}
