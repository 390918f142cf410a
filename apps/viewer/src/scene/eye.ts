// Moves the camera: by the user, by the page's address, or with a body that it follows.

import { Box3, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { ViewState } from "../app/state";
import type { Store } from "../app/store";
import { fittingDistance, setPlanes, usualDirection } from "./framing";

const margin = 1.12; // margin around the robot
const unknown = -2; // before the first picture
const settled = 300; // milliseconds after a movement before its end is stored

export class Eye {
  readonly camera = new PerspectiveCamera(35, 1, 0.1, 100);
  private readonly controls: OrbitControls;
  private readonly anchor = new Vector3(); // last position of the followed body
  private followed = unknown;
  private keeping = 0;
  private undrawn = false; // the camera has moved since the last picture
  private kept: ViewState["camera"] = null;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly state: Store<ViewState>,
    moved: () => void,
  ) {
    this.camera.up.set(0, 0, 1);
    this.camera.position.copy(usualDirection);
    this.controls = new OrbitControls(this.camera, canvas);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const damp = () => {
      this.controls.enableDamping = !still.matches;
    };
    damp();
    still.addEventListener("change", damp);
    this.controls.dampingFactor = 0.18;
    this.controls.addEventListener("change", () => {
      this.undrawn = true;
      if (this.keeping !== 0) this.keepSoon(); // not before the movement has ended
      moved();
    });
    this.controls.addEventListener("start", () => this.keepSoon());
    this.controls.addEventListener("end", () => this.keepSoon());
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  // True if the state has a camera position that was not set here.
  get isExternal(): boolean {
    return this.state.get().camera !== this.kept;
  }

  // Moves to the camera position of the state; if it is null, so that all points are visible.
  apply(points: readonly Vector3[]): void {
    const camera = this.state.get().camera;
    this.kept = camera;
    if (!camera) this.fit(points);
    else {
      this.camera.position.fromArray(camera.position as number[]);
      this.controls.target.fromArray(camera.target as number[]);
      this.controls.update();
    }
  }

  private fit(points: readonly Vector3[]): void {
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    if (direction.lengthSq() < 0.5) direction.copy(usualDirection);
    new Box3().setFromPoints(points as Vector3[]).getCenter(this.controls.target);
    const distance = margin * fittingDistance(points, this.controls.target, direction, this.camera);
    this.camera.position.copy(this.controls.target).addScaledVector(direction, distance);
    this.controls.update();
  }

  // Makes all points visible from the current direction. The default direction is not stored.
  show(points: readonly Vector3[]): void {
    this.apply(points);
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    if (direction.distanceTo(usualDirection) > 1e-3) this.keepSoon();
  }

  setAspect(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  // Follows `body`, whose position is `place`; -1 follows none.
  follow(body: number, place: Vector3): void {
    if (body !== this.followed) {
      // The camera turns towards the body. If the page opened with a camera position, it keeps this offset instead.
      const opening = this.followed === unknown && this.state.get().camera !== null;
      this.anchor.copy(opening ? place : this.controls.target);
      if (this.followed !== unknown) this.keepSoon();
      this.followed = body;
    }
    if (body < 0 || !Number.isFinite(place.x + place.y + place.z)) return;
    this.camera.position.add(place).sub(this.anchor);
    this.controls.target.add(place).sub(this.anchor);
    this.anchor.copy(place);
  }

  // Call before drawing. The `change` event requests the next picture until the movement has ended.
  update(extent: number): void {
    this.controls.minDistance = 0.02 * extent;
    this.controls.maxDistance = 60 * extent;
    this.undrawn = false;
    this.controls.update();
    setPlanes(this.camera, this.distance, extent);
  }

  // Rotates about the target by angles, or zooms by a factor; used by keys.
  rotate(sideways: number, upward: number, nearer: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const flat = Math.hypot(offset.x, offset.y);
    const azimuth = Math.atan2(offset.y, offset.x) + sideways;
    const limit = Math.PI / 2 - 0.01;
    const height = Math.max(-limit, Math.min(limit, Math.atan2(offset.z, flat) + upward));
    const length = offset.length() / nearer;
    offset.set(Math.cos(azimuth) * Math.cos(height), Math.sin(azimuth) * Math.cos(height), Math.sin(height));
    this.camera.position.copy(this.controls.target).addScaledVector(offset, length);
    this.controls.update();
    this.keepSoon();
  }

  private keepSoon(): void {
    window.clearTimeout(this.keeping);
    this.keeping = window.setTimeout(() => this.keep(), settled);
  }

  // If pictures take longer than the pause, the movement goes on in the next one.
  private keep(): void {
    if (this.undrawn) return this.keepSoon();
    this.keeping = 0;
    const numbers = (vector: Vector3) => vector.toArray().map((x) => Number(x.toPrecision(5)));
    this.kept = { position: numbers(this.camera.position), target: numbers(this.controls.target) };
    this.state.set({ camera: this.kept });
  }
}
