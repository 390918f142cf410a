// The sliders of the pose: each with its limits, a number field, and its value in degrees.

import type { App } from "../app/app";
import { h } from "../shell/dom";
import { formatDegrees, formatNumber, formatUnit } from "../shell/format";
import { icon, type IconName } from "../shell/icons";
import { VirtualList } from "../shell/virtual_list";
import { isBeyondLimits, onSlider, type Handle } from "./handles";
import { Posing } from "./posing";

const rowHeight = 54;
const refusal = "the loops cannot close there";

interface Row {
  slider: HTMLInputElement;
  field: HTMLInputElement;
  note: HTMLElement;
  degrees: HTMLElement;
}

export interface PoseView {
  element: HTMLElement;
  refresh(): void;
  search(text: string): void;
}

export function makePoseView(app: App): PoseView {
  const posing = new Posing(app, app.view.extent);
  const { bodies } = app.document.tracks[0].robot;
  const isResult = app.tracks[0].rows !== null;
  let shown: readonly Handle[] = posing.handles;
  let waiting: (() => void) | null = null;
  const parts = new WeakMap<HTMLElement, Row>();
  const list = new VirtualList(rowHeight, (index) => makeRow(shown[index]), {
    class: "sliders",
    role: "group",
    "aria-label": "Positions of the joints",
  });

  // A drag sends more events than the screen draws frames.
  function move(handle: Handle, value: number): void {
    if (waiting === null) {
      requestAnimationFrame(() => {
        waiting?.();
        waiting = null;
        refresh();
      });
    }
    waiting = () => posing.move(handle, value);
  }

  function makeRow(handle: Handle): HTMLElement {
    const slider = h("input", {
      type: "range",
      min: handle.least,
      max: handle.most,
      step: "any",
      "aria-label": handle.name,
      oninput: () => move(handle, slider.valueAsNumber),
    });
    const field = h("input", {
      type: "number",
      step: "any",
      class: "number",
      "aria-label": `${handle.name}, in ${handle.unit}`,
      onchange: () => move(handle, field.valueAsNumber),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Enter") move(handle, field.valueAsNumber);
      },
    });
    const note = h("span", { class: "slider-note number" });
    const degrees = h("span", { class: "slider-degrees number" });
    const row = h(
      "div",
      { class: "slider-row" },
      h(
        "div",
        { class: "slider-head" },
        h("span", { class: "ellipsis", title: handle.name }, handle.name),
        note,
        handle.unit === "rad" && degrees,
      ),
      slider,
      field,
      h("span", { class: "unit" }, formatUnit(handle.unit)),
    );
    parts.set(row, { slider, field, note, degrees });
    fill(row, handle);
    return row;
  }

  function fill(row: HTMLElement, handle: Handle): void {
    const { slider, field, note, degrees } = parts.get(row)!;
    const value = handle.read(posing.q);
    const isRefused = posing.refused === handle;
    const inDegrees = handle.unit === "rad" ? formatDegrees(value) : "";
    const limits = handle.limited
      ? `${formatNumber(handle.least, 3)} … ${formatNumber(handle.most, 3)}`
      : "no limits";
    slider.value = String(onSlider(handle, value));
    slider.setAttribute("aria-valuetext", `${formatNumber(value)} ${handle.unit} ${inDegrees}`);
    slider.setAttribute("aria-invalid", String(isRefused));
    if (document.activeElement !== field) field.value = String(Number(value.toFixed(5)));
    note.textContent = isRefused ? refusal : limits;
    degrees.textContent = inDegrees;
    row.classList.toggle("refused", isRefused);
    row.classList.toggle("beyond", isBeyondLimits(handle, value));
    row.classList.toggle("of-selected", handle.body === app.state.get().selected);
  }

  function refresh(): void {
    list.forEach((row, index) => fill(row, shown[index]));
  }

  function button(name: IconName, label: string, act: () => boolean | void): HTMLButtonElement {
    const onclick = () => {
      if (act() === false) app.notices.say("No pose was found in which all loops close.", "warning");
      refresh();
    };
    return h("button", { type: "button", onclick }, icon(name), label);
  }

  app.state.on(["selected"], () => {
    const row = shown.findIndex(({ body }) => body === app.state.get().selected);
    if (row >= 0) list.show(row);
    refresh();
  });
  list.reset(shown.length);
  return {
    element: h(
      "section",
      { class: "panel-section", "aria-label": "Pose" },
      h(
        "div",
        { class: "panel-head" },
        h("h2", {}, "Pose"),
        h(
          "div",
          { class: "panel-buttons" },
          button("reset", isResult ? "Recording" : "Start", () => posing.reset()),
          button("zero", "Neutral", () => posing.neutral()),
          button("dice", "Random", () => posing.random()),
        ),
      ),
      posing.handles.length === 0
        ? h("p", { class: "muted" }, "This robot has no moving joints.")
        : list.element,
    ),
    refresh,
    search(text) {
      const words = text.toLowerCase().split(/\s+/);
      shown = posing.handles.filter(({ name, body }) => {
        const whole = `${name} ${bodies[body].name} ${bodies[body].joint.kind}`.toLowerCase();
        return words.every((word) => whole.includes(word));
      });
      list.reset(shown.length);
    },
  };
}
