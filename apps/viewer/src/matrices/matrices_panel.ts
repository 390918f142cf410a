import type { MakePanel } from "../app/app";
import { h } from "../shell/dom";

export const makeMatricesPanel: MakePanel = () => ({
  id: "matrices",
  title: "Matrices",
  element: h("div", {}, "Matrices"),
  refresh() {},
});
