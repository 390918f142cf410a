// The panel of matrices: mass matrix, its inverse and their factors as heat maps, at the position shown.

import type { MakePanel, Panel } from "../app/app";
import type { Matrices } from "../engine/engine";
import { dataTable } from "../plots/data_table";
import { formula } from "../recursion/mathml";
import { shortNumber } from "../recursion/short_number";
import { varianceUnit } from "../recursion/units";
import { onThemeChange } from "../shell/theme";
import { copyText } from "../shell/clipboard";
import { h } from "../shell/dom";
import { formatNumber, formatUnit } from "../shell/format";
import { asymmetry, conditionNumber, factorError, shareOfZeros } from "./checks";
import { makeColorBar } from "./color_bar";
import { isNothing, scaleFor } from "./color_scale";
import { makeHeatMap, type Cell } from "./heat_map";
import { kindOf, matrixKinds, type MatrixKind } from "./kinds";
import "./matrices.css";

export const makeMatricesPanel: MakePanel = (app) => {
  const { state, snapshots } = app;
  const track = app.tracks[0];
  const { dofs } = track.data.robot;
  const names = dofs.map(({ name }) => name);
  const size = dofs.length;
  let matrices: Matrices | null = null;
  let at: Float64Array | null = null; // the position at which they were computed
  let cell: Cell = { row: 0, column: 0 };

  const map = makeHeatMap({
    point(pointed) {
      cell = pointed;
      draw();
    },
    choose: ({ row, column }) => state.set({ selected: dofs[row < 0 ? column : row].body }),
  });
  const bar = makeColorBar();
  const readout = h("p", { class: "readout", role: "status" });
  const checks = h("p", { class: "matrix-checks muted" });
  const problem = h("p", { class: "matrix-problem", role: "alert", hidden: true });
  const equations = h("div", { class: "equations" });
  const meaning = h("p", {});
  const choice = matrixKinds.map((kind) =>
    h("button", { type: "button", onclick: () => state.set({ matrix: kind.id }) }, kind.title),
  );
  const logarithmic = h("input", { type: "checkbox", checked: true, onchange: () => draw() });
  const table = h("details", { ontoggle: () => fillTable() }, h("summary", {}, "Table of the numbers"));
  const numbers = h("div", {});
  table.append(numbers);
  const copy = h("button", { type: "button", onclick: () => void copyJson() }, "Copy as JSON");
  const shown = h("div", { class: "matrix-shown" }, map.element, readout, bar.element, checks);
  const tools = h("div", { class: "matrix-tools" }, h("label", {}, logarithmic, "Logarithmic colours"), copy);

  const kind = (): MatrixKind => kindOf(state.get().matrix);

  function describe(): void {
    const { equations: lines, meaning: text } = kind();
    choice.forEach((button, i) => button.setAttribute("aria-pressed", String(matrixKinds[i] === kind())));
    equations.replaceChildren(
      ...lines.map((line) => {
        const shownFormula = h("div", { class: "formula" });
        shownFormula.append(formula(line.formula));
        return h("div", { class: "equation" }, shownFormula, h("cite", { class: "muted" }, line.source));
      }),
    );
    meaning.textContent = text;
    if (cell.row < 0 && !kind().withD) cell = { row: 0, column: cell.column };
  }

  // The matrices at the position shown, computed once per position.
  function compute(): void {
    const { q } = snapshots.of(0);
    if (matrices && at && at.length === q.length && at.every((x, i) => x === q[i])) return;
    at = Float64Array.from(q);
    try {
      matrices = track.robot.matrices(q);
      problem.hidden = true;
    } catch (reason) {
      matrices = null;
      problem.hidden = false;
      problem.textContent = `The matrices cannot be computed here: ${reason instanceof Error ? reason.message : String(reason)}`;
    }
  }

  function draw(): void {
    shown.hidden = matrices === null;
    if (!matrices) return;
    const values = kind().values(matrices);
    const scale = scaleFor(values, logarithmic.checked);
    const label = `${kind().title}, ${size} by ${size}. Use the arrow keys to read its entries.`;
    map.show({ names, values, D: kind().withD ? matrices.D : null, scale }, cell, label);
    bar.show(scale);
    readout.setAttribute("aria-live", state.get().playing ? "off" : "polite");
    readout.replaceChildren(...entryText(matrices, values));
  }

  function entryText(all: Matrices, values: Float64Array): (Node | string)[] {
    const { row, column } = cell;
    const strong = (x: number, unit: string): Node =>
      h("strong", { class: "value" }, `${formatNumber(x)} ${formatUnit(unit)}`.trim());
    if (row < 0) {
      const text = ` D of ${names[column]}: articulated inertia along the joint axis`;
      return [strong(all.D[column], varianceUnit(dofs[column])), text];
    }
    const value = values[row * size + column];
    const none = isNothing(value, scaleFor(values, false)) ? " (zero)" : "";
    return [
      strong(value, kind().unit(dofs[row], dofs[column])),
      `${none} ${kind().entry(names[row], names[column])}`,
    ];
  }

  function symmetry(values: Float64Array): string {
    const error = asymmetry(values, size);
    return error === 0 ? "exactly symmetric" : `symmetric to ${shortNumber(error)} of its largest entry`;
  }

  function check(): void {
    if (!matrices) return;
    const { mass, inverse, factor, D } = matrices;
    const zeros = Math.round(100 * shareOfZeros(kind().values(matrices)));
    const facts = {
      mass: [
        symmetry(mass),
        `condition number ${shortNumber(conditionNumber(mass, inverse, size), 3)} in SI units`,
      ],
      inverse: [symmetry(inverse)],
      factor: [`‖M − U D U*‖ / ‖M‖ = ${shortNumber(factorError(mass, factor, D, size))}`],
      inverseFactor: [],
    }[kind().id];
    checks.textContent = [`${size} × ${size}`, `${zeros} % zeros`, ...facts].join("; ") + ".";
  }

  function fillTable(): void {
    if (!table.open || !matrices || state.get().playing) return;
    const values = kind().values(matrices);
    const rows = names.map((name, i) => ({ head: name, numbers: values.subarray(i * size, (i + 1) * size) }));
    if (kind().withD) rows.push({ head: "D", numbers: matrices.D });
    numbers.replaceChildren(dataTable({ caption: `${kind().title}, SI units`, columns: names, rows }));
  }

  async function copyJson(): Promise<void> {
    if (!matrices) return;
    const values = kind().values(matrices);
    const text = JSON.stringify({
      robot: track.data.robot.name,
      time: snapshots.of(0).row < 0 ? null : snapshots.of(0).time,
      q: [...(at ?? [])],
      matrix: kind().id,
      dofs: dofs.map(({ name, unit }) => ({ name, unit })),
      values: names.map((_, i) => [...values.subarray(i * size, (i + 1) * size)]),
      D: [...matrices.D],
    });
    const done = await copyText(text);
    app.notices.say(
      done ? "Matrix copied to the clipboard." : "The browser did not allow copying.",
      done ? "info" : "error",
    );
  }

  function refresh(): void {
    if (size === 0) return;
    compute();
    draw();
    check();
    fillTable();
  }

  const isOpen = (): boolean => state.get().panel === "matrices";
  state.on(["matrix"], () => {
    describe();
    if (isOpen()) refresh();
  });
  const repaint = (): void => {
    if (isOpen()) requestAnimationFrame(refresh);
  };
  state.on(["playing"], repaint);
  onThemeChange(repaint);
  describe();

  const none = h("p", {}, "This robot has no joints that move, so it has no mass matrix.");
  const element = h(
    "div",
    { class: "matrices" },
    ...(size === 0
      ? [none]
      : [
          h("div", { class: "matrix-choice", role: "group", "aria-label": "Matrix" }, ...choice),
          equations,
          meaning,
          problem,
          shown,
          tools,
          table,
        ]),
  );
  const panel: Panel = { id: "matrices", title: "Matrices", element, refresh };
  return panel;
};
