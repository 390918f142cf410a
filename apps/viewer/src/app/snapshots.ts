// Provides the state of each track at the time cursor, or as posed by hand, and the dynamics in that state.

import type { TrackData } from "../document";
import type { Evaluation } from "../engine/engine";
import type { Snapshot, Snapshots, Track } from "./app";
import { RecordedSnapshots } from "./recorded_snapshots";
import type { ViewState } from "./state";
import type { Store } from "./store";

type Schedule = (run: () => void) => void;

export function makeSnapshots(
  tracks: readonly Track[],
  state: Store<ViewState>,
  onNextFrame: Schedule = (run) => requestAnimationFrame(run),
): Snapshots {
  const readers = tracks.map(({ rows, data }) =>
    rows && rows.rows > 0 && data.result ? new RecordedSnapshots(rows, data.robot, data.result) : null,
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

  // The last snapshot stays until the next one has arrived completely.
  function of(track: number): Snapshot {
    const { time, pose: posed } = state.get();
    const pose = track === 0 ? posed : null;
    const last = shown[track];
    if (last && !last.waits && last.time === time && last.pose === pose) return last.snapshot;
    const reader = pose ? null : readers[track];
    const found = reader ? reader.at(time) : posedSnapshot(tracks[track].data, pose);
    const snapshot = found ?? last?.snapshot ?? beginning(tracks[track].data);
    shown[track] = { snapshot, time, pose, waits: found === null };
    return snapshot;
  }

  function isPosed(): boolean {
    return readers[0] === null || state.get().pose !== null;
  }

  function computed(): Dynamics {
    const snapshot = of(0);
    const { torques } = state.get().recursion;
    if (dynamics?.snapshot !== snapshot || dynamics.kind !== torques) {
      dynamics = new Dynamics(tracks[0], snapshot, torques, isPosed());
    }
    return dynamics;
  }

  state.on(["time", "pose"], changed);
  let kind = state.get().recursion.torques;
  state.on(["recursion"], () => {
    if (kind !== state.get().recursion.torques) changed();
    kind = state.get().recursion.torques;
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
  snapshot: Snapshot;
  time: number;
  pose: readonly number[] | null;
  waits: boolean;
}

function posedSnapshot(data: TrackData, pose: readonly number[] | null): Snapshot {
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
    closed: loops.map(() => true),
  };
}

// The snapshot of a result whose first records have not arrived.
function beginning(data: TrackData): Snapshot {
  return { ...posedSnapshot(data, null), time: data.result?.first ?? 0, row: 0, exact: false };
}

// Forward dynamics of a snapshot and the joint torques that it uses.
class Dynamics {
  readonly tau: Float64Array;
  private evaluation: Evaluation | null | undefined;
  private reason = "";

  constructor(
    private readonly track: Track,
    readonly snapshot: Snapshot,
    readonly kind: ViewState["recursion"]["torques"],
    isPosed: boolean,
  ) {
    const nothing = new Float64Array(track.robot.dofCount);
    this.tau = this.attempt(() => (isPosed ? this.chosen() : this.recorded())) ?? nothing;
  }

  evaluate(): Evaluation | null {
    if (this.evaluation === undefined) {
      const { q, v, closed } = this.snapshot;
      this.evaluation =
        this.reason === "" ? this.attempt(() => this.track.robot.evaluate(q, v, this.tau, closed)) : null;
    }
    return this.evaluation;
  }

  problem(): string {
    this.evaluate();
    return this.reason;
  }

  private recorded(): Float64Array | null {
    const { q, v, a, loopForces } = this.snapshot;
    return a && this.track.robot.appliedTorques(q, v, a, loopForces);
  }

  private chosen(): Float64Array | null {
    const { robot, data } = this.track;
    const rest = new Float64Array(robot.dofCount);
    if (this.kind === "gravity") return robot.split(this.snapshot.q, rest, rest).gravity;
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
