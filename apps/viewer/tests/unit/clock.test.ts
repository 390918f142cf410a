import { describe, expect, test } from "vitest";
import type { RowStore, Track } from "../../src/app/app";
import { initialState, type ViewState } from "../../src/app/state";
import { Store } from "../../src/app/store";
import { makeClock } from "../../src/time/clock";
import { nearestSpeed } from "../../src/time/speeds";

function rowsAt(times: number[]): RowStore {
  return {
    rows: times.length,
    first: times[0],
    last: times.at(-1)!,
    rowAt: (time) => Math.max(0, times.filter((other) => other <= time).length - 1),
    timeOf: (row) => times[row],
    record: () => null,
    onArrival: () => () => {},
    curve: () => Promise.reject(new Error("not asked for")),
  };
}

function clockOf(times: number[] | null, changes: Partial<ViewState> = {}) {
  const state = new Store<ViewState>({ ...initialState, ...changes });
  const track = { index: 0, rows: times && rowsAt(times) } as Track;
  const waiting = new Map<number, (milliseconds: number) => void>();
  let handles = 0;
  const frames = {
    request(run: (milliseconds: number) => void) {
      waiting.set(++handles, run);
      return handles;
    },
    cancel: (handle: number) => void waiting.delete(handle),
  };
  function frame(milliseconds: number): void {
    const runs = [...waiting.values()];
    waiting.clear();
    for (const run of runs) run(milliseconds);
  }
  return { state, waiting, frame, clock: makeClock({ tracks: [track], state }, frames) };
}

const even = [0, 1, 2, 3];

describe("the clock", () => {
  test("runs at the given speed, and requests one frame at a time", () => {
    const { clock, state, frame, waiting } = clockOf(even, { speed: 2 });
    expect(waiting.size).toBe(0);
    clock.toggle();
    frame(1000);
    frame(1100);
    frame(1250);
    expect(state.get().time).toBeCloseTo(0.5, 12);
    expect(waiting.size).toBe(1);
    clock.toggle();
    expect(waiting.size).toBe(0);
    frame(1400);
    expect(state.get().time).toBeCloseTo(0.5, 12);
  });

  test("does not jump when the page was hidden", () => {
    const { clock, state, frame } = clockOf(even);
    clock.toggle();
    frame(0);
    frame(100);
    frame(60_000);
    expect(state.get().time).toBeCloseTo(0.1, 12);
    frame(60_100);
    expect(state.get().time).toBeCloseTo(0.2, 12);
  });

  test("restarts at the end if it loops, and otherwise stops there", () => {
    const looping = clockOf(even, { time: 2.95, playing: true, loop: true });
    looping.frame(0);
    looping.frame(100);
    expect(looping.state.get().time).toBeCloseTo(0.05, 12);
    const stopping = clockOf(even, { time: 2.95, playing: true, loop: false });
    stopping.frame(0);
    stopping.frame(100);
    expect(stopping.state.get()).toMatchObject({ time: 3, playing: false });
    expect(stopping.waiting.size).toBe(0);
    stopping.clock.toggle();
    expect(stopping.state.get()).toMatchObject({ time: 0, playing: true });
  });

  test("steps from record to record, and from a time between two to the next in that direction", () => {
    const { clock, state } = clockOf([0, 1, 2, 2, 3, 4]);
    clock.step(1);
    clock.step(1);
    expect(state.get().time).toBe(2);
    clock.step(1); // two records at one time are one step
    expect(state.get().time).toBe(3);
    clock.step(-1);
    clock.step(-1);
    expect(state.get().time).toBe(1);
    clock.seek(1.5);
    clock.step(-1);
    expect(state.get().time).toBe(1);
    clock.seek(1.5);
    clock.step(1);
    expect(state.get().time).toBe(2);
    clock.step(100);
    expect(state.get().time).toBe(4);
    clock.step(-100);
    expect(state.get().time).toBe(0);
  });

  test("pauses to step, and discards a pose set by hand", () => {
    const { clock, state } = clockOf(even, { playing: true, pose: [1] });
    clock.step(1);
    expect(state.get()).toMatchObject({ playing: false, pose: null, time: 1 });
  });

  test("stays between first and last", () => {
    const { clock, state } = clockOf([1, 2], { time: -7 });
    expect(state.get().time).toBe(1);
    clock.seek(9);
    expect(state.get().time).toBe(2);
    clock.seek(NaN);
    expect(state.get().time).toBe(2);
  });

  test("has speeds from a sixteenth to sixteen, in powers of two", () => {
    const { clock, state } = clockOf(even, { speed: 1 });
    for (let i = 0; i < 9; i++) clock.faster();
    expect(state.get().speed).toBe(16);
    for (let i = 0; i < 20; i++) clock.slower();
    expect(state.get().speed).toBe(1 / 16);
    expect(nearestSpeed(3)).toBe(4);
    expect(nearestSpeed(NaN)).toBe(1);
  });

  test("does nothing without a result", () => {
    const { clock, state } = clockOf(null, { playing: true });
    clock.toggle();
    clock.step(1);
    clock.seek(3);
    expect(clock.hasTime).toBe(false);
    expect(state.get()).toMatchObject({ playing: false, time: 0 });
  });
});
