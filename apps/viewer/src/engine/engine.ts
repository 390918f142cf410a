// The interface of the library compiled for the browser (apps/viewer/engine). The recursions that the page shows are
// computed by the same code that a controller runs.
//
// Six-vectors have the angular part first, in the frame of their body at its origin. A 6x6 matrix is 36 numbers by
// rows.

import type { RobotData } from "../document";

export interface Engine {
  // Throws an Error with the library's message if the robot is invalid.
  makeRobot(robot: RobotData): Robot;
}

export interface Robot {
  readonly positionSize: number;
  readonly dofCount: number;
  neutral(): Float64Array;
  // 12 numbers for each body: its frame in the world (document.ts).
  poses(q: ArrayLike<number>): Float64Array;
  // 3 numbers: the centre of mass of all moving bodies, in the world.
  massCentre(q: ArrayLike<number>): Float64Array;
  // The joint torques, without those of loops, that cause the motion (q, v, a) while the loops transmit these forces
  // (six numbers each, on their second ends; NaN or a missing array counts as zero).
  appliedTorques(
    q: ArrayLike<number>,
    v: ArrayLike<number>,
    a: ArrayLike<number>,
    loopForces: (ArrayLike<number> | null)[],
  ): Float64Array;
  // Joint torques of the tree by cause: tau = inertial + coriolis + gravity.
  split(q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>): TorqueSplit;
  // Forward dynamics with all intermediate results. `closed` says which loops are closed (default: all). Throws an Error
  // with the library's message in a singular position.
  evaluate(
    q: ArrayLike<number>,
    v: ArrayLike<number>,
    tau: ArrayLike<number>,
    closed?: readonly boolean[],
  ): Evaluation;
  matrices(q: ArrayLike<number>): Matrices;
  // Returns the q nearest to the given one at which couplings and loops are satisfied and the coordinates in `keep`
  // (indices in q) are unchanged; null if there is none.
  assemble(q: ArrayLike<number>, keep: readonly number[]): Float64Array | null;
}

export interface TorqueSplit {
  inertial: Float64Array; // M a
  coriolis: Float64Array; // terms quadratic in the velocities
  gravity: Float64Array;
}

export interface Evaluation {
  a: Float64Array; // joint accelerations
  bodies: BodyTrace[]; // one per body of the document
  dofs: DofTrace[]; // one per entry of v
  loops: LoopTrace[];
  arms: ArmsTrace | null; // null unless there are several arms; the stages of R88
  kinetic: number;
  potential: number;
}

// Results of the sweeps at a body (R87 (35)-(47)). A body attached by a fixed joint has the quantities of the link that
// carries it, expressed in its own frame.
export interface BodyTrace {
  velocity: Float64Array; // V
  biasAcceleration: Float64Array; // a
  biasForce: Float64Array; // b
  P: Float64Array; // 6x6
  Pplus: Float64Array; // 6x6, after the update with the joint's degrees of freedom
  z: Float64Array;
  zplus: Float64Array;
  lambdaPlus: Float64Array; // phi^* lambda(k+1) + a: acceleration passed outward to the joint
  lambda: Float64Array; // spatial acceleration, gravity as an acceleration of the ground
  force: Float64Array; // x: force across the joint, acting on the body
}

export interface DofTrace {
  H: Float64Array; // joint axis: twist of the body per unit of velocity
  tau: number;
  D: number;
  G: Float64Array; // gain
  K: Float64Array; // phi G: the gain in the parent body's frame (in the world for a base)
  innovation: number; // e; corrected for the loop forces, if there are loops
  freeInnovation: number; // e before the correction for loop forces
  residual: number; // e / D
  acceleration: number;
}

export interface LoopTrace {
  closed: boolean;
  force: Float64Array; // on the second end, in its axes
  first: Float64Array; // its ends in the world: 12 numbers each
  second: Float64Array;
}

// R88 Result 8.1: 1 filter, 2 free accelerations at the grasps, 3 contact forces, 4 corrected innovations, 5 smoothing.
// Stages 1, 4 and 5 are in `dofs`, the others here.
export interface ArmsTrace {
  grasps: GraspTrace[]; // one per loop with arm >= 0, in their order
  objectAcceleration: Float64Array; // derivatives of the object's velocities
}

export interface GraspTrace {
  loop: number; // index among the loops
  arm: number;
  rows: number; // directions in which it transmits force; 0: released
  freeAcceleration: Float64Array; // r along the rows
  omega: Float64Array; // rows x rows: Omega of this grasp
  force: Float64Array; // f along the rows, on the object
}

// n x n by rows; n is the number of degrees of freedom.
export interface Matrices {
  size: number;
  mass: Float64Array; // M = U D U^*
  inverse: Float64Array; // M^-1 = W^* D^-1 W
  factor: Float64Array; // U = I + H phi K
  inverseFactor: Float64Array; // W = I - H psi K
  D: Float64Array; // n numbers
}
