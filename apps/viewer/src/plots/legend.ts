// The names of a chart's curves with their values at a time.

import type { App } from "../app/app";
import { h } from "../shell/dom";
import { formatNumber } from "../shell/format";
import { icon } from "../shell/icons";
import type { ChartPlan, Quantity } from "./catalogue";
import { seriesVariable } from "./colours";
import { readAt } from "./readings";

const shortName = 13; // letters that fit into half of a narrow panel

export interface Legend {
  element: HTMLElement;
  show(time: number): void;
}

export function makeLegend(
  { tracks }: Pick<App, "tracks">,
  plan: ChartPlan,
  remove: (quantity: Quantity) => void,
): Legend {
  const stores = tracks.flatMap(({ rows }) => (rows ? [rows] : []));
  const longest = Math.max(...plan.quantities.map(({ name }) => name.length));
  const isWide = stores.length > 1 || longest > shortName;
  const numbers = plan.quantities.map(() => stores.map(() => h("span", { class: "plot-legend-number" })));
  const lines = plan.quantities.map((quantity, i) =>
    h(
      "li",
      { style: `--series: var(${seriesVariable(i)})` },
      h("span", { class: "plot-legend-swatch", "aria-hidden": "true" }),
      h("span", { class: "plot-legend-name", title: quantity.name }, quantity.name),
      ...numbers[i],
      h(
        "button",
        {
          type: "button",
          class: "plain plot-legend-remove",
          "aria-label": `Remove ${quantity.name}`,
          title: "Remove",
          onclick: () => remove(quantity),
        },
        icon("close"),
      ),
    ),
  );
  return {
    element: h("ul", { class: isWide ? "plot-legend is-wide" : "plot-legend" }, ...lines),
    show(time) {
      plan.quantities.forEach(({ array, column }, i) => {
        stores.forEach((rows, track) => {
          numbers[i][track].textContent = formatNumber(readAt(rows, array, column, time), 5);
        });
      });
    },
  };
}
