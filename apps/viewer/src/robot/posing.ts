// Poses the first robot by hand. Loops and couplings follow in small steps, so that a loop does not switch to its
// mirrored assembly. If they cannot be satisfied, the robot keeps its last valid pose.

import type { App } from "../app/app";
import { isBeyondLimits, makeHandles, type Handle } from "./handles";

const stepsAcross = 60; // steps across a slider's range, at each of which loops are closed again
const attempts = 24;

export class Posing {
  readonly handles: readonly Handle[];
  refused: Handle | null = null; // the slider that was last moved to a pose where loops cannot close
  private readonly bound: boolean;

  constructor(
    private readonly app: Pick<App, "tracks" | "state" | "snapshots">,
    extent: number,
  ) {
    const { robot, start } = app.tracks[0].data;
    this.handles = makeHandles(robot, start.q, extent);
    this.bound = robot.loops.length > 0 || robot.couplings.length > 0;
  }

  get q(): Float64Array {
    return this.app.snapshots.of(0).q;
  }

  move(handle: Handle, value: number): boolean {
    if (!Number.isFinite(value)) return false;
    const from = handle.read(this.q);
    const wanted = (Math.abs(value - from) / Math.max(1e-9, handle.most - handle.least)) * stepsAcross;
    const steps = this.bound ? Math.min(3 * stepsAcross, Math.max(1, Math.ceil(wanted))) : 1;
    let reached: Float64Array | null = null;
    let isThere = true;
    for (let step = 1; step <= steps && isThere; step++) {
      const q = Float64Array.from(reached ?? this.q);
      handle.write(q, step === steps ? value : from + ((value - from) * step) / steps);
      const fitting = this.fitted(q, handle.coordinates);
      isThere = fitting !== null;
      reached = fitting ?? reached;
    }
    if (reached) this.take(reached);
    this.refused = isThere ? null : handle;
    return isThere;
  }

  // Returns to the start of the robot or scene, or to the recorded state of a result.
  reset(): void {
    this.refused = null;
    this.app.state.set({ pose: null });
  }

  neutral(): boolean {
    return this.take(this.fitted(this.app.tracks[0].robot.neutral(), []));
  }

  // Sets a random pose within the limits. Sliding joints without limits stay where they are. With loops the
  // displacement is shortened until they close and all limits are respected.
  random(numbers: () => number = Math.random): boolean {
    const from = this.q;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const share = this.bound ? 0.5 * 0.8 ** attempt : 1;
      const q = Float64Array.from(from);
      for (const handle of this.handles) {
        if (!handle.limited && handle.unit !== "rad") continue;
        const now = handle.read(from);
        const aim = handle.least + (handle.most - handle.least) * numbers();
        handle.write(q, now + share * (aim - now));
      }
      const fitting = this.fitted(q, []);
      const isWithin = fitting && this.handles.every((one) => !isBeyondLimits(one, one.read(fitting)));
      if (isWithin) return this.take(fitting);
    }
    return false;
  }

  private take(q: Float64Array | null): boolean {
    if (!q) return false;
    this.refused = null;
    this.app.state.set({ playing: false, pose: Array.from(q) });
    return true;
  }

  private fitted(q: Float64Array, keep: readonly number[]): Float64Array | null {
    if (!this.bound) return q;
    try {
      return this.app.tracks[0].robot.assemble(q, keep);
    } catch {
      return null;
    }
  }
}
