// Describes a step in words, with its main numbers.

import type { RobotData } from "../document";
import type { Evaluation } from "../engine/engine";
import { formatNumber, formatUnit } from "../shell/format";
import { ties } from "./coupled_equations";
import { angular, linear, norm } from "./six";
import { isBeyond, type Plan, type Step } from "./steps";
import { rounding } from "./symbols";
import { accelerationUnit, varianceUnit, torqueUnit } from "./units";

function quantity(x: number, unit: string): string {
  if (Math.abs(x) < rounding) return `0 ${formatUnit(unit)}`.trim();
  return `${formatNumber(x, 3)} ${formatUnit(unit)}`.trim();
}

// The motion at which lambda is zero: gravity counts as an upward acceleration of the ground.
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
      return `${robot.parts[step.part].name} without its contact force: free acceleration of its end, and its inverse operational-space inertia.`;
    case "contact":
      return contact(robot, evaluation);
    case "multiplier":
      return "The filter treats the loops as open. This step computes the forces that keep them closed.";
    case "correction":
      return correction(robot, step, evaluation);
  }
}

function velocity(robot: RobotData, plan: Plan, step: Step, evaluation: Evaluation): string {
  const body = robot.bodies[step.body];
  const [one, ...more] = plan.dofs[step.body].map((dof) => robot.dofs[dof]);
  const carried =
    body.parent < 0 || plan.carrier[body.parent] < 0 ? "the ground" : robot.bodies[body.parent].name;
  const V = evaluation.bodies[step.body].velocity;
  const moves = `rotates at ${quantity(norm(angular(V)), "rad/s")} and its origin moves at ${quantity(norm(linear(V)), "m/s")}`;
  const adds =
    more.length > 0
      ? `${body.joint.name} adds ${more.length + 1} velocities`
      : `${one.name} adds its velocity`;
  return `${body.name} moves with ${carried}, and ${adds}: it ${moves}.`;
}

function filter(robot: RobotData, plan: Plan, step: Step, evaluation: Evaluation): string {
  const dof = robot.dofs[step.dof];
  const { tau, freeInnovation, D } = evaluation.dofs[step.dof];
  const unit = torqueUnit(dof);
  const difference = `${quantity(Math.abs(freeInnovation), unit)} ${freeInnovation < 0 ? "less" : "more"}`;
  const predicted = `The predicted value at ${dof.name} is ${quantity(tau - freeInnovation, unit)} if its body ${unaccelerated(robot)}`;
  const measured =
    Math.abs(freeInnovation) <= rounding
      ? ", which is the actual value: the innovation is zero"
      : `; the actual value is ${quantity(tau, unit)}: ${difference} than predicted`;
  const behind = plan.carrier.filter((carrier, body) => carrier === body && isBeyond(robot, body, step.body));
  const inertia = `The articulated inertia along its axis is ${quantity(D, varianceUnit(dof))}`;
  const whose =
    behind.length === 0
      ? "that of its own body alone"
      : `that of its body and ${behind.length} outward ${behind.length === 1 ? "body, which is" : "bodies, which are"} free to move`;
  return `${predicted}${measured}. ${inertia}: ${whose}.`;
}

function smoother(robot: RobotData, step: Step, evaluation: Evaluation): string {
  const dof = robot.dofs[step.dof];
  const { residual, acceleration } = evaluation.dofs[step.dof];
  const unit = accelerationUnit(dof);
  return (
    `If its parent body ${unaccelerated(robot)}, ${dof.name} would accelerate by ${quantity(residual, unit)}; ` +
    `the parent's actual acceleration changes this by ${quantity(acceleration - residual, unit)}. ` +
    `It accelerates by ${quantity(acceleration, unit)}.`
  );
}

function contact(robot: RobotData, evaluation: Evaluation): string {
  const grasps = evaluation.arms?.grasps.filter((grasp) => grasp.rows > 0) ?? [];
  const object = robot.parts[robot.parts.length - 1].name;
  if (grasps.length === 0) return `No arm holds ${object}; it moves freely.`;
  const sizes = grasps.map((grasp) => norm(linear(evaluation.loops[grasp.loop].force)));
  const strongest = sizes.indexOf(Math.max(...sizes));
  const arm = robot.parts[grasps[strongest].arm].name;
  return (
    `The arms hold ${object}. Forces at ${grasps.length} ${grasps.length === 1 ? "grasp" : "grasps"} make arms and ` +
    `object move together; the largest is that of ${arm}, ${quantity(sizes[strongest], "N")}.`
  );
}

function correction(robot: RobotData, step: Step, evaluation: Evaluation): string {
  const part = step.part >= 0 ? robot.parts[step.part] : null;
  const end = part ? robot.parts[step.part + 1].v : robot.dofs.length;
  let largest = part?.v ?? 0;
  const change = (dof: number): number =>
    evaluation.dofs[dof].innovation - evaluation.dofs[dof].freeInnovation;
  for (let dof = largest; dof < end; dof++) {
    if (Math.abs(change(dof)) > Math.abs(change(largest))) largest = dof;
  }
  const dof = robot.dofs[largest];
  if (!dof) return "";
  const whose = part
    ? `The contact force is propagated inward through ${part.name} and corrects`
    : `${ties(robot).replace("the", "The")} are propagated inward and correct`;
  return `${whose} the innovations. The largest correction is that of ${dof.name}: ${quantity(change(largest), torqueUnit(dof))}.`;
}
