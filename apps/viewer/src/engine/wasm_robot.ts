// A robot in the compiled library. It returns fresh arrays, which the caller may keep.

import type { RobotData } from "../document";
import type { Evaluation, Matrices, TorqueSplit, Robot } from "./engine";
import { readEvaluation, type Counts } from "./read_evaluation";
import { robotNumbers } from "./robot_numbers";
import type { WasmCalls } from "./wasm_calls";

type Numbers = ArrayLike<number>;

const noForce = new Float64Array(6);

function known(force: Numbers | null | undefined): Numbers {
  if (!force || force.length < 6) return noForce;
  return Array.from(force, (x) => (Number.isFinite(x) ? x : 0)).slice(0, 6);
}

export class WasmRobot implements Robot {
  readonly positionSize: number;
  readonly dofCount: number;
  private readonly index: number;
  private readonly counts: Counts;

  constructor(
    private readonly calls: WasmCalls,
    robot: RobotData,
  ) {
    const { numbers, names } = robotNumbers(robot);
    calls.setNames(names);
    [this.index, this.positionSize, this.dofCount] = calls.call("make_robot", 0, numbers);
    this.counts = {
      dofs: this.dofCount,
      bodies: robot.bodies.length,
      loops: robot.loops.length,
    };
  }

  neutral(): Float64Array {
    return this.calls.call("neutral", this.index);
  }

  poses(q: Numbers): Float64Array {
    return this.calls.call("poses", this.index, q);
  }

  massCentre(q: Numbers): Float64Array {
    return this.calls.call("mass_centre", this.index, q);
  }

  appliedTorques(q: Numbers, v: Numbers, a: Numbers, loopForces: (Numbers | null)[]): Float64Array {
    const forces = Array.from({ length: this.counts.loops }, (_, i) => known(loopForces[i]));
    return this.calls.call("applied_torques", this.index, q, v, a, ...forces);
  }

  split(q: Numbers, v: Numbers, a: Numbers): TorqueSplit {
    const numbers = this.calls.call("split", this.index, q, v, a);
    const part = (i: number): Float64Array => numbers.subarray(i * this.dofCount, (i + 1) * this.dofCount);
    return { inertial: part(0), coriolis: part(1), gravity: part(2) };
  }

  evaluate(q: Numbers, v: Numbers, tau: Numbers, closed?: readonly boolean[]): Evaluation {
    const flags = Array.from({ length: this.counts.loops }, (_, i) => ((closed?.[i] ?? true) ? 1 : 0));
    return readEvaluation(this.calls.call("evaluate", this.index, q, v, tau, flags), this.counts);
  }

  matrices(q: Numbers): Matrices {
    const numbers = this.calls.call("matrices", this.index, q);
    const size = this.dofCount;
    const part = (i: number): Float64Array => numbers.subarray(i * size * size, (i + 1) * size * size);
    return {
      size,
      mass: part(0),
      inverse: part(1),
      factor: part(2),
      inverseFactor: part(3),
      D: numbers.subarray(4 * size * size),
    };
  }

  assemble(q: Numbers, keep: readonly number[]): Float64Array | null {
    const found = this.calls.call("assemble", this.index, q, keep);
    return found.length === this.positionSize ? found : null;
  }
}
