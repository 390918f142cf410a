// Which names the picture shows where.

import { type Camera, Vector3 } from "three";
import type { ViewState } from "../app/state";
import type { Actor } from "./actor";
import type { Label } from "./labels";

const close = 14; // pixels from a frame's origin

export function bodyName(actor: Actor, body: number): string {
  return actor.track.data.robot.bodies[body]?.name ?? "";
}

// Of the selected body, and of its frames where frames are shown.
export function selectedNames(actor: Actor, { selected, shown }: Readonly<ViewState>): Label[] {
  const name = bodyName(actor, selected);
  if (name === "") return [];
  const labels = [{ text: name, at: actor.placeOf(selected, new Vector3()) }];
  if (!shown.frames) return labels;
  actor.track.data.robot.frames.forEach((frame, index) => {
    if (frame.body === selected)
      labels.push({ text: frame.name, at: actor.framePlace(index, new Vector3()) });
  });
  return labels;
}

// Name of the frame whose origin is drawn next to a pixel of a picture; empty where none is near.
export function frameAt(
  actor: Actor,
  camera: Camera,
  width: number,
  height: number,
  x: number,
  y: number,
): string {
  const point = new Vector3();
  let name = "";
  let least = close;
  actor.track.data.robot.frames.forEach((frame, index) => {
    actor.framePlace(index, point).project(camera);
    const away = Math.hypot((0.5 + 0.5 * point.x) * width - x, (0.5 - 0.5 * point.y) * height - y);
    if (away >= least || Math.abs(point.z) >= 1) return;
    least = away;
    name = frame.name;
  });
  return name;
}
