// Chooses the names that the picture shows: of the selected body and its frames, and of the object under the pointer.

import { type Camera, Vector3 } from "three";
import type { ViewState } from "../app/state";
import type { Store } from "../app/store";
import type { Actor } from "./actor";
import { type Label, Labels } from "./labels";

const close = 14; // pixels from a frame's origin

export class Names {
  private readonly labels = new Labels();
  readonly element = this.labels.element;

  constructor(
    private readonly actor: Actor,
    private readonly camera: Camera,
    private readonly state: Store<ViewState>,
  ) {}

  // Call after drawing.
  update(): void {
    const { clientWidth, clientHeight } = this.element;
    this.labels.update(this.selected(), this.camera, clientWidth, clientHeight);
  }

  // The pointer is at a pixel, on a body; -1: on none, or it has left.
  point(body: number, x: number, y: number): void {
    const frame = this.state.get().shown.frames && x > 0 ? this.frameAt(x, y) : "";
    this.labels.showPointed(frame || this.bodyName(body), x, y);
  }

  private bodyName(body: number): string {
    return this.actor.track.data.robot.bodies[body]?.name ?? "";
  }

  private selected(): Label[] {
    const { selected, shown } = this.state.get();
    const name = this.bodyName(selected);
    if (name === "") return [];
    const labels = [{ text: name, at: this.actor.placeOf(selected, new Vector3()) }];
    if (!shown.frames) return labels;
    this.actor.track.data.robot.frames.forEach((frame, index) => {
      if (frame.body !== selected) return;
      labels.push({ text: frame.name, at: this.actor.framePlace(index, new Vector3()) });
    });
    return labels;
  }

  // Name of the frame whose origin is drawn near a pixel; empty if there is none.
  private frameAt(x: number, y: number): string {
    const { clientWidth, clientHeight } = this.element;
    const point = new Vector3();
    let name = "";
    let least = close;
    this.actor.track.data.robot.frames.forEach((frame, index) => {
      this.actor.framePlace(index, point).project(this.camera);
      const right = (0.5 + 0.5 * point.x) * clientWidth - x;
      const down = (0.5 - 0.5 * point.y) * clientHeight - y;
      const away = Math.hypot(right, down);
      if (away >= least || Math.abs(point.z) >= 1) return;
      least = away;
      name = frame.name;
    });
    return name;
  }
}
