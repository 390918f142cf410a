// A step in plain words, with the numbers that matter.

import type { RobotData } from "../document";
import type { Evaluation } from "../engine/engine";
import { formatNumber, formatUnit } from "../shell/format";
import { ties } from "./coupled_equations";
import { angular, linear, norm } from "./six";
import { isBeyond, type Plan, type Step } from "./steps";
import { rounding } from "./symbols";
import { accelerationUnit, turns, varianceUnit, momentUnit } from "./units";

function quantity(x: number, unit: string): string {
  if (Math.abs(x) < rounding) return `0 ${formatUnit(unit)}`.trim();
  return `${formatNumber(x, 3)} ${formatUnit(unit)}`.trim();
}

// Where lambda is zero: gravity counts as an upward acceleration of the ground.
export function unaccelerated({ gravity }: RobotData): string {
  return gravity.some((g) => g !== 0) ? "fell freely (λ = 0)" : "did not accelerate (λ = 0)";
}

export function sentenceOf(robot: RobotData, plan: Plan, step: Step, evaluation: Evaluation): string {
  switch (step.phase) {
    case "velocity":
      return velocity(robot, plan, step, evaluation);
    case "filter":
      return filter(robot, plan, step, evaluation);
    case "smoother":
      return smoother(robot, step, evaluation);
    case "grasp":
      return `${robot.parts[step.part].name} is left to itself for a moment: this is what its end would do, and how easily it yields.`;
    case "contact":
      return contact(robot, evaluation);
    case "multiplier":
      return "The loops were cut for the filter. Now the forces are found that keep them closed.";
    case "correction":
      return correction(robot, step, evaluation);
  }
}

function velocity(robot: RobotData, plan: Plan, step: Step, evaluation: Evaluation): string {
  const body = robot.bodies[step.body];
  const [one, ...more] = plan.freedoms[step.body].map((freedom) => robot.freedoms[freedom]);
  const carried =
    body.parent < 0 || plan.carrier[body.parent] < 0 ? "the ground" : robot.bodies[body.parent].name;
  const V = evaluation.bodies[step.body].velocity;
  const moves = `turns at ${quantity(norm(angular(V)), "rad/s")} and its origin moves at ${quantity(norm(linear(V)), "m/s")}`;
  const adds =
    more.length > 0 ? `${body.joint.name} adds ${more.length + 1} motions` : `${one.name} adds its own`;
  return `${body.name} is carried by ${carried}, and ${adds}: it ${moves}.`;
}

function filter(robot: RobotData, plan: Plan, step: Step, evaluation: Evaluation): string {
  const freedom = robot.freedoms[step.freedom];
  const { tau, freeInnovation, D } = evaluation.freedoms[step.freedom];
  const unit = momentUnit(freedom);
  const news = `${quantity(Math.abs(freeInnovation), unit)} ${freeInnovation < 0 ? "less" : "more"}`;
  const predicted = `${freedom.name} expects ${quantity(tau - freeInnovation, unit)} if its body ${unaccelerated(robot)}`;
  const measured =
    Math.abs(freeInnovation) <= rounding
      ? `and that is what acts: no news`
      : `but ${quantity(tau, unit)} act: it measures ${news} than predicted`;
  const behind = plan.carrier.filter((carrier, body) => carrier === body && isBeyond(robot, body, step.body));
  const felt = `Along its ${turns(freedom) ? "axis" : "way"} it feels ${quantity(D, varianceUnit(freedom))}`;
  const whose =
    behind.length === 0
      ? "its own body alone"
      : `its body and ${behind.length} beyond ${behind.length === 1 ? "it, free" : "it, all free"} to move`;
  return `${predicted}, ${measured}. ${felt}: ${whose}.`;
}

function smoother(robot: RobotData, step: Step, evaluation: Evaluation): string {
  const freedom = robot.freedoms[step.freedom];
  const { residual, acceleration } = evaluation.freedoms[step.freedom];
  const unit = accelerationUnit(freedom);
  return (
    `If what carries it ${unaccelerated(robot)}, ${freedom.name} would accelerate by ${quantity(residual, unit)}; ` +
    `how it is really carried changes that by ${quantity(acceleration - residual, unit)}. ` +
    `It accelerates by ${quantity(acceleration, unit)}.`
  );
}

function contact(robot: RobotData, evaluation: Evaluation): string {
  const held = evaluation.arms?.grasps.filter((grasp) => grasp.rows > 0) ?? [];
  const object = robot.parts[robot.parts.length - 1].name;
  if (held.length === 0) return `Nobody holds ${object}: it moves by itself.`;
  const sizes = held.map((grasp) => norm(linear(evaluation.loops[grasp.loop].force)));
  const strongest = sizes.indexOf(Math.max(...sizes));
  const arm = robot.parts[held[strongest].arm].name;
  return (
    `The arms meet in ${object}. Forces at ${held.length} ${held.length === 1 ? "grasp" : "grasps"} make arms and ` +
    `object move as one; the largest is that of ${arm}, ${quantity(sizes[strongest], "N")}.`
  );
}

function correction(robot: RobotData, step: Step, evaluation: Evaluation): string {
  const part = step.part >= 0 ? robot.parts[step.part] : null;
  const end = part ? robot.parts[step.part + 1].v : robot.freedoms.length;
  let largest = part?.v ?? 0;
  const change = (freedom: number): number =>
    evaluation.freedoms[freedom].innovation - evaluation.freedoms[freedom].freeInnovation;
  for (let freedom = largest; freedom < end; freedom++) {
    if (Math.abs(change(freedom)) > Math.abs(change(largest))) largest = freedom;
  }
  const freedom = robot.freedoms[largest];
  if (!freedom) return "";
  const whose = part
    ? `The contact force runs inward through ${part.name} and corrects`
    : `${ties(robot).replace("the", "The")} run inward and correct`;
  return `${whose} what the joints measured; most at ${freedom.name}, by ${quantity(change(largest), momentUnit(freedom))}.`;
}
