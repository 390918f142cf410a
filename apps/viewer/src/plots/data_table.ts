// Shows numbers as a table that can be copied.

import { copyText } from "../shell/clipboard";
import { h } from "../shell/dom";
import { formatNumber } from "../shell/format";
import { csv, type Table, type TableRow } from "./csv";
import "./data_table.css";

export { csv, type Table, type TableRow } from "./csv";

export function dataTable(table: Table): HTMLElement {
  const digits = table.digits ?? 5;
  const hasHeads = table.rows.some((row) => row.head !== undefined);
  const heads = [...(hasHeads ? [table.corner ?? ""] : []), ...table.columns];
  const body = table.rows.map((row) =>
    h(
      "tr",
      {},
      hasHeads && h("th", { scope: "row" }, headText(row)),
      ...Array.from(row.numbers, (value) => h("td", {}, formatNumber(value, digits))),
    ),
  );
  const status = h("span", { class: "data-table-status", role: "status" });
  const button = h("button", { type: "button", onclick: () => void copy(csv(table), status) }, "Copy as CSV");
  return h(
    "div",
    { class: "data-table" },
    h(
      "div",
      { class: "data-table-scroll", tabindex: "0", role: "region", "aria-label": table.caption },
      h(
        "table",
        {},
        h("caption", {}, table.caption),
        h("thead", {}, h("tr", {}, ...heads.map(columnHead))),
        h("tbody", {}, ...body),
      ),
    ),
    h("div", { class: "data-table-tools" }, button, status),
  );
}

function headText({ head }: TableRow): string {
  return typeof head === "number" ? head.toFixed(4) : (head ?? "");
}

// An empty head is a plain cell: screen readers would announce it as a head without a name.
function columnHead(text: string): HTMLElement {
  return text === "" ? h("td", {}) : h("th", { scope: "col" }, text);
}

async function copy(text: string, status: HTMLElement): Promise<void> {
  status.textContent = (await copyText(text)) ? "Copied" : "The browser did not allow copying";
  setTimeout(() => (status.textContent = ""), 3000);
}
