import { Group } from "three";
import type { Beginnings, View } from "../app/app";
import { h } from "../shell/dom";

export function makeView(_app: Beginnings): View {
  return {
    element: h("div", {}),
    layer: () => new Group(),
    redraw() {},
    fit() {},
    png: async () => new Blob(),
    extent: 1,
  };
}
