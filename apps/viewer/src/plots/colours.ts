// Colours of curves.

import { themeColour } from "../shell/theme";

export const seriesCount = 8;
export function seriesColour(index: number): string {
  return themeColour(seriesVariable(index));
}

// For style sheets and attributes, which follow the theme by themselves.
export function seriesVariable(index: number): string {
  return `--series-${(index % seriesCount) + 1}`;
}
