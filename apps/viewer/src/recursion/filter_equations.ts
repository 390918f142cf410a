// Equations of the inward sweep: prediction, measurement and update at one degree of freedom.

import type { RobotData } from "../document";
import type { Evaluation } from "../engine/engine";
import type { Equation } from "./equations";
import { unaccelerated } from "./sentences";
import { outer } from "./six";
import { isArms, type Plan, type Step } from "./steps";
import { forceUnits, gainUnits, inertiaUnits, varianceUnit, torqueUnit } from "./units";

// P after the update with the degrees of freedom of this joint that were measured before this one.
export function covarianceBefore(plan: Plan, step: Step, evaluation: Evaluation): Float64Array {
  const P = Float64Array.from(evaluation.bodies[step.body].P);
  for (const measured of plan.dofs[step.body].filter((dof) => dof > step.dof)) {
    const { D, G } = evaluation.dofs[measured];
    outer(P, G, -D);
  }
  return P;
}

export function covarianceAfter(plan: Plan, step: Step, evaluation: Evaluation): Float64Array {
  if (step.last) return evaluation.bodies[step.body].Pplus;
  const P = covarianceBefore(plan, step, evaluation);
  const { D, G } = evaluation.dofs[step.dof];
  outer(P, G, -D);
  return P;
}

export function filterEquations(robot: RobotData, plan: Plan, step: Step): Equation[] {
  const { body, dof: index } = step;
  const dof = robot.dofs[index];
  const arms = isArms(robot);
  const predictions: Equation[] = [
    {
      formula: "z^-(k) = sum phi z^+(k-1) + b(k)",
      source: arms ? "R87 (36), R88 (8.1)" : "R87 (36)",
      symbol: "z^-",
      name: "predicted force",
      meaning: `Force across the joint if the body ${unaccelerated(robot)}, with its actual velocity and the joints outward of it moving under their torques.`,
      shape: { kind: "six", units: forceUnits },
      read: (evaluation) => evaluation.bodies[body].z,
    },
    {
      formula: "P^-(k) = sum phi P^+(k-1) phi^* + M(k)",
      source: arms ? "R87 (37), R88 (8.1)" : "R87 (37)",
      symbol: "P^-",
      name: "covariance, the articulated inertia",
      meaning: "Inertia of the body and its descendants, with the joints outward of it free to move.",
      shape: { kind: "matrix", units: inertiaUnits },
      read: (evaluation) => evaluation.bodies[body].P,
    },
  ];
  const measurement: Equation[] = [
    {
      formula: dof.armature > 0 ? "D(k) = H P^- H^* + armature" : "D(k) = H P^- H^*",
      source: "R87 (38)",
      symbol: "D",
      name: "innovation variance",
      meaning:
        "Articulated inertia along the joint axis." +
        (dof.armature > 0 ? "  It includes the rotor's armature." : ""),
      shape: { kind: "number", unit: varianceUnit(dof) },
      read: (evaluation) => [evaluation.dofs[index].D],
    },
    {
      formula: "G(k) = P^- H^* / D",
      source: "R87 (39)",
      symbol: "G",
      name: "Kalman gain",
      meaning: "Force on the body per unit of innovation. Its component along the joint axis is one.",
      shape: { kind: "six", units: gainUnits(dof) },
      read: (evaluation) => evaluation.dofs[index].G,
    },
    {
      formula: "K(k+1,k) = phi(k+1,k) G(k)",
      source: "SOA section 3",
      symbol: "K",
      name: "shifted gain",
      meaning: "The gain, shifted to the parent body.",
      shape: { kind: "six", units: gainUnits(dof) },
      read: (evaluation) => evaluation.dofs[index].K,
    },
    {
      formula: "H z^- = tau - e^-",
      source: "R87 (40)",
      symbol: "H z^-",
      name: "predicted torque",
      meaning: "The component of the predicted force along the joint axis.",
      shape: { kind: "number", unit: torqueUnit(dof) },
      read: ({ dofs }) => [dofs[index].tau - dofs[index].freeInnovation],
    },
    {
      formula: "e^-(k) = tau(k) - H z^-",
      source: "R87 (40)",
      symbol: "e^-",
      name: "innovation",
      meaning: "Actual joint torque minus predicted torque.",
      shape: { kind: "number", unit: torqueUnit(dof) },
      read: (evaluation) => [evaluation.dofs[index].freeInnovation],
    },
  ];
  const updates: Equation[] = [
    {
      formula: "z^+(k) = z^- + G e^- + P^+ a(k)",
      source: "R87 (41)",
      symbol: "z^+",
      name: "updated force",
      meaning: "The prediction corrected by the innovation; it is passed to the parent.",
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
      dof.armature > 0
        ? "The inertia that acts across the joint; along the joint axis only the rotor's."
        : "The inertia that acts across the joint; zero along the joint axis, where the body moves freely.",
    shape: { kind: "matrix", units: inertiaUnits },
    read: (evaluation) => covarianceAfter(plan, step, evaluation),
  };
  return [...(step.first ? predictions : []), ...measurement, ...(step.last ? updates : []), corrected];
}
