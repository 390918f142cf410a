import type { App, Clock } from "../app/app";
import { h } from "../shell/dom";

export function makeTimeline(_app: App, _clock: Clock): HTMLElement {
  return h("div", {});
}
