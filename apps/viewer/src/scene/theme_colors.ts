// Provides the theme's colours for the picture.

import { Color } from "three";
import { themeColour } from "../shell/theme";

export class ThemeColors {
  of(name: string): Color {
    const text = themeColour(name);
    return new Color(/^#[0-9a-f]{3,6}$/i.test(text) ? text : "#808080");
  }

  get dark(): boolean {
    return this.of("--sky").getHSL({ h: 0, s: 0, l: 0 }).l < 0.5;
  }
}
