// The colours of the theme for the picture, and when they change.

import { Color } from "three";

export class ThemeColors {
  private readonly style = getComputedStyle(document.documentElement);

  of(name: string): Color {
    const text = this.style.getPropertyValue(name).trim();
    return new Color(/^#[0-9a-f]{3,6}$/i.test(text) ? text : "#808080");
  }

  get dark(): boolean {
    return this.of("--sky").getHSL({ h: 0, s: 0, l: 0 }).l < 0.5;
  }
}

export function onThemeChange(listener: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener);
  new MutationObserver(listener).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme"],
  });
}
