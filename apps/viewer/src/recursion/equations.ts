// The equations of a step with the papers' symbols and numbers, and functions that read their values from an
// evaluation.

import type { RobotData } from "../document";
import type { Evaluation } from "../engine/engine";
import { armEquations, correctionEquations, loopEquations } from "./coupled_equations";
import { filterEquations } from "./filter_equations";
import { unaccelerated } from "./sentences";
import { isArms, type Plan, type Step } from "./steps";
import {
  accelerationUnit,
  accelerationUnits,
  axisUnits,
  forceUnits,
  twistUnits,
  type SixUnits,
} from "./units";

export type Shape =
  | { kind: "number"; unit: string }
  | { kind: "six"; units: SixUnits }
  | { kind: "matrix"; units: readonly [string, string, string] }
  | { kind: "table"; columns: readonly string[]; rows(evaluation: Evaluation): readonly TableRow[] };

export interface TableRow {
  name: string;
  unit: string;
}

export interface Equation {
  formula: string; // in the notation of mathml.ts
  source: string; // paper and number
  symbol: string; // of the value, in the same notation
  name: string;
  meaning: string;
  shape: Shape;
  read(evaluation: Evaluation): ArrayLike<number>;
}

export function equationsOf(robot: RobotData, plan: Plan, step: Step): Equation[] {
  switch (step.phase) {
    case "velocity":
      return velocityEquations(robot, step);
    case "filter":
      return filterEquations(robot, plan, step);
    case "smoother":
      return smootherEquations(robot, step);
    case "correction":
      return correctionEquations(robot, step);
    case "multiplier":
      return loopEquations(robot);
    case "grasp":
    case "contact":
      return armEquations(robot, step);
  }
}

function velocityEquations(robot: RobotData, { body }: Step): Equation[] {
  const several = robot.dofs.filter((dof) => dof.body === body).length > 1;
  return [
    {
      formula: "V(k) = phi^* V(k+1) + H^* v(k)",
      source: "R87 (11)–(12)",
      symbol: "V",
      name: "spatial velocity",
      meaning: `The parent's velocity, shifted to this body, plus the contribution of the joint's ${several ? "velocities" : "velocity"}.`,
      shape: { kind: "six", units: twistUnits },
      read: (evaluation) => evaluation.bodies[body].velocity,
    },
    {
      formula: "a(k) = V cross H^* v + H'^* v",
      source: "R87 (15)",
      symbol: "a",
      name: "bias acceleration",
      meaning: "Acceleration of the body due to velocities alone. R87 calls it n.",
      shape: { kind: "six", units: accelerationUnits },
      read: (evaluation) => evaluation.bodies[body].biasAcceleration,
    },
    {
      formula: "b(k) = V cross^* M V",
      source: "R87 (7)",
      symbol: "b",
      name: "bias force",
      meaning: "Gyroscopic force of the body, due to its velocity alone.",
      shape: { kind: "six", units: forceUnits },
      read: (evaluation) => evaluation.bodies[body].biasForce,
    },
  ];
}

function smootherEquations(robot: RobotData, step: Step): Equation[] {
  const { body, dof: index } = step;
  const dof = robot.dofs[index];
  const arms = isArms(robot);
  const coupled = robot.loops.length + robot.couplings.length > 0;
  const told: Equation = {
    formula: "lambda^+(k) = phi^* lambda^-(k+1) + a(k)",
    source: "R87 (45)",
    symbol: "lambda^+",
    name: "costate before the joint",
    meaning: "Acceleration of the body if its own joint did not accelerate.",
    shape: { kind: "six", units: accelerationUnits },
    read: (evaluation) => evaluation.bodies[body].lambdaPlus,
  };
  const measured: Equation[] = [
    {
      formula: "e^+(k) = e^-(k) / D(k)",
      source: "R87 (42)",
      symbol: "e^+",
      name: "residual",
      meaning: `Acceleration of the joint if its parent body ${unaccelerated(robot)}.`,
      shape: { kind: "number", unit: accelerationUnit(dof) },
      read: (evaluation) => [evaluation.dofs[index].residual],
    },
    {
      formula: "v'(k) = e^+(k) - G^* lambda^+",
      source: arms ? "R87 (46), R88 (8.5)" : "R87 (46)",
      symbol: "v'",
      name: "joint acceleration",
      meaning: "The residual minus the effect of the parent's acceleration. R87 calls it a.",
      shape: { kind: "number", unit: accelerationUnit(dof) },
      read: (evaluation) => [evaluation.dofs[index].acceleration],
    },
    {
      formula: "H^*(k)",
      source: "R87 (12)",
      symbol: "H^*",
      name: "joint axis",
      meaning: "Twist of the body per unit of the joint's velocity.",
      shape: { kind: "six", units: axisUnits(dof) },
      read: (evaluation) => evaluation.dofs[index].H,
    },
  ];
  const result: Equation[] = [
    {
      formula: "lambda^-(k) = lambda^+(k) + H^* v'(k)",
      source: "R87 (47)",
      symbol: "lambda^-",
      name: "costate, the spatial acceleration",
      meaning: "Acceleration of the body, with gravity as an upward acceleration of the ground.",
      shape: { kind: "six", units: accelerationUnits },
      read: (evaluation) => evaluation.bodies[body].lambda,
    },
    {
      formula: coupled ? "x(k) = z^- + delta z + P^- lambda^-" : "x(k) = z^-(k) + P^-(k) lambda^-(k)",
      source: coupled ? "R88 (8.6)" : "R87 (34)",
      symbol: "x",
      name: "link force",
      meaning: "Force across the joint, acting on the body: reaction and actuation together.",
      shape: { kind: "six", units: forceUnits },
      read: (evaluation) => evaluation.bodies[body].force,
    },
  ];
  return [...(step.first ? [told] : []), ...measured, ...(step.last ? result : [])];
}
