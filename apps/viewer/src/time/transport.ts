// The playback controls: play, step, speed, repeat, and the time as a number.

import type { App, Clock } from "../app/app";
import { h } from "../shell/dom";
import { timeIcon } from "./icons";
import { nearestSpeed, speeds, speedText } from "./speeds";

export interface Transport {
  buttons: HTMLElement;
  readout: HTMLElement;
  speed: HTMLElement;
  loop: HTMLElement;
  showTime(time: number): void;
  showState(): void;
}

export function makeTransport({ state }: App, clock: Clock): Transport {
  const play = h("button", { type: "button", class: "square time-play", onclick: () => clock.toggle() });
  const back = iconButton("back", "Previous record", () => clock.step(-1));
  const forward = iconButton("forward", "Next record", () => clock.step(1));
  back.classList.add("time-step");
  forward.classList.add("time-step");

  const digits = clock.last.toFixed(3).length;
  const time = h("input", {
    type: "text",
    class: "time-input",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": "Time in seconds",
    style: `width: calc(${Math.max(5, digits)}ch + 10px)`,
  });
  const shown = () => state.get().time.toFixed(3);
  time.addEventListener("change", () => {
    clock.seek(time.value.trim() === "" ? NaN : Number(time.value.replace(",", ".")));
    time.value = shown();
  });
  time.addEventListener("keydown", (event) => {
    if (event.key === "Escape") time.value = shown();
    if (event.key === "Enter" || event.key === "Escape") time.blur();
    event.stopPropagation();
  });

  const speed = h(
    "select",
    { class: "time-speed", "aria-label": "Speed" },
    ...speeds().map((factor) => h("option", { value: String(factor) }, speedText(factor))),
  );
  speed.addEventListener("change", () => state.set({ speed: Number(speed.value) }));
  const loop = iconButton("loop", "Repeat", () => state.set({ loop: !state.get().loop }));

  return {
    buttons: h("div", { class: "time-transport" }, back, play, forward),
    readout: h("div", { class: "time-readout" }, time, h("span", {}, ` / ${clock.last.toFixed(3)} s`)),
    speed,
    loop,
    showTime(now) {
      if (document.activeElement !== time) time.value = now.toFixed(3);
    },
    showState() {
      const { playing, loop: loops, speed: factor } = state.get();
      play.replaceChildren(timeIcon(playing ? "pause" : "play"));
      play.setAttribute("aria-label", playing ? "Pause" : "Play");
      play.title = playing ? "Pause" : "Play";
      loop.setAttribute("aria-pressed", String(loops));
      speed.value = String(nearestSpeed(factor));
    },
  };
}

export function iconButton(name: Parameters<typeof timeIcon>[0], label: string, act: () => void) {
  const properties = {
    type: "button",
    class: "plain square",
    "aria-label": label,
    title: label,
    onclick: act,
  };
  return h("button", properties, timeIcon(name));
}
