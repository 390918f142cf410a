import type { MakePanel } from "../app/app";
import { h } from "../shell/dom";

export const makeRobotPanel: MakePanel = () => ({
  id: "robot",
  title: "Robot",
  element: h("div", {}, "Robot"),
  refresh() {},
});
