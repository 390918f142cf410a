import type { App, Clock } from "../app/app";

export function makeClock(_app: App): Clock {
  return {
    hasTime: false,
    first: 0,
    last: 0,
    toggle() {},
    pause() {},
    seek() {},
    step() {},
    faster() {},
    slower() {},
  };
}
