// Reads the numbers of apps/viewer/engine/engine.cpp as an Evaluation. Its arrays are views; nothing is copied.

import type { ArmsTrace, BodyTrace, Evaluation, DofTrace, GraspTrace, LoopTrace } from "./engine";

export interface Counts {
  dofs: number;
  bodies: number;
  loops: number;
}

class Reader {
  private next = 0;
  constructor(private readonly numbers: Float64Array) {}
  number(): number {
    return this.numbers[this.next++];
  }
  take(count: number): Float64Array {
    this.next += count;
    return this.numbers.subarray(this.next - count, this.next);
  }
  rest(): Float64Array {
    return this.numbers.subarray(this.next);
  }
  list<T>(count: number, read: (from: Reader) => T): T[] {
    return Array.from({ length: count }, () => read(this));
  }
}

// Fields are read in the order in which they are listed here.
const readBody = (from: Reader): BodyTrace => ({
  velocity: from.take(6),
  biasAcceleration: from.take(6),
  biasForce: from.take(6),
  P: from.take(36),
  Pplus: from.take(36),
  z: from.take(6),
  zplus: from.take(6),
  lambdaPlus: from.take(6),
  lambda: from.take(6),
  force: from.take(6),
});

const readDof = (from: Reader): DofTrace => ({
  H: from.take(6),
  G: from.take(6),
  K: from.take(6),
  tau: from.number(),
  D: from.number(),
  innovation: from.number(),
  freeInnovation: from.number(),
  residual: from.number(),
  acceleration: from.number(),
});

const readLoop = (from: Reader): LoopTrace => ({
  closed: from.number() !== 0,
  force: from.take(6),
  first: from.take(12),
  second: from.take(12),
});

function readGrasp(from: Reader): GraspTrace {
  const loop = from.number();
  const arm = from.number();
  const rows = from.number();
  return {
    loop,
    arm,
    rows,
    freeAcceleration: from.take(rows),
    omega: from.take(rows * rows),
    force: from.take(rows),
  };
}

const readArms = (from: Reader): ArmsTrace => ({
  grasps: from.list(from.number(), readGrasp),
  objectAcceleration: from.rest(),
});

export function readEvaluation(numbers: Float64Array, counts: Counts): Evaluation {
  const from = new Reader(numbers);
  const kinetic = from.number();
  const potential = from.number();
  return {
    kinetic,
    potential,
    a: from.take(counts.dofs),
    bodies: from.list(counts.bodies, readBody),
    dofs: from.list(counts.dofs, readDof),
    loops: from.list(counts.loops, readLoop),
    arms: from.rest().length > 0 ? readArms(from) : null,
  };
}
