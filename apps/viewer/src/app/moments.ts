// Each track at the time of the cursor, or as posed by hand, and the dynamics there.

import type { TrackData } from "../document";
import type { Evaluation } from "../engine/engine";
import type { Moment, Moments, Track } from "./app";
import { RecordedMoments } from "./recorded_moment";
import type { ViewState } from "./state";
import type { Store } from "./store";

type Schedule = (run: () => void) => void;

export function makeMoments(
  tracks: readonly Track[],
  state: Store<ViewState>,
  onNextFrame: Schedule = (run) => requestAnimationFrame(run),
): Moments {
  const readers = tracks.map(({ rows, data }) =>
    rows && rows.rows > 0 && data.result ? new RecordedMoments(rows, data.robot, data.result) : null,
  );
  const shown: (Shown | undefined)[] = tracks.map(() => undefined);
  const listeners = new Set<() => void>();
  let scheduled = false;
  let dynamics: Dynamics | null = null;

  function changed(): void {
    if (scheduled) return;
    scheduled = true;
    onNextFrame(() => {
      scheduled = false;
      for (const listener of [...listeners]) listener();
    });
  }

  // The moment last shown stays until all of the next one is there.
  function of(track: number): Moment {
    const { time, pose: posed } = state.get();
    const pose = track === 0 ? posed : null;
    const last = shown[track];
    if (last && !last.waits && last.time === time && last.pose === pose) return last.moment;
    const reader = pose ? null : readers[track];
    const found = reader ? reader.at(time) : posedMoment(tracks[track].data, pose);
    const moment = found ?? last?.moment ?? beginning(tracks[track].data);
    shown[track] = { moment, time, pose, waits: found === null };
    return moment;
  }

  function isPosed(): boolean {
    return readers[0] === null || state.get().pose !== null;
  }

  function computed(): Dynamics {
    const moment = of(0);
    const { moments } = state.get().recursion;
    if (dynamics?.moment !== moment || dynamics.kind !== moments) {
      dynamics = new Dynamics(tracks[0], moment, moments, isPosed());
    }
    return dynamics;
  }

  state.on(["time", "pose"], changed);
  let kind = state.get().recursion.moments;
  state.on(["recursion"], () => {
    if (kind !== state.get().recursion.moments) changed();
    kind = state.get().recursion.moments;
  });
  for (const [index, { rows }] of tracks.entries()) {
    rows?.onArrival(() => {
      if (shown[index]?.waits !== false) changed();
    });
  }

  return {
    of,
    tau: () => computed().tau,
    evaluation: () => computed().evaluate(),
    problem: () => computed().problem(),
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Shown {
  moment: Moment;
  time: number;
  pose: readonly number[] | null;
  waits: boolean;
}

function posedMoment(data: TrackData, pose: readonly number[] | null): Moment {
  const loops = data.robot.loops;
  return {
    time: 0,
    row: -1,
    exact: true,
    q: Float64Array.from(pose ?? data.start.q),
    v: pose ? new Float64Array(data.start.v.length) : Float64Array.from(data.start.v),
    a: null,
    actuation: null,
    loopForces: loops.map(() => null),
    held: loops.map(() => true),
  };
}

// Of a result whose first numbers are on their way.
function beginning(data: TrackData): Moment {
  return { ...posedMoment(data, null), time: data.result?.first ?? 0, row: 0, exact: false };
}

// Forward dynamics at a moment, and the joint moments that go into it.
class Dynamics {
  readonly tau: Float64Array;
  private evaluation: Evaluation | null | undefined;
  private reason = "";

  constructor(
    private readonly track: Track,
    readonly moment: Moment,
    readonly kind: ViewState["recursion"]["moments"],
    isPosed: boolean,
  ) {
    const nothing = new Float64Array(track.robot.freedomCount);
    this.tau = this.attempt(() => (isPosed ? this.chosen() : this.recorded())) ?? nothing;
  }

  evaluate(): Evaluation | null {
    if (this.evaluation === undefined) {
      const { q, v, held } = this.moment;
      this.evaluation =
        this.reason === "" ? this.attempt(() => this.track.robot.evaluate(q, v, this.tau, held)) : null;
    }
    return this.evaluation;
  }

  problem(): string {
    this.evaluate();
    return this.reason;
  }

  private recorded(): Float64Array | null {
    const { q, v, a, loopForces } = this.moment;
    return a && this.track.robot.appliedMoments(q, v, a, loopForces);
  }

  private chosen(): Float64Array | null {
    const { robot, data } = this.track;
    const rest = new Float64Array(robot.freedomCount);
    if (this.kind === "gravity") return robot.split(this.moment.q, rest, rest).gravity;
    return this.kind === "recorded" ? Float64Array.from(data.start.tau) : null;
  }

  private attempt<T>(compute: () => T | null): T | null {
    try {
      return compute();
    } catch (problem) {
      this.reason = problem instanceof Error ? problem.message : String(problem);
      return null;
    }
  }
}
