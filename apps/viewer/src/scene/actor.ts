// Draws a track: its figure, the marks of its loops and its centre of mass.

import { type Color, type Scene, Vector3 } from "three";
import type { Snapshot, Track } from "../app/app";
import type { Shown } from "../app/state";
import { ellipsoidsOf, framesOf, massCentresOf, totalMassCentre } from "./body_symbols";
import { equivalentEllipsoid } from "./equivalent_ellipsoid";
import { Figure, kinds } from "./figure";
import { LoopMarks } from "./loop_marks";
import { Materials } from "./materials";
import type { Meshes } from "./meshes";
import type { Shapes } from "./shapes";
import { skeletonOf } from "./skeleton";
import { collisionsOf, visualsOf } from "./visuals";

const ghostOpacity = 0.35;

export interface ActorKit {
  shapes: Shapes;
  meshes: Meshes;
  highlight: Color;
  ghost: Color | null; // colour of a ghost; null: not a ghost
  arrived(): void;
}

export class Actor {
  readonly figure: Figure;
  private readonly surfaces: Materials;
  private readonly symbols: Materials;
  private readonly loops: LoopMarks;
  private readonly total = totalMassCentre();
  private readonly tally = { drawn: 0, failed: 0 };
  private size = 1;

  constructor(
    readonly track: Track,
    private readonly kit: ActorKit,
  ) {
    const { robot } = track.data;
    this.surfaces = new Materials(kit.highlight.clone(), kit.ghost?.clone());
    this.symbols = new Materials(kit.highlight.clone(), kit.ghost?.clone());
    const shapes = { ...kit, materials: this.surfaces };
    const hulls = { ...kit, materials: this.symbols };
    this.figure = new Figure(robot, {
      visuals: visualsOf(robot, shapes, this.tally),
      collisions: collisionsOf(robot, hulls),
      skeleton: skeletonOf(robot, this.symbols),
      frames: framesOf(robot),
      massCentres: massCentresOf(robot),
      ellipsoids: ellipsoidsOf(robot, this.symbols),
    });
    this.loops = new LoopMarks(robot);
    this.figure.show("visuals", true, false);
    if (kit.ghost) this.symbols.setOpacity(ghostOpacity);
  }

  enter(scene: Scene, over: Scene): void {
    scene.add(this.figure.solid);
    over.add(this.figure.over, this.loops.group, this.total);
  }

  setVisible(visible: boolean): void {
    this.figure.solid.visible = this.figure.over.visible = visible;
    this.loops.group.visible = visible && !this.kit.ghost && this.track.data.robot.loops.length > 0;
    if (!visible) this.total.visible = false;
  }

  // Skeleton and ellipsoids replace the visuals if the robot has none or most are missing.
  get bare(): boolean {
    return this.tally.drawn <= this.tally.failed;
  }

  show(shown: Shown, opacity: number): void {
    const bare = shown.visuals && this.bare;
    const visible = { ...shown, skeleton: shown.skeleton || bare, ellipsoids: shown.ellipsoids || bare };
    const through = shown.visuals && !this.bare; // draws symbols over the visuals
    const symbol = !this.kit.ghost;
    for (const kind of kinds) {
      const on = visible[kind] && (symbol || kind === "visuals" || (bare && kind === "skeleton"));
      const over =
        kind === "frames" ||
        kind === "massCentres" ||
        (through && kind !== "visuals" && kind !== "collisions");
      this.figure.show(kind, on, over);
    }
    this.total.visible = visible.massCentres && symbol;
    this.surfaces.setOpacity(this.kit.ghost ? ghostOpacity * opacity : opacity);
  }

  setSize(size: number): void {
    this.size = size;
    this.figure.setSize(size);
  }

  setTheme(highlight: Color, ghost: Color): void {
    this.figure.select(-1);
    this.surfaces.setTheme(highlight, ghost);
    this.symbols.setTheme(highlight, ghost);
  }

  place(snapshot: Snapshot): void {
    const { robot } = this.track;
    this.figure.place(robot.poses(snapshot.q));
    this.loops.update(this.figure, snapshot.closed, this.size);
    if (!this.total.visible) return;
    const [x, y, z] = robot.massCentre(snapshot.q);
    const radius = 0.022 * this.size;
    this.total.matrix.makeScale(radius, radius, radius).setPosition(x, y, z);
    this.total.matrixWorldNeedsUpdate = true;
  }

  addPoints(points: Vector3[]): void {
    this.figure.addPoints(points);
  }

  // Longest radius of its inertia ellipsoids: the size of a robot without any other extent.
  longestRadius(): number {
    const { bodies } = this.track.data.robot;
    return Math.max(
      0,
      ...bodies.flatMap(({ mass, inertia }) => equivalentEllipsoid(mass, inertia)?.radii ?? []),
    );
  }

  // The position of a body: its centre of mass.
  placeOf(body: number, into: Vector3): Vector3 {
    const { mass, com } = this.track.data.robot.bodies[body];
    return (mass > 0 ? into.fromArray(com) : into.set(0, 0, 0)).applyMatrix4(this.figure.poseOf(body));
  }

  framePlace(frame: number, into: Vector3): Vector3 {
    const { body, placement } = this.track.data.robot.frames[frame];
    return into.fromArray(placement, 9).applyMatrix4(this.figure.poseOf(body));
  }
}
