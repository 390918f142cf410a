// Shows names over the picture: of the selected body and its frames, and of the object under the pointer.

import { type Camera, Vector3 } from "three";
import { h } from "../shell/dom";

export interface Label {
  text: string;
  at: Vector3; // in the world
}

export class Labels {
  // Hidden from screen readers: the tree of the robot has the same names.
  readonly element = h("div", { class: "scene-labels", "aria-hidden": "true" });
  private readonly pointed = h("span", { class: "scene-label pointed", hidden: true });
  private readonly fixed: HTMLSpanElement[] = [];
  private readonly point = new Vector3();

  constructor() {
    this.element.append(this.pointed);
  }

  // At a pixel of the picture; an empty text removes the label.
  showPointed(text: string, x: number, y: number): void {
    this.pointed.hidden = text === "";
    if (text === "") return;
    this.pointed.textContent = text;
    this.pointed.style.transform = `translate(${Math.round(x + 12)}px, ${Math.round(y + 12)}px)`;
  }

  update(labels: readonly Label[], camera: Camera, width: number, height: number): void {
    while (this.fixed.length < labels.length) {
      const span = h("span", { class: "scene-label" });
      this.fixed.push(span);
      this.element.append(span);
    }
    this.fixed.forEach((span, index) => {
      const label = labels[index];
      if (label) this.point.copy(label.at).project(camera);
      const seen = label !== undefined && Math.abs(this.point.z) < 1;
      span.hidden = !seen;
      if (!seen) return;
      if (span.textContent !== label.text) span.textContent = label.text;
      const x = (0.5 + 0.5 * this.point.x) * width;
      const y = (0.5 - 0.5 * this.point.y) * height;
      span.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(8px, -50%)`;
    });
  }
}
