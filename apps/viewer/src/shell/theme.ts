// Light, dark, or as the system has it.

import type { Store } from "../app/store";
import type { ViewState } from "../app/state";
import type { IconName } from "./icons";

type Theme = ViewState["theme"];
const order: readonly Theme[] = ["system", "light", "dark"];

export const themeIcons: Record<Theme, IconName> = { system: "system", light: "light", dark: "dark" };
export const themeNames: Record<Theme, string> = { system: "as the system", light: "light", dark: "dark" };

export function nextTheme(theme: Theme): Theme {
  return order[(order.indexOf(theme) + 1) % order.length];
}

export function applyTheme(state: Store<ViewState>): void {
  const apply = () => {
    const { theme } = state.get();
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  state.on(["theme"], apply);
  apply();
}
