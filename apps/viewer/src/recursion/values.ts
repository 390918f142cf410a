// Shows the values of the equations: numbers, six-vectors, 6x6 matrices and tables, made once per step and then
// updated.

import type { Evaluation } from "../engine/engine";
import { principalAxes } from "../scene/symmetric";
import { h } from "../shell/dom";
import { formatNumber, formatUnit } from "../shell/format";
import type { Equation, Shape, TableRow } from "./equations";
import { massBlock } from "./six";

export interface ValueView {
  element: HTMLElement;
  update(evaluation: Evaluation): void;
}

export function makeValue(equation: Equation): ValueView {
  const { shape } = equation;
  switch (shape.kind) {
    case "number":
      return numberView(equation, shape.unit);
    case "six":
      return sixView(equation, shape.units);
    case "matrix":
      return matrixView(equation, shape.units);
    case "table":
      return tableView(equation, shape);
  }
}

const axes = ["x", "y", "z"];

// A cell with a tooltip that names its number.
function cell(tag: "td" | "span", about: string): HTMLElement {
  return h(tag, { class: "value", title: about });
}

// Numbers at the level of rounding, relative to the others, are shown as zero.
function tidy(values: ArrayLike<number>): number[] {
  const list = Array.from(values);
  const largest = Math.max(0, ...list.filter(Number.isFinite).map(Math.abs));
  return list.map((x) => (Math.abs(x) < 1e-13 * largest || Math.abs(x) < 1e-13 ? 0 : x));
}

function write(target: HTMLElement, x: number, digits = 4): void {
  const text = formatNumber(x, digits);
  if (target.textContent !== text) target.textContent = text;
}

const headings = (names: readonly string[]): HTMLElement[] =>
  names.map((name) => h("th", { scope: "col" }, name));

function numberView(equation: Equation, unit: string): ValueView {
  const number = cell("span", `${equation.name}, ${formatUnit(unit)}: ${equation.meaning}`);
  return {
    element: h("p", { class: "value-line" }, number, " ", h("span", { class: "unit" }, formatUnit(unit))),
    update: (evaluation) => write(number, tidy(equation.read(evaluation))[0]),
  };
}

function sixView(equation: Equation, units: readonly [string, string]): ValueView {
  const parts = ["angular", "linear"];
  const cells = parts.flatMap((part, i) =>
    axes.map((axis) => cell("td", `${equation.name}, ${part} ${axis}, ${formatUnit(units[i])}`)),
  );
  const rows = parts.map((part, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, part),
      ...cells.slice(3 * i, 3 * i + 3),
      h("td", { class: "unit" }, formatUnit(units[i])),
    ),
  );
  const head = h("tr", {}, h("td", {}), ...headings(axes), h("td", {}));
  return {
    element: h(
      "table",
      { class: "six", "aria-label": equation.name },
      h("thead", {}, head),
      h("tbody", {}, ...rows),
    ),
    update(evaluation) {
      const values = tidy(equation.read(evaluation));
      cells.forEach((target, i) => write(target, values[i] ?? NaN));
    },
  };
}

function matrixView(equation: Equation, units: readonly [string, string, string]): ValueView {
  const names = ["angular", "linear"].flatMap((part) => axes.map((axis) => `${part} ${axis}`));
  const unitOf = (i: number, j: number): string => units[Math.floor(i / 3) + Math.floor(j / 3)];
  const cells = names.map((row, i) =>
    names.map((column, j) => cell("td", `${row}, ${column}: ${formatUnit(unitOf(i, j))}`)),
  );
  const heads = names.map((name) => h("th", { scope: "col", title: name }, name.slice(-1)));
  const rows = names.map((name, i) =>
    h("tr", {}, h("th", { scope: "row", title: name }, name.slice(-1)), ...cells[i]),
  );
  const range = h("span", { class: "value" });
  const details = h(
    "details",
    { class: "matrix" },
    h("summary", {}, "mass by direction ", range, " kg; all 36 numbers"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": `${equation.name}, all numbers` },
      h(
        "table",
        { "aria-label": equation.name },
        h("thead", {}, h("tr", {}, h("td", {}), ...heads)),
        h("tbody", {}, ...rows),
      ),
    ),
    h(
      "p",
      { class: "unit" },
      `angular block ${formatUnit(units[0])}, coupling ${formatUnit(units[1])}, linear block ${formatUnit(units[2])}`,
    ),
  );
  let latest: ArrayLike<number> = [];
  const writeAll = (): void => {
    if (!details.open || latest.length < 36) return;
    cells.forEach((row, i) => row.forEach((target, j) => write(target, latest[6 * i + j], 3)));
  };
  details.addEventListener("toggle", writeAll);
  return {
    element: details,
    update(evaluation) {
      latest = tidy(equation.read(evaluation));
      const [least, , most] = principalAxes(massBlock(latest)).values;
      range.textContent = `${formatNumber(least < 1e-9 * most ? 0 : least, 3)} to ${formatNumber(most, 3)}`;
      writeAll();
    },
  };
}

function tableView(equation: Equation, shape: Extract<Shape, { kind: "table" }>): ValueView {
  const body = h("tbody", {});
  const head = h("tr", {}, h("td", {}), ...headings(shape.columns), h("td", {}));
  let known = "";
  let cells: HTMLElement[] = [];
  const rebuild = (rows: readonly TableRow[]): void => {
    const wanted = rows.map(({ name }) => name).join("\n");
    if (wanted === known) return;
    known = wanted;
    cells = [];
    const lines = rows.map(({ name, unit }) => {
      const own = shape.columns.map((column) => cell("td", `${name}, ${column}, ${formatUnit(unit)}`));
      cells.push(...own);
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        ...own,
        h("td", { class: "unit" }, formatUnit(unit)),
      );
    });
    const nothing = h("tr", {}, h("td", { colspan: shape.columns.length + 2 }, "no grasp is closed"));
    body.replaceChildren(...(lines.length > 0 ? lines : [nothing]));
  };
  return {
    element: h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": equation.name },
      h("table", { class: "list", "aria-label": equation.name }, h("thead", {}, head), body),
    ),
    update(evaluation) {
      rebuild(shape.rows(evaluation));
      const values = tidy(equation.read(evaluation));
      cells.forEach((target, i) => write(target, values[i] ?? NaN));
    },
  };
}
