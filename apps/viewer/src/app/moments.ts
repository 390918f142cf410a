import type { Moments, Track } from "./app";
import type { ViewState } from "./state";
import type { Store } from "./store";

export function makeMoments(tracks: readonly Track[], state: Store<ViewState>): Moments {
  return {
    of: (track) => ({
      time: 0,
      row: -1,
      exact: true,
      q: new Float64Array(state.get().pose ?? tracks[track].data.start.q),
      v: new Float64Array(tracks[track].data.start.v),
      a: null,
      actuation: null,
      loopForces: [],
      held: [],
    }),
    tau: () => new Float64Array(tracks[0].data.start.tau),
    evaluation: () => null,
    problem: () => "",
    on: (listener) => state.on(["pose", "time"], listener),
  };
}
