import type { MakePanel } from "../app/app";
import { h } from "../shell/dom";

export const makeRecursionPanel: MakePanel = () => ({
  id: "recursion",
  title: "Recursion",
  element: h("div", {}, "Recursion"),
  refresh() {},
});
