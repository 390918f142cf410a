// Equations of the sweep inward: prediction, measurement and update at one freedom.

import type { RobotData } from "../document";
import type { Evaluation } from "../engine/engine";
import type { Equation } from "./equations";
import { unaccelerated } from "./sentences";
import { outer } from "./six";
import { isArms, type Plan, type Step } from "./steps";
import { forceUnits, gainUnits, inertiaUnits, varianceUnit, momentUnit } from "./units";

// P as the freedoms of the joint that were measured before this one have left it.
export function covarianceBefore(plan: Plan, step: Step, evaluation: Evaluation): Float64Array {
  const P = Float64Array.from(evaluation.bodies[step.body].P);
  for (const measured of plan.freedoms[step.body].filter((freedom) => freedom > step.freedom)) {
    const { D, G } = evaluation.freedoms[measured];
    outer(P, G, -D);
  }
  return P;
}

export function covarianceAfter(plan: Plan, step: Step, evaluation: Evaluation): Float64Array {
  if (step.last) return evaluation.bodies[step.body].Pplus;
  const P = covarianceBefore(plan, step, evaluation);
  const { D, G } = evaluation.freedoms[step.freedom];
  outer(P, G, -D);
  return P;
}

export function filterEquations(robot: RobotData, plan: Plan, step: Step): Equation[] {
  const { body, freedom: index } = step;
  const freedom = robot.freedoms[index];
  const arms = isArms(robot);
  const predictions: Equation[] = [
    {
      formula: "z^-(k) = sum phi z^+(k-1) + b(k)",
      source: arms ? "R87 (36), R88 (8.1)" : "R87 (36)",
      symbol: "z^-",
      name: "predicted force",
      meaning: `Force across the joint if the body ${unaccelerated(robot)}, its velocity as it is, with the joints beyond it moving as their moments make them.`,
      shape: { kind: "six", units: forceUnits },
      read: (evaluation) => evaluation.bodies[body].z,
    },
    {
      formula: "P^-(k) = sum phi P^+(k-1) phi^* + M(k)",
      source: arms ? "R87 (37), R88 (8.1)" : "R87 (37)",
      symbol: "P^-",
      name: "covariance, the articulated inertia",
      meaning: "Inertia of the body and of all it carries, with the joints beyond it free to move.",
      shape: { kind: "matrix", units: inertiaUnits },
      read: (evaluation) => evaluation.bodies[body].P,
    },
  ];
  const measurement: Equation[] = [
    {
      formula: freedom.armature > 0 ? "D(k) = H P^- H^* + armature" : "D(k) = H P^- H^*",
      source: "R87 (38)",
      symbol: "D",
      name: "innovation variance",
      meaning:
        "Inertia that the joint feels along its axis." +
        (freedom.armature > 0 ? " The rotor's armature is part of it." : ""),
      shape: { kind: "number", unit: varianceUnit(freedom) },
      read: (evaluation) => [evaluation.freedoms[index].D],
    },
    {
      formula: "G(k) = P^- H^* / D",
      source: "R87 (39)",
      symbol: "G",
      name: "Kalman gain",
      meaning: "Force on the body for every unit of innovation. Along the joint's own axis it is one.",
      shape: { kind: "six", units: gainUnits(freedom) },
      read: (evaluation) => evaluation.freedoms[index].G,
    },
    {
      formula: "K(k+1,k) = phi(k+1,k) G(k)",
      source: "SOA section 3",
      symbol: "K",
      name: "shifted gain",
      meaning: "The gain as the parent sees it.",
      shape: { kind: "six", units: gainUnits(freedom) },
      read: (evaluation) => evaluation.freedoms[index].K,
    },
    {
      formula: "H z^- = tau - e^-",
      source: "R87 (40)",
      symbol: "H z^-",
      name: "predicted moment",
      meaning: "What the joint expects to measure: the predicted force along its axis.",
      shape: { kind: "number", unit: momentUnit(freedom) },
      read: ({ freedoms }) => [freedoms[index].tau - freedoms[index].freeInnovation],
    },
    {
      formula: "e^-(k) = tau(k) - H z^-",
      source: "R87 (40)",
      symbol: "e^-",
      name: "innovation",
      meaning: "What the moment at the joint has that the prediction has not: the news.",
      shape: { kind: "number", unit: momentUnit(freedom) },
      read: (evaluation) => [evaluation.freedoms[index].freeInnovation],
    },
  ];
  const updates: Equation[] = [
    {
      formula: "z^+(k) = z^- + G e^- + P^+ a(k)",
      source: "R87 (41)",
      symbol: "z^+",
      name: "updated force",
      meaning: "The prediction corrected by the news; what is handed to the parent.",
      shape: { kind: "six", units: forceUnits },
      read: (evaluation) => evaluation.bodies[body].zplus,
    },
  ];
  const corrected: Equation = {
    formula: "P^+(k) = P^- - G H P^-",
    source: "R87 (43)",
    symbol: "P^+",
    name: "updated covariance",
    meaning:
      freedom.armature > 0
        ? "What is left of the inertia behind the joint; along its axis only the rotor is felt."
        : "What is left of the inertia behind the joint: zero along its axis, where the body gives way.",
    shape: { kind: "matrix", units: inertiaUnits },
    read: (evaluation) => covarianceAfter(plan, step, evaluation),
  };
  return [...(step.first ? predictions : []), ...measurement, ...(step.last ? updates : []), corrected];
}
