// Draws the tracks of the page when something of them changes, and never otherwise.

import { Box3, Group, Vector3 } from "three";
import type { Beginnings, View } from "../app/app";
import { Actor } from "./actor";
import { Eye } from "./eye";
import { groundHeight } from "./ground";
import { listenToKeys } from "./keys";
import { Labels } from "./labels";
import { Meshes } from "./meshes";
import { Picking } from "./picking";
import { bodyName, frameAt, selectedNames } from "./names";
import { Pace } from "./quality";
import { Shapes } from "./shapes";
import type { Stage } from "./stage";
import { onThemeChange, ThemeColors } from "./theme_colors";

export class Picture implements View {
  extent = 1;
  private readonly actors: Actor[];
  private readonly eye: Eye;
  private readonly labels = new Labels();
  private readonly layers = new Map<string, Group>();
  private readonly colors = new ThemeColors();
  private readonly pace = new Pace();
  private readonly meshes: Meshes;
  private readonly box = new Box3();
  private readonly place = new Vector3();
  private moved = true; // bodies stand elsewhere than in the last picture
  private dressed = false; // what is shown fits the state
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
    this.eye = new Eye(stage.canvas, app.state, () => this.redraw());
    stage.setTheme(this.colors);
    element.append(this.labels.element);
    this.listen();
    this.settle();
    this.eye.obey(this.box);
    void this.load();
  }

  private listen(): void {
    const { state, moments } = this.app;
    moments.on(() => {
      this.moved = true;
      this.redraw();
    });
    state.on(["shown", "opacity", "ghost", "selected"], () => this.undress());
    state.on(["follow"], () => this.redraw());
    state.on(["camera"], () => {
      if (this.eye.told) this.eye.obey(this.measured());
      this.redraw();
    });
    onThemeChange(() => this.retheme());
    this.stage.canvas.addEventListener("webglcontextrestored", () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(this.element);
    const figure = this.actors[0].figure;
    new Picking(this.stage.canvas, this.eye.camera, [figure.solid, figure.over], {
      pick: (body) => state.set({ selected: body }),
      follow: (body) => state.set({ follow: body === state.get().follow ? -1 : body }),
      hover: (body, x, y) => this.hover(body, x, y),
    });
    listenToKeys(this.stage.canvas, this.eye, () => this.fit());
  }

  private hover(body: number, x: number, y: number): void {
    const { clientWidth, clientHeight } = this.element;
    const { shown } = this.app.state.get();
    const near =
      shown.frames && x > 0 ? frameAt(this.actors[0], this.eye.camera, clientWidth, clientHeight, x, y) : "";
    this.labels.showPointed(near || bodyName(this.actors[0], body), x, y);
  }

  private async load(): Promise<void> {
    await this.meshes.load();
    this.settle();
    if (!this.app.state.get().camera) this.eye.obey(this.box);
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
    if (!this.app.state.get().camera) this.eye.obey(this.measured());
    this.draw(); // at once: the canvas has been cleared
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
    if (this.loaded) void this.meshes.load(); // of collision shapes, when they are first shown
  }

  private placeActors(): void {
    this.actors.forEach((actor, index) => actor.place(this.app.moments.of(index)));
    this.stage.lights.moveTo(this.base());
    this.moved = false;
  }

  // Where the robot stands: its first body.
  private base(): Vector3 {
    return this.place.setFromMatrixPosition(this.actors[0].figure.poseOf(0));
  }

  private measured(): Box3 {
    this.box.makeEmpty();
    this.actors.forEach((actor, index) => {
      if (index === 0 || this.app.state.get().ghost) actor.growBox(this.box);
    });
    if (this.box.isEmpty()) this.box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    return this.box;
  }

  // The size of the robot as it is shown; what is shown of a robot without visuals depends on its size in turn.
  private settle(): void {
    this.placeActors();
    this.measure();
    this.dress();
    this.measure();
    this.undress();
  }

  // What depends on the size of the robot.
  private measure(): void {
    const size = this.measured().getSize(new Vector3());
    this.extent = Math.max(size.x, size.y, size.z);
    if (this.extent === 0) {
      this.extent = 2 * Math.max(...this.actors.map((actor) => actor.longestRadius()), 0) || 1;
      this.box.expandByScalar(0.5 * this.extent);
    }
    for (const actor of this.actors) actor.setSize(this.extent);
    this.stage.ground.setScale(groundHeight(this.box.min.z, this.extent), this.extent);
    this.stage.lights.cover(this.box, this.base());
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
    this.stage.draw(this.eye.camera);
    const { clientWidth, clientHeight } = this.element;
    this.labels.update(
      selectedNames(this.actors[0], this.app.state.get()),
      this.eye.camera,
      clientWidth,
      clientHeight,
    );
    this.element.dataset.frames = String(++this.frames);
    if (this.loaded) this.element.dataset.ready = "true";
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
    this.eye.obey(this.measured());
    this.redraw();
  }

  png(): Promise<Blob> {
    return this.stage.png(this.eye.camera);
  }
}
