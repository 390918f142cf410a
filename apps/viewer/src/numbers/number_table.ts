// A table of changing numbers. Only visible rows have elements, and a refresh writes only the texts that changed.

import { h } from "../shell/dom";
import { formatNumber, formatUnit } from "../shell/format";
import { rowsInSight } from "../shell/virtual_list";

const rowHeight = 24;

export interface Column {
  head: string;
  meaning: string; // shown on hovering
  per: string; // appended to the row's unit: "/s"
  value(row: number): number;
}

export interface NumberTable {
  element: HTMLElement;
  refresh(): void;
  choose(rows: readonly number[]): void; // which rows are shown
}

export interface NamedRow {
  name: string;
  unit: string;
}

// A unit shared by all rows is shown in the column heads; null: not shared, the units have a column of their own.
export function sharedUnit(rows: readonly NamedRow[]): string | null {
  const first = rows[0]?.unit ?? "";
  return rows.every(({ unit }) => unit === first) ? first : null;
}

// "rad" with "/s^2" gives "rad/s²"; without a unit "/s" gives "1/s".
export function headUnit(shared: string | null, per: string): string {
  const unit = formatUnit(shared ?? "1");
  return per === "" ? unit : `${unit || "1"}${formatUnit(per)}`;
}

export function makeNumberTable(
  title: string,
  corner: string,
  all: readonly NamedRow[],
  columns: readonly Column[],
): NumberTable {
  const shared = sharedUnit(all);
  let rows: readonly number[] = all.map((_, i) => i);
  let first = 0;
  let cells: { text: Text; row: number; column: number }[] = [];
  const above = h("tr", { "aria-hidden": "true" });
  const below = h("tr", { "aria-hidden": "true" });
  const body = h("tbody", {});
  const heads = columns.map(({ head, meaning, per }) =>
    h(
      "th",
      { scope: "col", class: "number", title: meaning },
      head,
      h("span", { class: "unit" }, headUnit(shared, per)),
    ),
  );
  const unitHead = shared === null ? h("th", { scope: "col" }, "Unit") : null;
  const table = h(
    "table",
    { class: "number-table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, corner), unitHead, ...heads)),
    body,
  );
  const element = h(
    "div",
    { class: "number-scroll", tabindex: 0, role: "group", "aria-label": title, onscroll: () => place() },
    table,
  );
  new ResizeObserver(() => place()).observe(element);

  function makeRow(row: number): HTMLElement {
    const values = columns.map((_, column) => {
      const text = document.createTextNode("");
      cells.push({ text, row, column });
      return h("td", { class: "number" }, text);
    });
    const { name, unit } = all[row];
    return h(
      "tr",
      {},
      h("th", { scope: "row", title: name }, name),
      shared === null && h("td", { class: "unit" }, formatUnit(unit)),
      ...values,
    );
  }

  function place(force = false): void {
    const sight = rowsInSight(element.scrollTop, element.clientHeight, rowHeight, rows.length);
    const shown = rows.slice(sight.first, sight.end);
    if (!force && sight.first === first && shown.length === body.childElementCount - 2) return;
    first = sight.first;
    cells = [];
    above.style.height = `${sight.first * rowHeight}px`;
    below.style.height = `${(rows.length - sight.end) * rowHeight}px`;
    body.replaceChildren(above, ...shown.map(makeRow), below);
    refresh();
  }

  function refresh(): void {
    for (const { text, row, column } of cells) {
      const wanted = formatNumber(columns[column].value(row));
      if (text.data !== wanted) text.data = wanted;
    }
  }

  return {
    element,
    refresh,
    choose(wanted) {
      rows = wanted;
      place(true);
    },
  };
}
