// Reads the state of a result at any time; interpolates between records.

import type { ResultData, RobotData } from "../document";
import type { Snapshot, RowStore } from "./app";

const near = 1e-9; // seconds within which a record counts as the time itself

export class RecordedSnapshots {
  private readonly quaternions: number[]; // their first indices in q
  private readonly loopArrays: (string | null)[];
  private readonly has: (path: string) => boolean;

  constructor(
    private readonly rows: RowStore,
    robot: RobotData,
    result: ResultData,
  ) {
    const paths = new Set(result.arrays.map((array) => array.path));
    this.has = (path) => paths.has(path);
    this.quaternions = quaternionStarts(robot);
    const loops = result.arrays.filter((array) => array.path.startsWith("loops/"));
    this.loopArrays = robot.loops.map(
      (loop) => loops.find((array) => array.label === loop.name)?.path ?? null,
    );
  }

  // Returns null until all arrays have arrived; requests all of them.
  at(wanted: number): Snapshot | null {
    const time = Math.min(this.rows.last, Math.max(this.rows.first, wanted));
    const row = this.rows.rowAt(time + near);
    const next = Math.min(this.rows.rows - 1, row + 1);
    const arrays = ["time", "q", "v", "a", "actuation"].filter(this.has);
    for (const path of this.loopArrays) if (path !== null) arrays.push(path);
    const here = new Map(arrays.map((path) => [path, this.rows.record(path, row)]));
    const times = here.get("time");
    const exact = next === row || (times ? Math.abs(time - times[0]) <= near : false);
    const there = exact ? here : new Map(arrays.map((path) => [path, this.rows.record(path, next)]));
    for (const path of arrays) if (!here.get(path) || !there.get(path)) return null;

    const start = here.get("time")![0];
    const step = there.get("time")![0] - start;
    const share = exact || !(step > 0) ? 0 : Math.min(1, Math.max(0, (time - start) / step));
    const between = (path: string): Float64Array | null => {
      const first = here.get(path);
      const second = there.get(path);
      return first && second ? interpolated(first, second, share) : null;
    };
    const q = between("q") ?? new Float64Array();
    if (!exact) this.fixQuaternions(q, here.get("q")!, there.get("q")!, share);
    const forces = this.loopArrays.map((path) => this.forceBetween(path, here, there, share));
    return {
      time,
      row,
      exact,
      q,
      v: between("v") ?? new Float64Array(),
      a: between("a"),
      actuation: between("actuation"),
      loopForces: forces,
      closed: forces.map((force) => force === null || transmits(force)),
    };
  }

  // A loop that opens or closes between two records keeps the force of the first.
  private forceBetween(
    path: string | null,
    here: Map<string, Float64Array | null>,
    there: Map<string, Float64Array | null>,
    share: number,
  ): Float64Array | null {
    if (path === null) return null;
    const [first, second] = [here.get(path)!, there.get(path)!];
    return transmits(first) === transmits(second) ? interpolated(first, second, share) : first.slice();
  }

  private fixQuaternions(q: Float64Array, first: Float64Array, second: Float64Array, share: number): void {
    for (const at of this.quaternions) {
      q.set(betweenQuaternions(first.subarray(at, at + 4), second.subarray(at, at + 4), share), at);
    }
  }
}

export function quaternionStarts(robot: RobotData): number[] {
  return robot.bodies.flatMap(({ joint }) => {
    if (joint.kind === "floating") return [joint.q + 3];
    return joint.kind === "spherical" ? [joint.q] : [];
  });
}

function interpolated(first: Float64Array, second: Float64Array, share: number): Float64Array {
  if (share === 0) return first.slice();
  return first.map((value, i) => (1 - share) * value + share * second[i]);
}

// Normalised linear interpolation to the nearer of q and -q, which are the same orientation.
function betweenQuaternions(first: Float64Array, second: Float64Array, share: number): Float64Array {
  const product = first.reduce((sum, value, i) => sum + value * second[i], 0);
  const sign = product < 0 ? -1 : 1;
  const sum = first.map((value, i) => (1 - share) * value + share * sign * second[i]);
  const size = Math.hypot(...sum);
  return size > 0 ? sum.map((value) => value / size) : first;
}

// Results have zeros or NaN while a loop is open.
function transmits(force: Float64Array): boolean {
  return force.some((value) => value !== 0 && !Number.isNaN(value));
}
