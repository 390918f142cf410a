// The tables of the panel: state, joint torques and loop forces.

import type { RobotData } from "../document";
import { makeNumberTable, type Column, type NumberTable } from "./number_table";
import type { JointNumbers, Numbers } from "./numbers";

type Read = () => Numbers;

function jointColumn(read: Read, head: string, meaning: string, key: keyof JointNumbers, per = ""): Column {
  return { head, meaning, per, value: (row) => read().joints[key][row] };
}

export function makeStateTable(robot: RobotData, read: Read): NumberTable {
  const rows = robot.dofs.map(({ name, unit }) => ({ name, unit: unit.replace(/\/s$/, "") }));
  return makeNumberTable("State", "Joint", rows, [
    jointColumn(read, "q", "position", "position"),
    jointColumn(read, "v", "velocity", "velocity", "/s"),
    jointColumn(read, "a", "acceleration", "acceleration", "/s^2"),
  ]);
}

export function makeTorqueTable(robot: RobotData, read: Read): NumberTable {
  const rows = robot.dofs.map(({ name, torqueUnit }) => ({ name, unit: torqueUnit }));
  return makeNumberTable("Joint torques", "Joint", rows, [
    jointColumn(read, "Actuation", "torque of the controllers", "actuation"),
    jointColumn(read, "Inertial", "mass matrix times acceleration", "inertial"),
    jointColumn(read, "Coriolis", "torque due to velocities", "coriolis"),
    jointColumn(read, "Gravity", "torque that balances gravity", "gravity"),
    jointColumn(read, "Loops and other", "inertial + Coriolis + gravity - actuation", "other"),
  ]);
}

// Two rows for each loop: its force and its moment.
export function makeLoopTable(robot: RobotData, read: Read): NumberTable {
  const rows = robot.loops.flatMap(({ name }) => [
    { name: `${name}, force`, unit: "N" },
    { name: `${name}, moment`, unit: "N m" },
  ]);
  const columns = ["x", "y", "z"].map((axis, i) => ({
    head: axis,
    meaning: "acting on the second end, in its axes",
    per: "",
    value: (row: number) => read().loops[Math.floor(row / 2)].force[row % 2 === 0 ? 3 + i : i],
  }));
  return makeNumberTable("Loop and contact forces", "Loop", rows, columns);
}

// Positions and quaternions of floating bases and ball joints, which have more coordinates than degrees of freedom.
export function makeFreeTable(robot: RobotData, read: Read): NumberTable | null {
  const indices = robot.bodies.flatMap(({ joint: { kind, q } }) => {
    const count = kind === "floating" ? 7 : kind === "spherical" ? 4 : 0;
    return Array.from({ length: count }, (_, i) => q + i);
  });
  if (indices.length === 0) return null;
  return makeNumberTable(
    "Floating-base and ball-joint coordinates",
    "Coordinate",
    indices.map((i) => robot.coordinates[i]),
    [{ head: "q", meaning: "position", per: "", value: (row) => read().q[indices[row]] }],
  );
}
