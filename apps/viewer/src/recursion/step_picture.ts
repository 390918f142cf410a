// What a step looks like: which symbols stand where, and what the legend says of them.

import { formatNumber } from "../shell/format";
import { drawCorrections, drawFree, drawLoopForces, drawObject } from "./coupled_picture";
import type { Glyphs } from "./glyphs";
import { drawMotions } from "./motion_picture";
import { angular, linear, norm, originOf, turned, type Three } from "./six";
import { bodiesSoFar, isBeyond, type Step } from "./steps";
import {
  drawBodyForce,
  drawInertia,
  movingBodies,
  scaleOf,
  scaleText,
  type LegendEntry,
  type Scene,
} from "./symbols";
import { accelerationUnits, forceUnits, turns, twistUnits } from "./units";

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
  const { evaluation, robot, growth, extent } = scene;
  const most = largestMass(scene);
  for (const body of filteredBefore(scene, step)) {
    if (!done.includes(body)) done = [body, ...done];
  }
  for (const body of done) {
    const current = body === step.body;
    const paint = scene.paint("inward", current ? 0.34 : isBeyond(robot, body, step.body) ? 0.16 : 0.06);
    drawInertia(scene, glyphs, body, evaluation.bodies[body].P, most, current ? growth : 1, paint, true);
  }
  drawInertia(
    scene,
    glyphs,
    step.body,
    evaluation.bodies[step.body].Pplus,
    most,
    growth,
    scene.paint("plain", 0.35),
    false,
  );
  const trace = evaluation.freedoms[step.freedom];
  const news = Array.from(trace.G, (gain) => gain * trace.freeInnovation);
  const scale = scaleOf(
    [
      ...movingBodies(scene).map((body) => evaluation.bodies[body].z),
      ...evaluation.freedoms.map(({ G, freeInnovation }) => Array.from(G, (gain) => gain * freeInnovation)),
    ],
    scene.extent,
  );
  drawBodyForce(scene, glyphs, step.body, evaluation.bodies[step.body].z, scale, scene.paint("inward", 1));
  drawBodyForce(scene, glyphs, step.body, news, scale, scene.paint("news", 1));
  drawAxis(scene, glyphs, step, 0.2 * extent);
  const freedom = robot.freedoms[step.freedom];
  return [
    {
      symbol: "ellipsoid",
      colour: "inward",
      text: "P: the mass that a push on the body meets, by direction (semi-axes as its cube root); flat where joints beyond it give way",
      scale: `largest: ${formatNumber(most, 3)} kg`,
    },
    { symbol: "rings", colour: "plain", text: `P⁺: what is left of it behind ${freedom.name}`, scale: "" },
    {
      symbol: "force",
      colour: "inward",
      text: "z: predicted force and moment",
      scale: scaleText(scale, forceUnits),
    },
    { symbol: "force", colour: "news", text: "G e: what the innovation adds", scale: "same scale" },
    { symbol: "joint", colour: "plain", text: "H: the joint's axis", scale: "" },
  ];
}

// With several arms those that were filtered before this one stay in sight.
function filteredBefore({ plan }: Scene, step: Step): number[] {
  const until = plan.steps.indexOf(step);
  const bodies = plan.steps.slice(0, until).filter(({ phase }) => phase === "filter");
  return [...new Set(bodies.map(({ body }) => body))];
}

function drawAxis(
  { evaluation, poses, robot, paint }: Scene,
  glyphs: Glyphs,
  step: Step,
  reach: number,
): void {
  const H = evaluation.freedoms[step.freedom].H;
  const way = turned(poses, step.body, turns(robot.freedoms[step.freedom]) ? angular(H) : linear(H));
  const size = norm(way);
  if (size === 0) return;
  const at = originOf(poses, step.body);
  const end = (sign: number): Three => [0, 1, 2].map((i) => at[i] + (sign * reach * way[i]) / size) as Three;
  glyphs.line(end(-1), end(1), paint("plain", 0.8), 0.3);
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
  drawAxis(scene, glyphs, step, 0.2 * scene.extent);
  return [
    ...entries,
    {
      symbol: "force",
      colour: "inward",
      text: "x: force and moment across the joint",
      scale: scaleText(scale, forceUnits),
    },
    { symbol: "joint", colour: "plain", text: "H: the joint's axis", scale: "" },
  ];
}
