// The panel of the robot: display switches, tree of bodies and joints, the selected body, and the sliders of the pose.

import type { MakePanel } from "../app/app";
import { h } from "../shell/dom";
import { makeDetails } from "./details";
import { makeDisplay } from "./display";
import { makePoseView } from "./pose_view";
import "./robot_panel.css";
import { makeTreeView } from "./tree_view";

export const makeRobotPanel: MakePanel = (app) => {
  const { robot } = app.document.tracks[0];
  const tree = makeTreeView(app);
  const pose = makePoseView(app);
  const search = h("input", {
    type: "search",
    class: "body-search",
    placeholder: "Search bodies and joints",
    "aria-label": "Search bodies and joints",
    oninput: () => {
      tree.search(search.value);
      pose.search(search.value.trim());
    },
  });
  const count = `${robot.bodies.length} bodies, ${robot.dofs.length} DOFs`;
  return {
    id: "robot",
    title: "Robot",
    element: h(
      "div",
      { class: "panel-sections" },
      makeDisplay(app),
      h(
        "section",
        { class: "panel-section", "aria-label": "Bodies and joints" },
        h(
          "div",
          { class: "panel-head" },
          h("h2", {}, "Bodies"),
          h("span", { class: "muted small-text" }, count),
        ),
        search,
        tree.element,
      ),
      makeDetails(app),
      pose.element,
    ),
    refresh: () => pose.refresh(),
  };
};
