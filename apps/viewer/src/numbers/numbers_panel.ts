import type { MakePanel } from "../app/app";
import { h } from "../shell/dom";

export const makeNumbersPanel: MakePanel = () => ({
  id: "numbers",
  title: "Numbers",
  element: h("div", {}, "Numbers"),
  refresh() {},
});
