// Colours of curves.

import { themeColour } from "../shell/theme";

export const seriesCount = 8;
export function seriesColour(index: number): string {
  return themeColour(seriesVariable(index));
}

// The name of a CSS variable, which follows the theme.
export function seriesVariable(index: number): string {
  return `--series-${(index % seriesCount) + 1}`;
}
