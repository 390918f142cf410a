// Switches for the parts of the robot that are drawn.

import type { App } from "../app/app";
import type { Shown } from "../app/state";
import { h } from "../shell/dom";

const switches: readonly (readonly [keyof Shown, string])[] = [
  ["visuals", "Shapes"],
  ["collisions", "Collision shapes"],
  ["skeleton", "Skeleton"],
  ["frames", "Frames"],
  ["massCentres", "Centres of mass"],
  ["ellipsoids", "Inertia ellipsoids"],
  ["grid", "Ground grid"],
];

function check(label: string, onchange: (on: boolean) => void): { line: HTMLElement; box: HTMLInputElement } {
  const box = h("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  return { line: h("label", { class: "switch" }, box, label), box };
}

export function makeDisplay(app: App): HTMLElement {
  const { state } = app;
  const lines = switches.map(([key, label]) => {
    const { line, box } = check(label, (on) => state.set({ shown: { ...state.get().shown, [key]: on } }));
    const show = () => (box.checked = state.get().shown[key]);
    state.on(["shown"], show);
    show();
    return line;
  });
  if (app.tracks.length > 1) {
    const { line, box } = check("Second result as ghost", (ghost) => state.set({ ghost }));
    line.title = app.tracks[1].data.name;
    const show = () => (box.checked = state.get().ghost);
    state.on(["ghost"], show);
    show();
    lines.push(line);
  }

  const percent = h("output", { class: "number" });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 100,
    step: 5,
    oninput: () => state.set({ opacity: slider.valueAsNumber / 100 }),
  });
  const showOpacity = () => {
    const whole = Math.round(state.get().opacity * 100);
    slider.value = String(whole);
    percent.textContent = `${whole} %`;
  };
  state.on(["opacity"], showOpacity);
  showOpacity();

  return h(
    "section",
    { class: "panel-section", "aria-label": "Display" },
    h("div", { class: "panel-head" }, h("h2", {}, "Display")),
    h("div", { class: "switches" }, ...lines),
    h("label", { class: "opacity-line" }, "Opacity", slider, percent),
  );
}
