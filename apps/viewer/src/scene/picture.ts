// Draws the tracks of the page, only when something changed.

import { Box3, Group, Vector3 } from "three";
import type { Beginnings, View } from "../app/app";
import { Actor } from "./actor";
import { Eye } from "./eye";
import { groundHeight } from "./ground";
import { listenToKeys } from "./keys";
import { Meshes } from "./meshes";
import { motionBox } from "./motion_box";
import { Names } from "./names";
import { Picking } from "./picking";
import { Pace } from "./quality";
import { Shapes } from "./shapes";
import { Sizes } from "./sizes";
import type { Stage } from "./stage";
import { onThemeChange } from "../shell/theme";
import { ThemeColors } from "./theme_colors";

export class Picture implements View {
  private readonly actors: Actor[];
  private readonly eye: Eye;
  private readonly names: Names;
  private readonly listeners: (() => void)[] = [];
  private readonly layers = new Map<string, Group>();
  private readonly colors = new ThemeColors();
  private readonly pace = new Pace();
  private readonly meshes: Meshes;
  private readonly sizes: Sizes;
  private readonly place = new Vector3();
  private moved = true; // bodies have moved since the last picture
  private dressed = false; // the visible objects match the state
  private pending = 0;
  private frames = 0;
  private loaded = false;

  constructor(
    private readonly app: Beginnings,
    readonly element: HTMLElement,
    private readonly stage: Stage,
  ) {
    this.meshes = new Meshes(app);
    const shapes = new Shapes();
    this.actors = app.tracks.map((track, index) => {
      const actor = new Actor(track, {
        shapes,
        meshes: this.meshes,
        highlight: this.colors.of("--accent"),
        ghost: index > 0 ? this.colors.of("--series-2") : null,
        arrived: () => this.undress(),
      });
      actor.enter(stage.scene, stage.over);
      return actor;
    });
    this.sizes = new Sizes(this.actors);
    this.eye = new Eye(stage.canvas, app.state, () => this.redraw());
    stage.setTheme(this.colors);
    this.names = new Names(this.actors[0], this.eye.camera, app.state);
    element.append(this.names.element);
    this.listen();
    this.settle();
    this.eye.apply(this.sizes.inSight());
    void this.load();
  }

  get extent(): number {
    return this.sizes.extent;
  }

  private listen(): void {
    const { state, snapshots } = this.app;
    snapshots.on(() => {
      this.moved = true;
      this.redraw();
    });
    state.on(["shown", "opacity", "ghost", "selected"], () => this.undress());
    state.on(["follow"], () => this.redraw());
    state.on(["camera"], () => {
      if (this.eye.isExternal) this.eye.apply(this.sizes.inSight());
      this.redraw();
    });
    onThemeChange(() => this.retheme());
    this.stage.canvas.addEventListener("webglcontextrestored", () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(this.element);
    const figure = this.actors[0].figure;
    new Picking(this.stage.canvas, this.eye.camera, [figure.solid, figure.over], {
      pick: (body) => state.set({ selected: body }),
      follow: (body) => state.set({ follow: body === state.get().follow ? -1 : body }),
      hover: (body, x, y) => this.names.point(body, x, y),
    });
    listenToKeys(this.stage.canvas, this.eye, () => this.fit());
  }

  private async load(): Promise<void> {
    const [motions] = await Promise.all([
      Promise.all(this.app.tracks.map((track) => motionBox(this.app.source, track))),
      this.meshes.load(),
    ]);
    for (const motion of motions) this.sizes.motion.union(motion);
    this.settle();
    if (!this.app.state.get().camera) this.eye.apply(this.sizes.inSight());
    this.loaded = true;
    this.undress();
  }

  private retheme(): void {
    this.stage.setTheme(this.colors);
    for (const actor of this.actors) actor.setTheme(this.colors.of("--accent"), this.colors.of("--series-2"));
    this.undress();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.stage.setSize(clientWidth, clientHeight);
    this.eye.setAspect(clientWidth / clientHeight);
    if (!this.app.state.get().camera) this.eye.apply(this.sizes.inSight());
    this.draw(); // at once, because resizing clears the canvas
  }

  private undress(): void {
    this.dressed = false;
    this.redraw();
  }

  private dress(): void {
    const { shown, opacity, ghost, selected } = this.app.state.get();
    this.actors.forEach((actor, index) => {
      actor.setVisible(index === 0 || ghost);
      actor.show(shown, opacity);
      if (index === 0) actor.figure.select(selected);
    });
    this.stage.ground.group.visible = shown.grid;
    this.dressed = this.moved = true;
    if (this.loaded) void this.meshes.load(); // collision shapes, when they are first shown
  }

  private placeActors(): void {
    this.actors.forEach((actor, index) => actor.place(this.app.snapshots.of(index)));
    this.stage.lights.moveTo(this.base());
    this.moved = false;
  }

  // The position of the robot: that of its first body.
  private base(): Vector3 {
    return this.place.setFromMatrixPosition(this.actors[0].figure.poseOf(0));
  }

  // The size of the robot as shown. For a robot without visuals the size of the symbols in turn depends on it.
  private settle(): void {
    this.placeActors();
    this.measure();
    this.dress();
    this.measure();
    this.undress();
  }

  // Updates all that depends on the size of the robot.
  private measure(): void {
    const box = this.sizes.measure();
    for (const actor of this.actors) actor.setSize(this.extent);
    const lowest = new Box3().setFromPoints(this.sizes.inSight()).min.z;
    this.stage.ground.setScale(groundHeight(box.min.z, lowest, this.extent), this.extent);
    this.stage.lights.cover(box, this.base());
  }

  redraw(): void {
    if (this.pending === 0) this.pending = requestAnimationFrame((time) => this.frame(time));
  }

  private frame(time: number): void {
    this.pending = 0;
    if (this.pace.tooSlow(time)) this.stage.lowerQuality();
    this.draw();
  }

  private draw(): void {
    if (!this.dressed) this.dress();
    if (this.moved) this.placeActors();
    const { follow } = this.app.state.get();
    const known = follow >= 0 && follow < this.app.tracks[0].data.robot.bodies.length;
    this.eye.follow(known ? follow : -1, known ? this.actors[0].placeOf(follow, this.place) : this.place);
    this.eye.update(this.extent);
    this.stage.ground.update(this.eye.target, this.eye.distance, this.extent);
    for (const listener of this.listeners) listener();
    this.stage.draw(this.eye.camera);
    this.names.update();
    this.element.dataset.frames = String(++this.frames);
    if (this.loaded) this.element.dataset.ready = "true";
  }

  beforeDrawing(listener: () => void): void {
    this.listeners.push(listener);
  }

  layer(name: string): Group {
    let group = this.layers.get(name);
    if (!group) {
      group = new Group();
      group.name = name;
      this.layers.set(name, group);
      this.stage.over.add(group);
    }
    return group;
  }

  fit(): void {
    this.app.state.set({ camera: null });
    this.eye.show(this.sizes.inSight());
    this.redraw();
  }

  png(): Promise<Blob> {
    return this.stage.png(this.eye.camera);
  }
}
