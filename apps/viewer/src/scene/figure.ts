// Draws a robot: one node per body that moves with it, with its visuals, collision shapes and symbols.

import {
  type Box3,
  type Color,
  Group,
  Matrix4,
  Mesh,
  type MeshPhongMaterial,
  type Object3D,
  Vector3,
} from "three";
import type { RobotData } from "../document";
import type { Materials } from "./materials";
import { placeAt } from "./transforms";

export const kinds = ["visuals", "collisions", "skeleton", "frames", "massCentres", "ellipsoids"] as const;
export type Kind = (typeof kinds)[number];

// Adds objects to bodies (-1: to the ground). `size` is that of the robot in metres.
export type Build = (add: (body: number, object: Object3D) => void, size: number) => void;

interface Node {
  solid: Group;
  over: Group;
}

export class Figure {
  readonly solid = new Group(); // hidden by objects in front
  readonly over = new Group(); // drawn over everything
  private readonly nodes: Node[] = []; // one per body, then the ground
  private readonly built = new Map<Kind, Map<number, Group>>();
  private selected = -1;
  private size = 1;

  constructor(
    readonly robot: RobotData,
    private readonly builders: Record<Kind, Build>,
  ) {
    for (let body = 0; body <= robot.bodies.length; body++) {
      const node = { solid: new Group(), over: new Group() };
      for (const group of [node.solid, node.over]) {
        group.userData.body = body < robot.bodies.length ? body : -1;
        group.matrixAutoUpdate = false;
      }
      this.nodes.push(node);
      this.solid.add(node.solid);
      this.over.add(node.over);
    }
  }

  // 12 numbers per body, as returned by Robot.poses.
  place(poses: ArrayLike<number>): void {
    for (let body = 0; body < this.robot.bodies.length; body++) {
      placeAt(this.nodes[body].solid, poses, 12 * body);
      placeAt(this.nodes[body].over, poses, 12 * body);
    }
  }

  poseOf(body: number): Matrix4 {
    return this.nodes[body < 0 ? this.nodes.length - 1 : body].solid.matrix;
  }

  // `over`: true draws it over the robot. Objects are made when they are first shown.
  show(kind: Kind, shown: boolean, over: boolean): void {
    if (shown && !this.built.has(kind)) this.build(kind);
    for (const [body, group] of this.built.get(kind) ?? []) {
      group.visible = shown;
      const node = this.nodes[body];
      (over ? node.over : node.solid).add(group);
    }
  }

  private build(kind: Kind): void {
    const groups = new Map<number, Group>();
    this.built.set(kind, groups);
    this.builders[kind]((body, object) => {
      const index = body < 0 ? this.nodes.length - 1 : body;
      let group = groups.get(index);
      if (!group) {
        group = new Group();
        group.matrixAutoUpdate = false;
        groups.set(index, group);
      }
      group.add(object);
    }, this.size);
  }

  // Symbols scale with the robot: when its size changes, they are made again on their next use.
  setSize(size: number): void {
    if (size < 1.3 * this.size && size > this.size / 1.3) return;
    this.size = size;
    for (const kind of ["visuals", "collisions"] as const) {
      for (const group of this.built.get(kind)?.values() ?? [])
        group.traverse((object) => stretch(object, size));
    }
    for (const kind of ["skeleton", "frames", "massCentres", "ellipsoids"] as const) {
      for (const group of this.built.get(kind)?.values() ?? []) group.removeFromParent();
      this.built.delete(kind);
    }
  }

  select(body: number): void {
    if (this.selected >= 0) this.light(this.selected, false);
    this.selected = body;
    if (body >= 0 && body < this.robot.bodies.length) this.light(body, true);
  }

  private light(body: number, lit: boolean): void {
    const swap = (object: Object3D) => {
      const materials = object.userData.materials as Materials | undefined;
      if (!materials || !(object instanceof Mesh)) return;
      const material = object.material as MeshPhongMaterial;
      object.material = lit ? materials.lit(material) : materials.plain(material);
    };
    for (const groups of this.built.values()) groups.get(body)?.traverse(swap);
  }

  // Points that enclose the robot in its current pose: corners of its visible objects, origins and centres of mass of
  // its
  // bodies.
  addPoints(points: Vector3[]): void {
    this.solid.updateMatrixWorld(true);
    this.over.updateMatrixWorld(true);
    this.robot.bodies.forEach((body, index) => {
      const pose = this.poseOf(index);
      if (!pose.elements.every(Number.isFinite)) return; // the motion diverged
      points.push(new Vector3().setFromMatrixPosition(pose));
      if (body.mass > 0) points.push(new Vector3().fromArray(body.com).applyMatrix4(pose));
      for (const kind of ["visuals", "ellipsoids"] as const) {
        const group = this.built.get(kind)?.get(index);
        if (!group?.visible) continue;
        group.traverse((object) => {
          if (!(object instanceof Mesh) || object.userData.boundless) return;
          if (!object.geometry.boundingBox) object.geometry.computeBoundingBox();
          for (const corner of boxCorners(object.geometry.boundingBox!)) {
            points.push(corner.applyMatrix4(object.matrixWorld));
          }
        });
      }
    });
  }
}

export function boxCorners({ min, max }: Box3): Vector3[] {
  return [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );
}

// An infinite plane is drawn large relative to the robot, and slightly below the grid.
export function stretch(object: Object3D, size: number): void {
  const endless = object.userData.endless as [boolean, boolean] | undefined;
  if (!endless) return;
  const far = 12 * size;
  object.matrix.makeScale(endless[0] ? far : 1, endless[1] ? far : 1, 1).setPosition(0, 0, -0.004 * size);
  object.matrixWorldNeedsUpdate = true;
}

// A mesh whose material is shared and can be highlighted.
export function surface(
  geometry: Mesh["geometry"],
  materials: Materials,
  color: Color,
  alpha: number,
  sides: 1 | 2,
): Mesh {
  const mesh = new Mesh(geometry, materials.of(color, alpha, sides));
  mesh.userData.materials = materials;
  mesh.castShadow = mesh.receiveShadow = alpha === 1 && !materials.ghostly;
  mesh.matrixAutoUpdate = false;
  return mesh;
}
