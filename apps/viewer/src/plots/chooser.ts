// The list for choosing curves: groups of check boxes and a search field.

import { h } from "../shell/dom";
import { formatUnit } from "../shell/format";
import { groupsOf, matches, type Quantity } from "./catalogue";

const mostListed = 400;

export interface Chooser {
  element: HTMLElement;
  show(chosen: readonly string[]): void;
}

export interface ChooserActions {
  add(quantities: readonly Quantity[]): void;
  remove(quantities: readonly Quantity[]): void;
}

export function makeChooser(catalogue: readonly Quantity[], actions: ChooserActions): Chooser {
  let chosen = new Set<string>();
  const opened = new Set<string>();
  const search = h("input", {
    type: "search",
    placeholder: "Search quantities",
    "aria-label": "Search quantities",
    autocomplete: "off",
  });
  const list = h("div", { class: "chooser-list" });
  search.addEventListener("input", () => fill());

  function fill(): void {
    const wanted = search.value.trim();
    const found = catalogue.filter((quantity) => matches(quantity, wanted));
    const elements: Node[] = [];
    let room = mostListed;
    for (const [title, quantities] of groupsOf(found)) {
      elements.push(group(title, quantities, wanted !== "", room));
      room -= quantities.length;
    }
    const { scrollTop } = list;
    list.replaceChildren(...elements);
    list.scrollTop = scrollTop;
    if (found.length === 0) list.append(h("p", { class: "muted" }, "No recorded quantity matches."));
  }

  function group(title: string, quantities: Quantity[], isFound: boolean, room: number): HTMLElement {
    const ticked = quantities.filter(({ key }) => chosen.has(key)).length;
    const count = ticked > 0 ? `${ticked} of ${quantities.length}` : String(quantities.length);
    const body = h("div", { class: "chooser-boxes" });
    const details = h(
      "details",
      { class: "chooser-group", open: isFound || opened.has(title) },
      h("summary", {}, title, h("span", { class: "muted" }, ` ${count}`)),
      body,
    );
    const build = (): void => {
      const isAll = ticked === quantities.length;
      const all = h(
        "button",
        {
          type: "button",
          class: "plain small",
          "aria-label": `${isAll ? "None" : "All"} of ${title}`,
          onclick: () => (isAll ? actions.remove(quantities) : actions.add(quantities)),
        },
        isAll ? "None" : "All",
      );
      const listed = quantities.slice(0, Math.max(20, room));
      const rest = quantities.length - listed.length;
      body.replaceChildren(
        ...listed.map(box),
        rest > 0 ? h("p", { class: "muted" }, `and ${rest} more; use the search to find them`) : all,
      );
    };
    if (details.open) build();
    details.addEventListener("toggle", () => {
      if (!isFound && details.open) opened.add(title);
      if (!isFound && !details.open) opened.delete(title);
      if (details.open && body.childElementCount === 0) build();
    });
    return details;
  }

  function box(quantity: Quantity): HTMLElement {
    const tick = h("input", { type: "checkbox", checked: chosen.has(quantity.key) });
    tick.dataset.key = quantity.key;
    tick.addEventListener("change", () => {
      if (tick.checked) actions.add([quantity]);
      else actions.remove([quantity]);
    });
    return h(
      "label",
      { class: "chooser-box" },
      tick,
      h("span", {}, quantity.name),
      h("span", { class: "unit" }, formatUnit(quantity.unit)),
    );
  }

  return {
    element: h("div", { class: "chooser" }, search, list),
    show(keys) {
      chosen = new Set(keys);
      const focused = (document.activeElement as HTMLElement | null)?.dataset.key;
      fill();
      if (focused === undefined) return;
      for (const tick of list.querySelectorAll<HTMLElement>("input")) {
        if (tick.dataset.key === focused) tick.focus();
      }
    },
  };
}
