// The time cursor: it advances with the frames of the screen at the chosen speed.

import type { App, Clock } from "../app/app";
import { fastest, nearestSpeed, slowest } from "./speeds";

const longestFrame = 0.5; // seconds; a longer frame means that the browser paused

export type ClockApp = Pick<App, "tracks" | "state">;

export interface Frames {
  request(run: (milliseconds: number) => void): number;
  cancel(handle: number): void;
}
const screenFrames: Frames = {
  request: (run) => requestAnimationFrame(run),
  cancel: (handle) => cancelAnimationFrame(handle),
};

export function makeClock({ tracks, state }: ClockApp, frames: Frames = screenFrames): Clock {
  const results = tracks.flatMap(({ rows }) => (rows && rows.rows > 0 ? [rows] : []));
  const hasTime = results.length > 0;
  const first = hasTime ? Math.min(...results.map((rows) => rows.first)) : 0;
  const last = hasTime ? Math.max(...results.map((rows) => rows.last)) : 0;
  const clamped = (time: number) => Math.min(last, Math.max(first, time));
  let frame = 0; // handle; 0: none
  let before = NaN; // milliseconds of the previous frame

  function run(now: number): void {
    frame = 0;
    const { playing, time, speed, loop } = state.get();
    if (!playing) return;
    const passed = Number.isNaN(before) ? 0 : (now - before) / 1000;
    before = now;
    const reached = time + (passed <= longestFrame ? passed : 0) * speed;
    if (reached < last) state.set({ time: reached });
    else if (loop && last > first) state.set({ time: first + ((reached - first) % (last - first)) });
    else state.set({ time: last, playing: false });
    if (state.get().playing && frame === 0) frame = frames.request(run);
  }

  function follow(): void {
    const { playing } = state.get();
    if (playing && frame === 0) {
      before = NaN;
      frame = frames.request(run);
    } else if (!playing && frame !== 0) {
      frames.cancel(frame);
      frame = 0;
    }
  }

  // The next record in that direction with a different time, from the first result that has one.
  function stepped(records: number): number {
    const { time } = state.get();
    const direction = Math.sign(records);
    const rows = results.find((some) => (direction > 0 ? time < some.last : time > some.first));
    if (!rows) return time;
    if (time < rows.first) return rows.first;
    const onRow = rows.rowAt(time + 1e-9);
    const isOn = Math.abs(rows.timeOf(onRow) - time) <= 1e-9;
    let row = onRow + records + (records < 0 && !isOn ? 1 : 0);
    while (row > 0 && row < rows.rows - 1 && (rows.timeOf(row) - time) * direction <= 1e-9) row += direction;
    return rows.timeOf(Math.min(rows.rows - 1, Math.max(0, row)));
  }

  const clock: Clock = {
    hasTime,
    first,
    last,
    toggle() {
      if (!hasTime) return;
      const { playing, time } = state.get();
      if (playing) state.set({ playing: false });
      else state.set({ playing: true, pose: null, time: time >= last ? first : time });
    },
    pause() {
      state.set({ playing: false });
    },
    seek(time) {
      if (hasTime && !Number.isNaN(time)) state.set({ time: clamped(time), pose: null });
    },
    step(records) {
      if (!hasTime || records === 0) return;
      state.set({ playing: false, pose: null, time: clamped(stepped(records)) });
    },
    faster() {
      state.set({ speed: Math.min(fastest, 2 * nearestSpeed(state.get().speed)) });
    },
    slower() {
      state.set({ speed: Math.max(slowest, nearestSpeed(state.get().speed) / 2) });
    },
  };

  if (hasTime) {
    state.set({ time: clamped(state.get().time) });
    state.on(["playing"], follow);
    follow();
  } else {
    state.set({ playing: false });
  }
  return clock;
}
