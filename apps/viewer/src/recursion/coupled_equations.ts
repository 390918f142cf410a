// Equations of the steps in which arms or loops meet: R88 Result 8.1, stages 2 to 4, and SOA (26).

import type { LoopData, RobotData } from "../document";
import type { Evaluation, GraspTrace } from "../engine/engine";
import type { Equation } from "./equations";
import type { Step } from "./steps";
import { accelerationUnits, forceUnits, momentUnit } from "./units";

// What a connection transmits, row by row, as the library orders them (chains/connection_rows.hpp).
const turn = (axis: string): string => `moment ${axis}`;
const move = (axis: string): string => `force ${axis}`;
const rowNames: Record<string, string[]> = {
  weld: [...["x", "y", "z"].map(turn), ...["x", "y", "z"].map(move)],
  revolute: [turn("x"), turn("y"), ...["x", "y", "z"].map(move)],
  prismatic: [...["x", "y", "z"].map(turn), move("x"), move("y")],
  cylindrical: [turn("x"), turn("y"), move("x"), move("y")],
  universal: [turn("of the cross"), ...["x", "y", "z"].map(move)],
  spherical: ["x", "y", "z"].map(move),
  planar: [turn("x"), turn("y"), move("z")],
  soft_finger: [turn("z"), ...["x", "y", "z"].map(move)],
  point_on_line: [move("x"), move("y")],
  line_on_plane: [turn("of the line"), move("z")],
  point_on_plane: [move("z")],
  distance: [move("between the ends")],
};

function rowName(loop: LoopData, row: number): string {
  return rowNames[loop.kind]?.[row] ?? `direction ${row + 1}`;
}

const isTurn = (name: string): boolean => name.startsWith("moment");

function graspRows(robot: RobotData, grasps: GraspTrace[], units: readonly [string, string]) {
  return grasps.flatMap((grasp) =>
    Array.from({ length: grasp.rows }, (_, row) => {
      const loop = robot.loops[grasp.loop];
      const name = rowName(loop, row);
      return { name: `${loop.name}: ${name}`, unit: units[isTurn(name) ? 0 : 1] };
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
        "How the arm's end would accelerate along the grasp's rows if it held nothing. The bias is what velocities add, and gravity as an upward acceleration of the ground.",
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
      name: "how the arm yields",
      meaning:
        "Acceleration along each row for a unit force along it (the diagonal of Omega): large where the arm gives way.",
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
        "On the object by the arms, along the rows of the grasps: each arm gives as much as makes it follow.",
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
        "Rates of the object's velocities. λ is the same with gravity as an upward acceleration of the ground.",
      shape: {
        kind: "table",
        columns: ["rate"],
        rows: () =>
          robot.freedoms
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
    meaning: `On the second end of the connection (${loop.kind.replaceAll("_", " ")}), in its axes: what keeps the loop closed.`,
    shape: { kind: "six", units: forceUnits },
    read: (evaluation) => evaluation.loops[index]?.force ?? [],
  }));
}

// What ties joints together besides the tree.
export function ties(robot: RobotData): string {
  return robot.loops.length > 0 ? "the forces of the loops" : "the moments of the couplings";
}

export function correctionEquations(robot: RobotData, step: Step): Equation[] {
  const arm = step.part >= 0 ? robot.parts[step.part] : null;
  const from = arm?.v ?? 0;
  const to = arm ? robot.parts[step.part + 1].v : robot.freedoms.length;
  const freedoms = robot.freedoms.slice(from, to);
  return [
    {
      formula: arm ? "e = e_{free} - H delta z" : "e = e_{free} + K x",
      source: "R88 (8.4)",
      symbol: "e",
      name: "corrected innovations",
      meaning: `What ${arm ? "the contact forces" : ties(robot)} add to the news at every joint.`,
      shape: {
        kind: "table",
        columns: ["before", "change", "after"],
        rows: () => freedoms.map((freedom) => ({ name: freedom.name, unit: momentUnit(freedom) })),
      },
      read: (evaluation) =>
        evaluation.freedoms
          .slice(from, to)
          .flatMap(({ freeInnovation, innovation }) => [
            freeInnovation,
            innovation - freeInnovation,
            innovation,
          ]),
    },
  ];
}
