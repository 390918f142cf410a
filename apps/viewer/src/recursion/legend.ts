// The legend of the symbols in the picture with their scales.

import { h, svg } from "../shell/dom";
import type { LegendEntry } from "./symbols";

const drawings: Record<LegendEntry["symbol"], string> = {
  ellipsoid: "M2 9a10 6 0 1 0 20 0a10 6 0 1 0 -20 0M2 9a10 2 0 0 0 20 0M12 3a3 6 0 0 0 0 12",
  rings: "M2 9a10 6 0 1 0 20 0a10 6 0 1 0 -20 0M12 3a3 6 0 0 0 0 12",
  force: "M2 15L14 6M14 6l-5 1M14 6l-2 4.500M22 9a5 5 0 1 0 -3 4.500M22 9l-2.500 -1.500M22 9l1 -3",
  screw: "M3 15L21 3M6 9c0 6 6 6 6 1s5 -5 6 1M18 11l-3 -.5M18 11l1.500 -3",
  joint: "M2 9h20",
};

export function makeLegend(): { element: HTMLElement; show(entries: LegendEntry[]): void } {
  const list = h("ul", { class: "symbols" });
  let known = "";
  return {
    element: h("section", { class: "in-picture" }, h("h3", {}, "In the picture"), list),
    show(entries) {
      const wanted = JSON.stringify(entries);
      if (wanted === known) return;
      known = wanted;
      list.replaceChildren(
        ...entries.map(({ symbol, colour, text, scale }) =>
          h(
            "li",
            {},
            drawing(symbol, colour),
            h("span", {}, text, scale !== "" && h("span", { class: "muted" }, ` (${scale})`)),
          ),
        ),
      );
    },
  };
}

function drawing(symbol: LegendEntry["symbol"], colour: LegendEntry["colour"]): Node {
  const dash = symbol === "joint" ? "none" : null;
  return svg(
    "svg",
    {
      class: `symbol ${symbol} ${colour}`,
      viewBox: "0 0 24 18",
      width: 24,
      height: 18,
      "aria-hidden": "true",
    },
    svg("path", { d: drawings[symbol], "stroke-dasharray": dash }),
  );
}
