// The controls of the steps: first, back, play, forward, last; a slider over all steps; buttons that jump to a sweep.

import { h, svg } from "../shell/dom";
import { sectionOf, type Plan, type Section } from "./steps";

export interface TransportActions {
  go(step: number): void;
  toggle(): void; // play or pause
}

export interface Transport {
  element: HTMLElement;
  show(step: number, playing: boolean, title: string): void;
}

const marks = {
  first: "M4 3v10M13 3L6 8l7 5z",
  back: "M11 3L4 8l7 5z",
  play: "M5 3l8 5-8 5z",
  pause: "M5 3v10M11 3v10",
  on: "M5 3l7 5-7 5z",
  last: "M12 3v10M3 3l7 5-7 5z",
};

function mark(name: keyof typeof marks): SVGElement {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    svg("path", { d: marks[name] }),
  );
}

export function makeTransport(plan: Plan, actions: TransportActions): Transport {
  const last = plan.steps.length - 1;
  let step = -1;
  const button = (name: keyof typeof marks, label: string, act: () => void): HTMLButtonElement =>
    h(
      "button",
      { type: "button", class: "square", "aria-label": label, title: label, onclick: act },
      mark(name),
    );
  const first = button("first", "First step", () => actions.go(0));
  const back = button("back", "Previous step", () => actions.go(Math.max(0, step - 1)));
  const play = button("play", "Play the sweeps", () => actions.toggle());
  const on = button("on", "Next step", () => actions.go(Math.min(last, step + 1)));
  const end = button("last", "Last step", () => actions.go(last));
  const slider = h("input", {
    type: "range",
    min: 0,
    max: Math.max(0, last),
    step: 1,
    "aria-label": "Step of the recursion",
    oninput: () => actions.go(Number(slider.value)),
  });
  const sections = plan.sections.map((section) => sectionButton(section, () => actions.go(section.from)));
  const status = h("p", { class: "step-status muted", role: "status" });
  let shownPlaying: boolean | null = null;

  return {
    element: h(
      "div",
      { class: "step-transport" },
      h("div", { class: "sweeps", role: "group", "aria-label": "Sweeps" }, ...sections),
      h("div", { class: "step-buttons" }, first, back, play, on, end, slider),
      status,
    ),
    show(at, playing, title) {
      step = at;
      slider.value = String(Math.max(0, at));
      slider.setAttribute("aria-valuetext", title);
      first.disabled = back.disabled = at <= 0;
      on.disabled = end.disabled = at >= last;
      if (playing !== shownPlaying) {
        shownPlaying = playing;
        play.replaceChildren(mark(playing ? "pause" : "play"));
        play.setAttribute("aria-label", playing ? "Pause the sweeps" : "Play the sweeps");
        play.title = playing ? "Pause the sweeps" : "Play the sweeps";
      }
      const section = sectionOf(plan, at);
      plan.sections.forEach((one, i) => sections[i].setAttribute("aria-pressed", String(one === section)));
      const text = at < 0 ? "Not started" : `Step ${at + 1} of ${last + 1}: ${title}`;
      status.setAttribute("aria-live", playing ? "off" : "polite"); // too fast to be read aloud
      if (status.textContent !== text) status.textContent = text;
    },
  };
}

function sectionButton(section: Section, go: () => void): HTMLButtonElement {
  const arrow = { outward: " →", inward: "← ", across: "" }[section.direction];
  const name = section.stage > 0 ? `${section.stage} ${section.title}` : section.title;
  const text = section.direction === "inward" ? arrow + name : name + arrow;
  const about = {
    outward: "outward, from the base to the tips",
    inward: "inward, from the tips to the base",
    across: "couples arms or loops",
  }[section.direction];
  const stage = section.stage > 0 ? `stage ${section.stage} of R88, ` : "";
  return h(
    "button",
    { type: "button", class: section.direction, title: `${section.title}: ${stage}${about}`, onclick: go },
    text,
  );
}
