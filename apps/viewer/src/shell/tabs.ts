// The tabs of the dock. Arrow keys, Home and End select a tab, which is shown at once.

import { h } from "./dom";

export interface Tab<Id extends string> {
  id: Id;
  title: string;
  element: HTMLElement;
}

export interface Tabs<Id extends string> {
  list: HTMLElement;
  panels: HTMLElement;
  show(id: Id | null): void;
}

// The tab that a key selects; null: the key does nothing here.
export function tabAfterKey(key: string, index: number, count: number): number | null {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

export function makeTabs<Id extends string>(tabs: readonly Tab<Id>[], choose: (id: Id) => void): Tabs<Id> {
  const buttons = tabs.map((tab, index) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${tab.id}`,
        "aria-controls": `panel-${tab.id}`,
        class: "tab",
        onclick: () => choose(tab.id),
        onkeydown: (event: KeyboardEvent) => walk(event, index),
      },
      tab.title,
    ),
  );
  const panels = tabs.map((tab) =>
    h(
      "div",
      {
        role: "tabpanel",
        id: `panel-${tab.id}`,
        "aria-labelledby": `tab-${tab.id}`,
        tabindex: 0,
        class: "panel",
      },
      tab.element,
    ),
  );

  function walk(event: KeyboardEvent, index: number): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = tabAfterKey(event.key, index, tabs.length);
    if (next === null) return;
    event.preventDefault();
    choose(tabs[next].id);
    buttons[next].focus();
  }

  return {
    list: h("div", { role: "tablist", "aria-label": "Panels", class: "tabs" }, ...buttons),
    panels: h("div", { class: "panels" }, ...panels),
    show(id) {
      tabs.forEach((tab, index) => {
        const chosen = tab.id === id;
        buttons[index].setAttribute("aria-selected", String(chosen));
        buttons[index].tabIndex = chosen || (id === null && index === 0) ? 0 : -1;
        panels[index].hidden = !chosen;
      });
    },
  };
}
