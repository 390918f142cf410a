import type { MakePanel } from "../app/app";
import { h } from "../shell/dom";

export const makePlotsPanel: MakePanel = () => ({
  id: "plots",
  title: "Plots",
  element: h("div", {}, "Plots"),
  refresh() {},
});
