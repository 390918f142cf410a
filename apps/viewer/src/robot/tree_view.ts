// The tree of bodies on the page. The arrow keys move the selection.

import type { App } from "../app/app";
import { h } from "../shell/dom";
import { formatNumber } from "../shell/format";
import { icon } from "../shell/icons";
import { VirtualList } from "../shell/virtual_list";
import { treeMove, treeRows, type TreeRow } from "./tree";

const rowHeight = 26;
const deepestIndent = 10; // levels; keeps the names of a long chain visible

export interface TreeView {
  element: HTMLElement;
  search(text: string): void;
}

export function makeTreeView(app: App): TreeView {
  const { bodies } = app.document.tracks[0].robot;
  const closed = new Set<number>();
  let text = "";
  let rows: TreeRow[] = [];

  const list = new VirtualList(rowHeight, (index) => makeRow(rows[index]), {
    role: "tree",
    tabindex: 0,
    class: "body-tree",
    "aria-label": "Bodies and joints",
    onkeydown: onKey,
  });
  const nothing = h("p", { class: "muted", role: "status" });

  function makeRow(row: TreeRow): HTMLElement {
    const { name, joint, mass } = bodies[row.body];
    const indent = Math.min(row.level - 1, deepestIndent) * 14;
    const twisty = h("span", { class: "twisty" }, row.hasChildren && icon("chevron"));
    twisty.onclick = (event) => {
      event.stopPropagation();
      if (row.hasChildren) toggle(row);
    };
    return h(
      "div",
      {
        role: "treeitem",
        id: `tree-${row.body}`,
        class: row.found ? "tree-row" : "tree-row ancestor",
        "aria-level": row.level,
        "aria-posinset": row.position,
        "aria-setsize": row.siblings,
        "aria-expanded": row.hasChildren ? String(row.open) : null,
        "aria-selected": String(app.state.get().selected === row.body),
        title: `${name}: ${joint.name}, ${joint.kind}`,
        style: `padding-left: ${indent}px`,
        onclick: () => app.state.set({ selected: row.body }),
      },
      twisty,
      h("span", { class: "tree-name" }, name),
      h("span", { class: "tree-joint" }, joint.kind === "fixed" ? "fixed" : `${joint.kind} ${joint.name}`),
      h("span", { class: "tree-mass number" }, mass > 0 ? `${formatNumber(mass, 3)} kg` : ""),
    );
  }

  function toggle(row: TreeRow): void {
    if (row.open) closed.add(row.body);
    else closed.delete(row.body);
    draw();
  }

  function draw(): void {
    rows = treeRows(bodies, closed, text);
    nothing.textContent = rows.length === 0 ? "No body or joint matches." : "";
    list.element.hidden = rows.length === 0;
    list.reset(rows.length);
    markSelected();
  }

  function rowOf(body: number): number {
    return rows.findIndex((row) => row.body === body);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const move = treeMove(rows, rowOf(app.state.get().selected), event.key);
    if (!move) return;
    event.preventDefault();
    if ("select" in move) app.state.set({ selected: move.select });
    else if ("open" in move) toggle(rows[rowOf(move.open)]);
    else toggle(rows[rowOf(move.close)]);
  }

  // Scrolls to a body that is selected in the 3D view.
  function markSelected(): void {
    const { selected } = app.state.get();
    const row = rowOf(selected);
    if (row >= 0) list.show(row);
    list.forEach((element, index) =>
      element.setAttribute("aria-selected", String(rows[index]?.body === selected)),
    );
    if (row >= 0) list.element.setAttribute("aria-activedescendant", `tree-${selected}`);
    else list.element.removeAttribute("aria-activedescendant");
  }

  function openTo(body: number): void {
    let hidden = false;
    for (let i = bodies[body]?.parent ?? -1; i >= 0; i = bodies[i].parent)
      hidden = closed.delete(i) || hidden;
    if (hidden) draw();
  }

  app.state.on(["selected"], () => {
    openTo(app.state.get().selected);
    markSelected();
  });
  draw();
  return {
    element: h("div", {}, list.element, nothing),
    search(wanted) {
      text = wanted;
      draw();
    },
  };
}
