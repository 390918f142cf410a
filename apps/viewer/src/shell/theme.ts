// Applies the theme: light, dark, or that of the system.

import type { Store } from "../app/store";
import type { ViewState } from "../app/state";
import type { IconName } from "./icons";

type Theme = ViewState["theme"];
const order: readonly Theme[] = ["system", "light", "dark"];

export const themeIcons: Record<Theme, IconName> = { system: "system", light: "light", dark: "dark" };
export const themeNames: Record<Theme, string> = { system: "system", light: "light", dark: "dark" };

export function nextTheme(theme: Theme): Theme {
  return order[(order.indexOf(theme) + 1) % order.length];
}

// Stores the active theme in an attribute of the page.
export function applyTheme(state: Store<ViewState>): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = state.get();
    const dark = theme === "system" ? system.matches : theme === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };
  state.on(["theme"], apply);
  system.addEventListener("change", apply);
  apply();
}

// A colour of theme.css, for drawing on a canvas.
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// Returns a function that removes the listener.
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
