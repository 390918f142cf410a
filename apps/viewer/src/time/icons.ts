// Signs on the buttons of the time line.

import { svg } from "../shell/dom";

const paths = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z",
  back: "M5 5h2.5v14H5zM19 5v14L8.5 12z",
  forward: "M16.5 5H19v14h-2.5zM5 5v14l10.5-7z",
  loop: "M7 7h9.5V3.8L21 8l-4.5 4.2V9H9v3H7zM17 17H7.5v3.2L3 16l4.5-4.2V15H15v-3h2z",
  event: "M12 3l7 9-7 9-7-9z",
  strips: "M3 18l5-8 4 5 4-9 5 8v4H3z",
} as const;

export type IconName = keyof typeof paths;

export function timeIcon(name: IconName): SVGSVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: 18, height: 18, fill: "currentColor", "aria-hidden": "true" },
    svg("path", { d: paths[name] }),
  );
}
