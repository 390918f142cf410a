// The time slider, with a mark for each event.

import type { App, Clock } from "../app/app";
import { h } from "../shell/dom";
import { eventsOf, grouped, textOf, type TimedEvent } from "./event_groups";

const fast = 10; // records per step with Shift
const markShare = 0.008; // fraction of the length; closer marks are merged

export interface Scrubber {
  element: HTMLElement;
  show(time: number, playing: boolean): void;
}

export function makeScrubber(app: App, clock: Clock): Scrubber {
  const length = clock.last - clock.first;
  const shareOf = (time: number) => (length > 0 ? (time - clock.first) / length : 0);
  const slider = h("input", {
    type: "range",
    class: "scrubber-slider",
    "aria-label": "Time",
    min: clock.first,
    max: clock.last,
    step: "any",
    value: clock.first,
  });
  slider.addEventListener("input", () => clock.seek(Number(slider.value)));
  slider.addEventListener("keydown", (event) => {
    const target = keyTarget(event, clock);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target();
  });
  pauseWhileDragged(slider, app);

  const hint = h("div", { class: "scrubber-hint", hidden: true, "aria-hidden": "true" });
  const events = eventsOf(app.tracks);
  const marks = grouped(events, markShare * length).map((group) => mark(group));

  function mark(group: TimedEvent[]): HTMLElement {
    const share = shareOf(group[0].time);
    const text = textOf(group, (track) => (track > 0 ? ` (${app.tracks[track].data.name})` : ""));
    const isGhost = group.every((event) => event.track > 0);
    const show = (): void => {
      hint.textContent = text;
      hint.style.setProperty("--share", String(share));
      hint.hidden = false;
    };
    // Hidden from screen readers and the keyboard: the list of events has the same entries.
    return h("span", {
      class: isGhost ? "scrubber-mark is-ghost" : "scrubber-mark",
      style: `--share: ${share}`,
      "aria-hidden": "true",
      onpointerenter: show,
      onpointerleave: () => (hint.hidden = true),
      onclick: () => clock.seek(group[0].time),
    });
  }

  let spoken = NaN;
  return {
    element: h("div", { class: "scrubber" }, slider, ...marks, hint),
    show(time, playing) {
      slider.value = String(time);
      slider.style.setProperty("--share", String(shareOf(time)));
      if (playing && Math.abs(time - spoken) < 1) return; // otherwise a screen reader would never finish
      spoken = time;
      slider.setAttribute("aria-valuetext", `${time.toFixed(3)} of ${clock.last.toFixed(3)} seconds`);
    },
  };
}

function keyTarget(event: KeyboardEvent, clock: Clock): (() => void) | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const records = event.shiftKey ? fast : 1;
  const tenth = (clock.last - clock.first) / 10;
  const now = Number((event.target as HTMLInputElement).value);
  switch (event.key) {
    case "ArrowLeft":
    case "ArrowDown":
      return () => clock.step(-records);
    case "ArrowRight":
    case "ArrowUp":
      return () => clock.step(records);
    case "PageUp":
      return () => clock.seek(now + tenth);
    case "PageDown":
      return () => clock.seek(now - tenth);
    case "Home":
      return () => clock.seek(clock.first);
    case "End":
      return () => clock.seek(clock.last);
    default:
      return null;
  }
}

// Playback pauses while the user drags the cursor.
export function pauseWhileDragged(element: HTMLElement, { state }: Pick<App, "state">): void {
  element.addEventListener("pointerdown", () => {
    if (!state.get().playing) return;
    state.set({ playing: false });
    const goOn = (): void => {
      window.removeEventListener("pointerup", goOn);
      window.removeEventListener("pointercancel", goOn);
      state.set({ playing: true });
    };
    window.addEventListener("pointerup", goOn);
    window.addEventListener("pointercancel", goOn);
  });
}
