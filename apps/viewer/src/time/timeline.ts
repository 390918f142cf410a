// The bar below the picture: buttons, time slider, events, and strips that can be hidden.

import type { App, Clock } from "../app/app";
import { h } from "../shell/dom";
import { makeEventMenu } from "./event_menu";
import { makeScrubber } from "./scrubber";
import { makeStrips } from "./strips";
import "./strips.css";
import "./timeline.css";
import { iconButton, makeTransport } from "./transport";

export function makeTimeline(app: App, clock: Clock): HTMLElement {
  if (!clock.hasTime) return h("div", { hidden: true });
  const transport = makeTransport(app, clock);
  const scrubber = makeScrubber(app, clock);
  const strips = makeStrips(app, clock);
  const fold = iconButton("strips", "Energy and constraint error", () => setFolded(!isFolded));
  fold.classList.add("time-fold");
  const timeline = h(
    "section",
    { class: "timeline", "aria-label": "Time" },
    h(
      "div",
      { class: "timeline-grid" },
      transport.buttons,
      scrubber.element,
      transport.readout,
      h("div", { class: "time-tools" }, transport.speed, transport.loop, makeEventMenu(app, clock)),
      fold,
      ...strips.elements,
    ),
  );

  let isFolded = matchMedia("(max-width: 720px)").matches;
  function setFolded(folded: boolean): void {
    isFolded = folded;
    timeline.classList.toggle("is-folded", folded);
    fold.setAttribute("aria-expanded", String(!folded));
    if (!folded) strips.show();
  }

  function showTime(): void {
    const { time, playing } = app.state.get();
    scrubber.show(time, playing);
    transport.showTime(time);
    if (!isFolded) strips.show();
  }

  setFolded(isFolded);
  showTime();
  transport.showState();
  app.snapshots.on(showTime);
  app.state.on(["playing", "speed", "loop"], () => transport.showState());
  for (const { rows } of app.tracks) rows?.onArrival(() => !isFolded && strips.show());
  return timeline;
}
