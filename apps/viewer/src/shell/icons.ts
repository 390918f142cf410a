// Icons of the buttons: strokes on a 16 by 16 field, in the colour of the text.

import { svg } from "./dom";

const strokes = {
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6 8h4M8 6v4",
  picture: "M2 4.5h2.5L6 3h4l1.5 1.5H14v8.500H2zM8 6a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5",
  light:
    "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M8 1v1.500M8 13.500V15M1 8h1.500M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  dark: "M13.5 9.500A6 6 0 0 1 6.5 2.5 6 6 0 1 0 13.5 9.500z",
  system: "M2 3h12v8H2zM6 14h4M8 11v3",
  help: "M8 1.500a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M6 6.200a2 2 0 1 1 2.9 1.800c-.6.3-.9.7-.9 1.400M8 11.600v.1",
  panel: "M2 3h12v10H2zM10 3v10",
  messages: "M8 2l6.5 11.500h-13zM8 6.500v3.200M8 11.500v.1",
  link: "M7 9.500a2.7 2.7 0 0 0 3.9 0l2.3-2.300a2.7 2.7 0 0 0-3.9-3.900l-.8.8M9 6.500a2.7 2.7 0 0 0-3.9 0L2.8 8.800a2.7 2.7 0 0 0 3.9 3.900l.8-.8",
  follow: "M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M8 1v3M8 12v3M1 8h3M12 8h3",
  dice: "M3 3h10v10H3zM5.6 5.600v.1M10.4 5.600v.1M8 8v.1M5.6 10.400v.1M10.4 10.400v.1",
  reset: "M3 3v4h4M3.3 7a5 5 0 1 1-.2 2.6",
  zero: "M8 2v12M3 8h10M5 14h6",
  copy: "M5.5 5.500h8v8h-8zM10.5 5.500v-3h-8v8h3",
  close: "M4 4l8 8M12 4l-8 8",
  chevron: "M6 4l4 4-4 4",
  search: "M7 2.500a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.300l3.7 3.7",
} as const;

export type IconName = keyof typeof strokes;

// Hidden from screen readers: the button has a label.
export function icon(name: IconName): SVGElement {
  return svg(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    svg("path", { d: strokes[name] }),
  );
}
