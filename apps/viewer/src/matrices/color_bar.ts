// Draws the colour bar of the picture with its numbers.

import { h } from "../shell/dom";
import { shortNumber } from "../recursion/short_number";
import { barStrength, ticksOf, type ColorScale } from "./color_scale";

export function makeColorBar(): { element: HTMLElement; show(scale: ColorScale): void } {
  const stops = Array.from({ length: 21 }, (_, i) => {
    const shade = barStrength(i / 20);
    const colour = `var(--series-${shade < 0 ? 1 : 2})`;
    return `color-mix(in srgb, ${colour} ${Math.round(100 * Math.abs(shade))}%, var(--surface))`;
  });
  const ticks = h("div", { class: "ticks" });
  const element = h(
    "div",
    { class: "color-bar" },
    h("div", { class: "colors", style: `background: linear-gradient(to right, ${stops.join(", ")})` }),
    ticks,
  );
  return {
    element,
    show(scale) {
      ticks.replaceChildren(
        ...ticksOf(scale).map(({ at, value }) =>
          h(
            "span",
            { style: `left: ${100 * at}%`, class: at === 0 ? "start" : at === 1 ? "end" : "" },
            shortNumber(value),
          ),
        ),
      );
    },
  };
}
