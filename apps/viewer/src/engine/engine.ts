// The library itself, compiled for the browser (apps/viewer/engine): what the page shows of the recursions is computed by
// the code that a controller runs.
//
// Six-vectors are angular over linear, in the frame of their body at its origin. A 6x6 matrix is 36 numbers by rows.

import type { RobotData } from "../document";

export interface Engine {
  // Throws an Error with the library's message for a robot it refuses.
  makeRobot(robot: RobotData): Robot;
}

export interface Robot {
  readonly positionSize: number;
  readonly freedomCount: number;
  neutral(): Float64Array;
  // 12 numbers for every body: its frame in the world (document.ts).
  poses(q: ArrayLike<number>): Float64Array;
  // 3 numbers: the mass centre of everything that moves, in the world.
  massCentre(q: ArrayLike<number>): Float64Array;
  // The moments that act besides those of loops, given that the motion is (q, v, a) and that the loops transmit these forces
  // (six numbers each on their second ends; NaN or a missing array counts as zero).
  appliedMoments(
    q: ArrayLike<number>,
    v: ArrayLike<number>,
    a: ArrayLike<number>,
    loopForces: (ArrayLike<number> | null)[],
  ): Float64Array;
  // Joint moments of the tree by their causes: tau = inertial + coriolis + gravity.
  split(q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>): MomentSplit;
  // Forward dynamics, and everything on the way. `held`: which loops are closed (missing: all). Throws an Error with the
  // library's message at a singular position.
  evaluate(
    q: ArrayLike<number>,
    v: ArrayLike<number>,
    tau: ArrayLike<number>,
    held?: readonly boolean[],
  ): Evaluation;
  matrices(q: ArrayLike<number>): Matrices;
  // q with followers of couplings and the loops' passive joints set so that everything fits, as near as possible to q and
  // with the coordinates of `keep` (indices in q) unchanged; null where that does not succeed.
  assemble(q: ArrayLike<number>, keep: readonly number[]): Float64Array | null;
}

export interface MomentSplit {
  inertial: Float64Array; // M a
  coriolis: Float64Array; // velocity terms
  gravity: Float64Array;
}

export interface Evaluation {
  a: Float64Array; // joint accelerations
  bodies: BodyTrace[]; // one per body of the document
  freedoms: FreedomTrace[]; // one per entry of v
  loops: LoopTrace[];
  arms: ArmsTrace | null; // several arms: the stages of R88
  kinetic: number;
  potential: number;
}

// What the sweeps leave at a body (R87 (35)-(47)). A body behind a fixed joint shows the quantities of the link that carries
// it, seen from its own frame.
export interface BodyTrace {
  velocity: Float64Array; // V
  biasAcceleration: Float64Array; // a
  biasForce: Float64Array; // b
  P: Float64Array; // 6x6
  Pplus: Float64Array; // 6x6, after the joint's freedoms are measured
  z: Float64Array;
  zplus: Float64Array;
  lambdaPlus: Float64Array; // phi^* lambda(k+1) + a: what the joint is told
  lambda: Float64Array; // spatial acceleration, gravity as an acceleration of the ground
  force: Float64Array; // x: across the joint, on the body
}

export interface FreedomTrace {
  H: Float64Array; // joint axis: twist of the body per unit of velocity
  tau: number;
  D: number;
  G: Float64Array; // gain
  K: Float64Array; // phi G: the gain seen from the parent body (from the ground for a base)
  innovation: number; // e; with loops the corrected one
  freeInnovation: number; // e as the filter found it, before loops corrected it
  residual: number; // e / D
  acceleration: number;
}

export interface LoopTrace {
  held: boolean;
  force: Float64Array; // on the second end, in its axes
  first: Float64Array; // its ends in the world: 12 numbers each
  second: Float64Array;
}

// R88 Result 8.1: 1 filter, 2 free accelerations at the grasps, 3 contact forces, 4 corrected innovations, 5 smoothing.
// Stages 1, 4 and 5 are `freedoms`; the rest stands here.
export interface ArmsTrace {
  grasps: GraspTrace[]; // one per loop with arm >= 0, in their order
  objectAcceleration: Float64Array; // rates of the object's velocities
}

export interface GraspTrace {
  loop: number; // index among the loops
  arm: number;
  rows: number; // directions along which it transmits force; 0: let go
  freeAcceleration: Float64Array; // r along the rows
  omega: Float64Array; // rows x rows: Omega of this grasp
  force: Float64Array; // f along the rows, on the object
}

// n x n by rows, n the number of freedoms.
export interface Matrices {
  size: number;
  mass: Float64Array; // M = U D U^*
  inverse: Float64Array; // M^-1 = W^* D^-1 W
  factor: Float64Array; // U = I + H phi K
  inverseFactor: Float64Array; // W = I - H psi K
  D: Float64Array; // n numbers
}
