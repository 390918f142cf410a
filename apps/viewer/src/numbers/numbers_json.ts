// Writes the numbers as JSON with names as keys: doubles exactly, unknown values as null.

import type { RobotData } from "../document";
import type { JointNumbers, Numbers } from "./numbers";

type Named = Record<string, number | null>;

// A second entry of the same name becomes "name (2)". Object.fromEntries accepts any key, "__proto__" too.
function byName<T>(names: readonly string[], value: (index: number) => T): Record<string, T> {
  const seen = new Map<string, number>();
  return Object.fromEntries(
    names.map((name, index) => {
      const times = (seen.get(name) ?? 0) + 1;
      seen.set(name, times);
      return [times === 1 ? name : `${name} (${times})`, value(index)];
    }),
  );
}

const exact = (x: number) => (Number.isFinite(x) ? x : null);

export function numbersAsJson(robot: RobotData, result: string | null, numbers: Numbers): string {
  const dofs = robot.dofs.map(({ name }) => name);
  const joint = (key: keyof JointNumbers): Named => byName(dofs, (i) => exact(numbers.joints[key][i]));
  const record = {
    robot: robot.name,
    result,
    time: numbers.time,
    q: byName(
      robot.coordinates.map(({ name }) => name),
      (i) => exact(numbers.q[i]),
    ),
    v: joint("velocity"),
    a: joint("acceleration"),
    actuation: joint("actuation"),
    torques: {
      inertial: joint("inertial"),
      coriolis: joint("coriolis"),
      gravity: joint("gravity"),
      loops_and_other: joint("other"),
    },
    energy: { kinetic: exact(numbers.kinetic), potential: exact(numbers.potential) },
    mass_centre: Array.from(numbers.massCentre, exact),
    loops: byName(
      robot.loops.map(({ name }) => name),
      (i) => ({ closed: numbers.loops[i].closed, force: Array.from(numbers.loops[i].force, exact) }),
    ),
  };
  return JSON.stringify(record, null, 2);
}
