// The numbers as JSON: every double exactly, unknown ones as null, names as keys.

import type { RobotData } from "../document";
import type { JointNumbers, Numbers } from "./numbers";

type Named = Record<string, number | null>;

// Of two things with the same name the second is called "name (2)". Object.fromEntries takes any key, "__proto__" too.
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
  const freedoms = robot.freedoms.map(({ name }) => name);
  const joint = (key: keyof JointNumbers): Named => byName(freedoms, (i) => exact(numbers.joints[key][i]));
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
    moments: {
      inertial: joint("inertial"),
      coriolis: joint("coriolis"),
      gravity: joint("gravity"),
      loops_and_other: joint("other"),
    },
    energy: { kinetic: exact(numbers.kinetic), potential: exact(numbers.potential) },
    mass_centre: Array.from(numbers.massCentre, exact),
    loops: byName(
      robot.loops.map(({ name }) => name),
      (i) => ({ held: numbers.loops[i].held, force: Array.from(numbers.loops[i].force, exact) }),
    ),
  };
  return JSON.stringify(record, null, 2);
}
