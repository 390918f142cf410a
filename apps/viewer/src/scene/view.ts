// Makes the 3D view of the robot.

import "./view.css";
import { Box3, Group, Vector3 } from "three";
import type { Beginnings, View } from "../app/app";
import { h } from "../shell/dom";
import { Picture } from "./picture";
import { Stage } from "./stage";

export function makeView(app: Beginnings): View {
  const name = app.tracks[0].data.robot.name || app.document.title;
  const canvas = h("canvas", {
    tabindex: "0",
    role: "img",
    "aria-label": `3D view of the robot ${name}`,
    "aria-keyshortcuts":
      "Control+ArrowLeft Control+ArrowRight Control+ArrowUp Control+ArrowDown PageUp PageDown F",
  });
  const element = h("div", { class: "scene", "data-frames": "0" });
  const stage = Stage.make(canvas);
  if (!stage) return withoutPicture(app, element);
  element.append(canvas);
  return new Picture(app, element, stage);
}

// If the browser cannot draw, the rest of the page still works.
function withoutPicture(app: Beginnings, element: HTMLElement): View {
  const text = "The robot cannot be drawn: WebGL 2 is missing or disabled in this browser.";
  element.append(h("p", { class: "scene-none", role: "note" }, text));
  element.dataset.ready = "true";
  const box = new Box3();
  for (const { robot, data } of app.tracks) {
    const poses = robot.poses(data.start.q);
    data.robot.bodies.forEach((_, body) => box.expandByPoint(new Vector3().fromArray(poses, 12 * body + 9)));
  }
  const size = box.getSize(new Vector3());
  return {
    element,
    layer: () => new Group(),
    redraw() {},
    beforeDrawing() {},
    fit() {},
    png: () => Promise.reject(new Error(text)),
    extent: Math.max(size.x, size.y, size.z) || 1,
  };
}
