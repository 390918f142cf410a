// Lists the equations of a step, each with its citation, value and meaning.

import type { Evaluation } from "../engine/engine";
import { h } from "../shell/dom";
import type { Equation } from "./equations";
import { formula } from "./mathml";
import { makeValue, type ValueView } from "./values";

export interface EquationList {
  element: HTMLElement;
  begin(equations: Equation[]): void;
  update(evaluation: Evaluation): void;
}

export function makeEquationList(): EquationList {
  const element = h("ol", { class: "equations" });
  const opened = new Set<string>(); // names of the matrices that the user has unfolded; kept from step to step
  let values: ValueView[] = [];
  const noteOpen = (event: Event): void => {
    const part = event.target as HTMLDetailsElement;
    const name = part.closest<HTMLElement>("[data-name]")?.dataset.name ?? "";
    if (part.open) opened.add(name);
    else opened.delete(name);
  };
  element.addEventListener("toggle", noteOpen, true);
  return {
    element,
    begin(equations) {
      values = equations.map(makeValue);
      values.forEach(({ element: value }, i) => {
        if (value instanceof HTMLDetailsElement) value.open = opened.has(equations[i].name);
      });
      element.replaceChildren(...equations.map((equation, i) => line(equation, values[i])));
    },
    update(evaluation) {
      for (const value of values) value.update(evaluation);
    },
  };
}

function line(equation: Equation, value: ValueView): HTMLElement {
  const symbol = h("span", { class: "symbol-name" });
  symbol.append(formula(equation.symbol));
  const shown = h("div", { class: "formula" });
  shown.append(formula(equation.formula));
  return h(
    "li",
    { "data-name": equation.name },
    h("div", { class: "equation-head" }, shown, h("cite", { class: "muted" }, equation.source)),
    h("p", { class: "meaning" }, symbol, " ", h("strong", {}, equation.name), `. ${equation.meaning}`),
    value.element,
  );
}
