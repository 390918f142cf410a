import type { App, Clock, Panel } from "../app/app";
import { h } from "./dom";

export function makeShell(app: App, _clock: Clock, panels: Panel[], timeline: HTMLElement): HTMLElement {
  return h("div", {}, app.view.element, timeline, ...panels.map((panel) => panel.element));
}
