// Collects the numbers of the first track at the cursor, joint by joint, for the panel and for copying.

import type { App, Snapshot } from "../app/app";
import type { RobotData } from "../document";
import type { Evaluation, Robot } from "../engine/engine";

export interface JointNumbers {
  position: Float64Array; // of degrees of freedom that have a coordinate of their own; else NaN
  velocity: Float64Array;
  acceleration: Float64Array;
  actuation: Float64Array;
  inertial: Float64Array;
  coriolis: Float64Array;
  gravity: Float64Array;
  other: Float64Array; // inertial + coriolis + gravity - actuation: loops, springs, friction, external forces
}

export interface LoopNumbers {
  closed: boolean;
  force: Float64Array; // moment first, then force, acting on the second end, in its axes
}

export interface Numbers {
  time: number | null; // null: posed by hand, or a model without a result
  recorded: boolean; // accelerations and actuation are recorded (true), or computed and chosen (false)
  q: Float64Array;
  joints: JointNumbers;
  kinetic: number;
  potential: number;
  massCentre: Float64Array;
  loops: LoopNumbers[];
  problem: string; // why numbers are missing; empty: all are there
}

// The coordinate whose derivative is this degree of freedom; -1 for those of quaternion joints.
export function coordinateOfDof(robot: RobotData, dof: number): number {
  const { joint } = robot.bodies[robot.dofs[dof].body];
  if (joint.kind === "spherical" || joint.kind === "floating") return -1;
  return joint.q + dof - joint.v;
}

const unknown = (count: number) => new Float64Array(count).fill(NaN);

export function numbersOf(app: Pick<App, "tracks" | "snapshots">): Numbers {
  const { data, robot } = app.tracks[0];
  const snapshot = app.snapshots.of(0);
  const evaluation = app.snapshots.evaluation();
  const recorded = snapshot.a !== null;
  const count = data.robot.dofs.length;
  const acceleration = snapshot.a ?? evaluation?.a ?? unknown(count);
  const actuation = snapshot.actuation ?? (recorded ? unknown(count) : app.snapshots.tau());
  return {
    time: snapshot.row < 0 ? null : snapshot.time,
    recorded,
    q: snapshot.q,
    joints: {
      position: Float64Array.from({ length: count }, (_, i) => {
        const index = coordinateOfDof(data.robot, i);
        return index < 0 ? NaN : snapshot.q[index];
      }),
      velocity: snapshot.v,
      acceleration,
      actuation,
      ...splitTorques(robot, snapshot, acceleration, actuation),
    },
    kinetic: evaluation?.kinetic ?? NaN,
    potential: evaluation?.potential ?? NaN,
    massCentre: robot.massCentre(snapshot.q),
    loops: data.robot.loops.map((_, i) => loopNumbers(snapshot, evaluation, i)),
    problem: evaluation ? "" : app.snapshots.problem(),
  };
}

function splitTorques(robot: Robot, { q, v }: Snapshot, acceleration: Float64Array, actuation: Float64Array) {
  const count = acceleration.length;
  const isKnown = acceleration.every((x) => !Number.isNaN(x));
  const rest = new Float64Array(count);
  const { inertial, coriolis, gravity } = robot.split(q, v, isKnown ? acceleration : rest);
  const known = isKnown ? inertial : unknown(count);
  return {
    inertial: known,
    coriolis,
    gravity,
    other: Float64Array.from(known, (x, i) => x + coriolis[i] + gravity[i] - actuation[i]),
  };
}

function loopNumbers(snapshot: Snapshot, evaluation: Evaluation | null, index: number): LoopNumbers {
  const closed = snapshot.closed[index] ?? true;
  const force = snapshot.loopForces[index] ?? evaluation?.loops[index]?.force;
  if (force) return { closed, force };
  return { closed, force: closed ? unknown(6) : new Float64Array(6) };
}
