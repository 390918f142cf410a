// Icons of the time line: filled, or drawn with strokes like those of the shell.

import { svg } from "../shell/dom";

const filled = {
  play: "M4.5 2.500v11l9-5.500z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  back: "M3 3h1.800v10H3zM13 3v10L5.800 8z",
  forward: "M11.200 3H13v10h-1.800zM3 3v10l7.200-5z",
  event: "M8 2l4.500 6L8 14 3.500 8z",
} as const;

const stroked = {
  loop: "M2.500 7.500V6a2 2 0 0 1 2-2h9M11 1.500L13.500 4 11 6.500M13.500 8.500V10a2 2 0 0 1-2 2h-9M5 9.500L2.500 12 5 14.500",
  strips: "M2 2v12h12M4.500 10.500l2.500-4 2.500 2.500 4-5.500",
} as const;

export type IconName = keyof typeof filled | keyof typeof stroked;

export function timeIcon(name: IconName): SVGSVGElement {
  const properties = { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" };
  if (name in stroked) {
    const path = svg("path", { d: stroked[name as keyof typeof stroked] });
    return svg("svg", { ...properties, class: "icon" }, path);
  }
  return svg(
    "svg",
    { ...properties, fill: "currentColor" },
    svg("path", { d: filled[name as keyof typeof filled] }),
  );
}
