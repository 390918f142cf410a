// The numbers of the first track at the cursor, joint by joint, as they stand in the panel and in what is copied.

import type { App, Moment } from "../app/app";
import type { RobotData } from "../document";
import type { Evaluation, Robot } from "../engine/engine";

export interface JointNumbers {
  position: Float64Array; // of freedoms that have a coordinate of their own; NaN: none
  velocity: Float64Array;
  acceleration: Float64Array;
  actuation: Float64Array;
  inertial: Float64Array;
  coriolis: Float64Array;
  gravity: Float64Array;
  other: Float64Array; // inertial + coriolis + gravity - actuation: loops, springs, friction, forces on bodies
}

export interface LoopNumbers {
  held: boolean;
  force: Float64Array; // moment over force, on the second end, in its axes
}

export interface Numbers {
  time: number | null; // null: posed, or a model alone
  recorded: boolean; // accelerations and actuation; else computed and chosen
  q: Float64Array;
  joints: JointNumbers;
  kinetic: number;
  potential: number;
  massCentre: Float64Array;
  loops: LoopNumbers[];
  problem: string; // why numbers are missing; empty: they are not
}

// The coordinate whose rate the freedom is; -1 for what turns freely.
export function coordinateOfFreedom(robot: RobotData, freedom: number): number {
  const { joint } = robot.bodies[robot.freedoms[freedom].body];
  if (joint.kind === "spherical" || joint.kind === "floating") return -1;
  return joint.q + freedom - joint.v;
}

const unknown = (count: number) => new Float64Array(count).fill(NaN);

export function numbersOf(app: Pick<App, "tracks" | "moments">): Numbers {
  const { data, robot } = app.tracks[0];
  const moment = app.moments.of(0);
  const evaluation = app.moments.evaluation();
  const recorded = moment.a !== null;
  const count = data.robot.freedoms.length;
  const acceleration = moment.a ?? evaluation?.a ?? unknown(count);
  const actuation = moment.actuation ?? (recorded ? unknown(count) : app.moments.tau());
  return {
    time: moment.row < 0 ? null : moment.time,
    recorded,
    q: moment.q,
    joints: {
      position: Float64Array.from({ length: count }, (_, i) => {
        const index = coordinateOfFreedom(data.robot, i);
        return index < 0 ? NaN : moment.q[index];
      }),
      velocity: moment.v,
      acceleration,
      actuation,
      ...splitMoments(robot, moment, acceleration, actuation),
    },
    kinetic: evaluation?.kinetic ?? NaN,
    potential: evaluation?.potential ?? NaN,
    massCentre: robot.massCentre(moment.q),
    loops: data.robot.loops.map((_, i) => loopNumbers(moment, evaluation, i)),
    problem: evaluation ? "" : app.moments.problem(),
  };
}

function splitMoments(robot: Robot, { q, v }: Moment, acceleration: Float64Array, actuation: Float64Array) {
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

function loopNumbers(moment: Moment, evaluation: Evaluation | null, index: number): LoopNumbers {
  const held = moment.held[index] ?? true;
  const force = moment.loopForces[index] ?? evaluation?.loops[index]?.force;
  if (force) return { held, force };
  return { held, force: held ? unknown(6) : new Float64Array(6) };
}
