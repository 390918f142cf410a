// Finds the body under the pointer and handles clicks on it.

import { type Camera, Mesh, type Object3D, Raycaster, Vector2 } from "three";

const wander = 5; // pixels that a click may move
const patience = 600; // milliseconds that it may last

export interface PickListener {
  pick(body: number): void; // -1: no body
  follow(body: number): void;
  hover(body: number, x: number, y: number): void; // pixels in the canvas
}

export class Picking {
  private readonly ray = new Raycaster();
  private readonly at = new Vector2();
  private rest = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    private readonly roots: readonly Object3D[],
    private readonly listener: PickListener,
  ) {
    let down: PointerEvent | null = null;
    canvas.addEventListener("pointerdown", (event) => {
      down = event.isPrimary && event.button === 0 ? event : null;
      this.leave();
    });
    canvas.addEventListener("pointerup", (event) => {
      if (!down || event.pointerId !== down.pointerId) return;
      const moved = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (moved <= wander && event.timeStamp - down.timeStamp <= patience) listener.pick(this.bodyAt(event));
      down = null;
    });
    canvas.addEventListener("dblclick", (event) => listener.follow(this.bodyAt(event)));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("pointermove", (event) => {
      this.leave();
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      // Evaluated when the pointer rests, because it is slow for large meshes.
      this.rest = window.setTimeout(
        () => listener.hover(this.bodyAt(event), event.offsetX, event.offsetY),
        90,
      );
    });
  }

  private leave(): void {
    window.clearTimeout(this.rest);
    this.listener.hover(-1, 0, 0);
  }

  private bodyAt(event: MouseEvent): number {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    this.at.set(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.ray.setFromCamera(this.at, this.camera);
    const hits = this.ray.intersectObjects(this.roots.flatMap(visibleMeshes), false);
    return hits.length > 0 ? bodyOf(hits[0].object) : -1;
  }
}

export function visibleMeshes(root: Object3D): Mesh[] {
  if (!root.visible) return [];
  const meshes = root.children.flatMap(visibleMeshes);
  if (root instanceof Mesh && root.userData.materials) meshes.push(root);
  return meshes;
}

function bodyOf(object: Object3D | null): number {
  while (object && object.userData.body === undefined) object = object.parent;
  return object ? (object.userData.body as number) : -1;
}
