// Poses the first robot by hand. Loops and couplings move along: a pose in which they do not fit is refused, and the last
// one that fitted stays.

import type { App } from "../app/app";
import { makeHandles, type Handle } from "./handles";

export class Posing {
  readonly handles: readonly Handle[];
  refused: Handle | null = null; // the one that was last moved where nothing fits
  private readonly bound: boolean;

  constructor(
    private readonly app: Pick<App, "tracks" | "state" | "moments">,
    extent: number,
  ) {
    const { robot, start } = app.tracks[0].data;
    this.handles = makeHandles(robot, start.q, extent);
    this.bound = robot.loops.length > 0 || robot.couplings.length > 0;
  }

  get q(): Float64Array {
    return this.app.moments.of(0).q;
  }

  move(handle: Handle, value: number): boolean {
    if (!Number.isFinite(value)) return false;
    const q = Float64Array.from(this.q);
    handle.write(q, value);
    return this.take(q, handle);
  }

  // Where the robot or the scene starts; a result goes back to its record.
  reset(): void {
    this.refused = null;
    this.app.state.set({ pose: null });
  }

  neutral(): boolean {
    return this.take(this.app.tracks[0].robot.neutral(), null);
  }

  // Anywhere within the limits. What slides without limits stays where it is.
  random(numbers: () => number = Math.random): boolean {
    for (let attempt = 0; attempt < 20; attempt++) {
      const q = Float64Array.from(this.q);
      for (const handle of this.handles) {
        if (!handle.limited && handle.unit !== "rad") continue;
        handle.write(q, handle.least + (handle.most - handle.least) * numbers());
      }
      if (this.take(q, null)) return true;
    }
    return false;
  }

  private take(q: Float64Array, handle: Handle | null): boolean {
    const fitting = this.bound ? this.assemble(q, handle?.coordinates ?? []) : q;
    this.refused = fitting ? null : handle;
    if (fitting) this.app.state.set({ playing: false, pose: Array.from(fitting) });
    return fitting !== null;
  }

  private assemble(q: Float64Array, keep: readonly number[]): Float64Array | null {
    try {
      return this.app.tracks[0].robot.assemble(q, keep);
    } catch {
      return null;
    }
  }
}
