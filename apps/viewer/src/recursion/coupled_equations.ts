// Equations of the steps in which arms or loops meet: R88 Result 8.1, stages 2 to 4, and SOA (26).

import type { LoopData, RobotData } from "../document";
import type { Evaluation, GraspTrace } from "../engine/engine";
import type { Equation } from "./equations";
import type { Step } from "./steps";
import { accelerationUnits, forceUnits, torqueUnit } from "./units";

// The components that a connection transmits, in the library's order of constraint rows
// (chains/constraints/connection_rows.hpp).
const moment = (axis: string): string => `moment ${axis}`;
const force = (axis: string): string => `force ${axis}`;
const rowNames: Record<string, string[]> = {
  weld: [...["x", "y", "z"].map(moment), ...["x", "y", "z"].map(force)],
  revolute: [moment("x"), moment("y"), ...["x", "y", "z"].map(force)],
  prismatic: [...["x", "y", "z"].map(moment), force("x"), force("y")],
  cylindrical: [moment("x"), moment("y"), force("x"), force("y")],
  universal: [moment("of the cross"), ...["x", "y", "z"].map(force)],
  spherical: ["x", "y", "z"].map(force),
  planar: [moment("x"), moment("y"), force("z")],
  soft_finger: [moment("z"), ...["x", "y", "z"].map(force)],
  point_on_line: [force("x"), force("y")],
  line_on_plane: [moment("of the line"), force("z")],
  point_on_plane: [force("z")],
  distance: [force("between the ends")],
};

function rowName(loop: LoopData, row: number): string {
  return rowNames[loop.kind]?.[row] ?? `direction ${row + 1}`;
}

const isMoment = (name: string): boolean => name.startsWith("moment");

function graspRows(robot: RobotData, grasps: GraspTrace[], units: readonly [string, string]) {
  return grasps.flatMap((grasp) =>
    Array.from({ length: grasp.rows }, (_, row) => {
      const loop = robot.loops[grasp.loop];
      const name = rowName(loop, row);
      return { name: `${loop.name}: ${name}`, unit: units[isMoment(name) ? 0 : 1] };
    }),
  );
}

const graspsOf = (evaluation: Evaluation, arm: number): GraspTrace[] =>
  evaluation.arms?.grasps.filter((grasp) => grasp.arm === arm) ?? [];

export function armEquations(robot: RobotData, step: Step): Equation[] {
  return step.phase === "grasp" ? freeArmEquations(robot, step.part) : contactEquations(robot);
}

function freeArmEquations(robot: RobotData, arm: number): Equation[] {
  return [
    {
      formula: "r_i = K_i^* D^{-1} e_{free} + r_{bias}",
      source: "R88 (8.2)",
      symbol: "r_i",
      name: "free acceleration at the grasp",
      meaning:
        "Acceleration of the arm's end along the constraint rows of the grasp if the arm held nothing. The bias contains the velocity terms, and gravity as an upward acceleration of the ground.",
      shape: {
        kind: "table",
        columns: ["r"],
        rows: (evaluation) => graspRows(robot, graspsOf(evaluation, arm), accelerationUnits),
      },
      read: (evaluation) => graspsOf(evaluation, arm).flatMap((grasp) => [...grasp.freeAcceleration]),
    },
    {
      formula: "Omega_i = K_i^* D^{-1} K_i",
      source: "R88 (8.2), SOA (20)",
      symbol: "Omega_i",
      name: "inverse operational-space inertia",
      meaning:
        "Acceleration along each constraint row for a unit force along it (the diagonal of Omega). Large where the arm yields easily.",
      shape: {
        kind: "table",
        columns: ["Ω"],
        rows: (evaluation) => graspRows(robot, graspsOf(evaluation, arm), ["1/(kg m^2)", "1/kg"]),
      },
      read: (evaluation) => graspsOf(evaluation, arm).flatMap(diagonal),
    },
  ];
}

function diagonal(grasp: GraspTrace): number[] {
  return Array.from({ length: grasp.rows }, (_, row) => grasp.omega[row * (grasp.rows + 1)]);
}

function contactEquations(robot: RobotData): Equation[] {
  const object = robot.parts.length - 1;
  return [
    {
      formula: "Omega_i f_i = r_i - A_i^* lambda",
      source: "R88 (8.3)",
      symbol: "f_i",
      name: "contact forces",
      meaning:
        "Forces of the arms on the object along the constraint rows of the grasps. They make each arm follow the object.",
      shape: {
        kind: "table",
        columns: ["f"],
        rows: (evaluation) => graspRows(robot, evaluation.arms?.grasps ?? [], forceUnits),
      },
      read: (evaluation) =>
        evaluation.arms?.grasps.flatMap((grasp) => [...grasp.force].slice(0, grasp.rows)) ?? [],
    },
    {
      formula: "M lambda + b = sum_i A_i f_i",
      source: "R88 (8.3)",
      symbol: "v'",
      name: `acceleration of ${robot.parts[object].name}`,
      meaning:
        "Derivatives of the object's velocities. λ is this acceleration plus gravity as an upward acceleration of the ground.",
      shape: {
        kind: "table",
        columns: ["rate"],
        rows: () =>
          robot.dofs
            .slice(robot.parts[object].v)
            .map(({ name, unit }) => ({ name, unit: unit.startsWith("rad") ? "rad/s^2" : "m/s^2" })),
      },
      read: (evaluation) => evaluation.arms?.objectAcceleration ?? [],
    },
  ];
}

export function loopEquations(robot: RobotData): Equation[] {
  return robot.loops.map((loop, index) => ({
    formula: "Omega x = - (J v'_{free} + J' v)",
    source: "SOA (26)",
    symbol: "x",
    name: `force of ${loop.name}`,
    meaning: `Force that keeps the loop closed, acting on the second end of the connection (${loop.kind.replaceAll("_", " ")}), in its axes.`,
    shape: { kind: "six", units: forceUnits },
    read: (evaluation) => evaluation.loops[index]?.force ?? [],
  }));
}

// Names the forces that act on the joints in addition to those of the tree.
export function ties(robot: RobotData): string {
  return robot.loops.length > 0 ? "the loop forces" : "the torques of the couplings";
}

export function correctionEquations(robot: RobotData, step: Step): Equation[] {
  const arm = step.part >= 0 ? robot.parts[step.part] : null;
  const from = arm?.v ?? 0;
  const to = arm ? robot.parts[step.part + 1].v : robot.dofs.length;
  const dofs = robot.dofs.slice(from, to);
  return [
    {
      formula: arm ? "e = e_{free} - H delta z" : "e = e_{free} + K x",
      source: "R88 (8.4)",
      symbol: "e",
      name: "corrected innovations",
      meaning: `Innovation of each joint before and after the correction for ${arm ? "the contact forces" : ties(robot)}.`,
      shape: {
        kind: "table",
        columns: ["before", "change", "after"],
        rows: () => dofs.map((dof) => ({ name: dof.name, unit: torqueUnit(dof) })),
      },
      read: (evaluation) =>
        evaluation.dofs
          .slice(from, to)
          .flatMap(({ freeInnovation, innovation }) => [
            freeInnovation,
            innovation - freeInnovation,
            innovation,
          ]),
    },
  ];
}
