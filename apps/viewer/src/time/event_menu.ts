// The list of events; selecting one moves the cursor to its time.

import type { App, Clock } from "../app/app";
import { h } from "../shell/dom";
import { eventsOf, line } from "./event_groups";
import { timeIcon } from "./icons";

const mostListed = 500;

// Null if there are no events.
export function makeEventMenu(app: App, clock: Clock): HTMLElement | null {
  const events = eventsOf(app.tracks);
  if (events.length === 0) return null;
  const label = events.length === 1 ? "1 event" : `${events.length} events`;
  const button = h(
    "button",
    { type: "button", class: "plain square", "aria-label": label, title: label, "aria-expanded": "false" },
    timeIcon("event"),
  );
  const items = events
    .slice(0, mostListed)
    .map(({ time, name, note, track }) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", onclick: () => clock.seek(time) },
          h("span", { class: "event-time" }, `${time.toFixed(3)} s`),
          h("span", {}, line(name, note) + (track > 0 ? ` (${app.tracks[track].data.name})` : "")),
        ),
      ),
    );
  const rest = events.length - items.length;
  const list = h(
    "div",
    { class: "event-list", hidden: true },
    h(
      "div",
      { class: "event-scroll" },
      h("ol", { "aria-label": "Events" }, ...items),
      rest > 0 && h("p", {}, `and ${rest} more`),
    ),
  );
  const menu = h("div", { class: "event-menu" }, button, list);

  function open(isOpen: boolean): void {
    list.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  }
  button.addEventListener("click", () => open(list.hidden === true));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    event.stopPropagation();
    open(false);
    button.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!list.hidden && !menu.contains(event.target as Node)) open(false);
  });
  return menu;
}
