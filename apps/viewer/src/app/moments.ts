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
    if (dynamics?.moment === moment && dynamics.kind === moments) return dynamics;
    dynamics = { moment, kind: moments, ...dynamicsOf(tracks[0], moment, isPosed() ? moments : null) };
    return dynamics;
  }

  state.on(["time", "pose", "recursion"], changed);
  for (const [index, { rows }] of tracks.entries()) {
    rows?.onArrival(() => {
      if (shown[index]?.waits !== false) changed();
    });
  }

  return {
    of,
    tau: () => computed().tau,
    evaluation: () => computed().evaluate(),
    problem: () => {
      computed().evaluate();
      return computed().problem;
    },
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

interface Dynamics {
  moment: Moment;
  kind: ViewState["recursion"]["moments"];
  tau: Float64Array;
  problem: string;
  evaluate(): Evaluation | null;
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

// `kind` null: what was recorded; else which moments a posed robot is shown with.
function dynamicsOf(
  { robot, data }: Track,
  moment: Moment,
  kind: ViewState["recursion"]["moments"] | null,
): Omit<Dynamics, "moment" | "kind"> {
  const { q, v, a, held } = moment;
  const nothing = new Float64Array(robot.freedomCount);
  const found = { tau: nothing, problem: "", evaluate };
  let evaluation: Evaluation | null | undefined;

  function evaluate(): Evaluation | null {
    if (evaluation === undefined) {
      evaluation = found.problem === "" ? attempt(() => robot.evaluate(q, v, found.tau, held)) : null;
    }
    return evaluation;
  }

  function attempt<T>(compute: () => T): T | null {
    try {
      return compute();
    } catch (problem) {
      found.problem = problem instanceof Error ? problem.message : String(problem);
      return null;
    }
  }

  function moments(): Float64Array {
    if (kind === null) return a ? robot.appliedMoments(q, v, a, moment.loopForces) : nothing;
    if (kind === "gravity") return robot.split(q, nothing, nothing).gravity;
    return kind === "recorded" ? Float64Array.from(data.start.tau) : nothing;
  }

  found.tau = attempt(moments) ?? nothing;
  return found;
}
