// Draws arrows, moment arcs, screws and ellipsoids. They are placed again for each snapshot, from a pool of objects
// that are hidden while unused.

import {
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
  type BufferGeometry,
  type Color,
  type Group,
  type Material,
  type Object3D,
} from "three";
import type { Screw, Three } from "./six";
import { ballGeometry, headGeometry, HelixGeometry, ringsGeometry, shaftGeometry } from "./shapes";

export interface Paint {
  color: Color;
  opacity: number;
}

type Kind = "shaft" | "head" | "ball" | "rings" | "helix";

const up = new Vector3(0, 1, 0);
const forward = new Vector3(0, 0, 1);

export class Glyphs {
  private readonly shared: Record<Exclude<Kind, "helix">, BufferGeometry> = {
    shaft: shaftGeometry(),
    head: headGeometry(),
    ball: ballGeometry(),
    rings: ringsGeometry(),
  };
  private readonly stock: Record<Kind, Object3D[]> = { shaft: [], head: [], ball: [], rings: [], helix: [] };
  private readonly used: Record<Kind, number> = { shaft: 0, head: 0, ball: 0, rings: 0, helix: 0 };

  // `thickness`: of the shafts, in metres.
  constructor(
    private readonly group: Group,
    private readonly thickness: () => number,
  ) {}

  begin(): void {
    for (const kind of Object.keys(this.used) as Kind[]) this.used[kind] = 0;
  }

  end(): void {
    for (const kind of Object.keys(this.used) as Kind[]) {
      this.stock[kind].forEach((object, index) => (object.visible = index < this.used[kind]));
    }
  }

  clear(): void {
    this.begin();
    this.end();
  }

  dispose(): void {
    for (const objects of Object.values(this.stock)) {
      for (const object of objects) {
        const { material, geometry } = object as Mesh;
        (material as Material).dispose();
        geometry.dispose();
        this.group.remove(object);
      }
      objects.length = 0;
    }
  }

  line(from: Three, to: Three, paint: Paint, width = 0.35): void {
    const start = new Vector3(...from);
    const direction = new Vector3(...to).sub(start);
    this.rod(
      "shaft",
      start,
      direction.normalize(),
      new Vector3(...to).distanceTo(start),
      width * this.thickness(),
      paint,
    );
  }

  // A force or the velocity of a point.
  arrow(from: Three, direction: Three, length: number, paint: Paint): void {
    const unit = new Vector3(...direction);
    if (!(length > 0) || unit.lengthSq() === 0) return;
    unit.normalize();
    const start = new Vector3(...from);
    const head = Math.min(0.5 * length, 5 * this.thickness());
    this.rod("shaft", start, unit, length - 0.8 * head, this.thickness(), paint);
    this.rod("head", start.clone().addScaledVector(unit, length - head), unit, head, 0.42 * head, paint);
  }

  // A moment: three quarters of a circle about its axis.
  couple(at: Three, axis: Three, radius: number, paint: Paint): void {
    this.helix(at, axis, radius, 0.75, 0, paint);
  }

  // A motion: its rotation axis, and a helix with the pitch of the motion. `reach`: half the length of the axis.
  screw(point: Three, screw: Screw, radius: number, rise: number, reach: number, paint: Paint): void {
    const middle = new Vector3(...point).add(new Vector3(...screw.offset));
    const axis = new Vector3(...screw.axis);
    const ends = [-reach, reach].map((s) => middle.clone().addScaledVector(axis, s).toArray() as Three);
    this.line(ends[0], ends[1], paint);
    this.helix(middle.toArray() as Three, screw.axis, radius, 1.25, rise, paint);
  }

  // `axes`: a rotation by rows, whose columns are the axes of the radii. `filled`: true draws the surface, false only
  // the three principal ellipses.
  ellipsoid(at: Three, axes: ArrayLike<number>, radii: Three, paint: Paint, filled = true): void {
    const [a, b, c, d, e, f, g, h, i] = Array.from(axes);
    const [u, v, w] = radii;
    const matrix = new Matrix4();
    // prettier-ignore
    matrix.set(
      a * u, b * v, c * w, at[0],
      d * u, e * v, f * w, at[1],
      g * u, h * v, i * w, at[2],
      0, 0, 0, 1,
    );
    const rings = { color: paint.color, opacity: Math.min(1, 2.5 * paint.opacity) };
    if (filled) this.put("ball", matrix, paint);
    this.put("rings", matrix, rings);
  }

  private helix(
    at: Three,
    axis: Three,
    radius: number,
    revolutions: number,
    rise: number,
    paint: Paint,
  ): void {
    const direction = new Vector3(...axis);
    if (!(radius > 0) || direction.lengthSq() === 0) return;
    const rotation = new Quaternion().setFromUnitVectors(forward, direction.normalize());
    const matrix = new Matrix4().compose(new Vector3(...at), rotation, new Vector3(1, 1, 1));
    const mesh = this.put("helix", matrix, paint) as Mesh<HelixGeometry>;
    const { end, along } = mesh.geometry.shape(revolutions, radius, this.thickness(), rise);
    const head = Math.min(radius, 5 * this.thickness());
    this.rod("head", end.applyMatrix4(matrix), along.applyQuaternion(rotation), head, 0.42 * head, paint);
  }

  private rod(
    kind: "shaft" | "head",
    from: Vector3,
    direction: Vector3,
    length: number,
    radius: number,
    paint: Paint,
  ): void {
    const rotation = new Quaternion().setFromUnitVectors(up, direction);
    this.put(kind, new Matrix4().compose(from, rotation, new Vector3(radius, length, radius)), paint);
  }

  private put(kind: Kind, matrix: Matrix4, paint: Paint): Object3D {
    const object = this.stock[kind][this.used[kind]] ?? this.make(kind);
    this.used[kind]++;
    object.matrix.copy(matrix);
    object.matrixWorldNeedsUpdate = true;
    dress((object as Mesh).material as MeshLambertMaterial | LineBasicMaterial, paint);
    return object;
  }

  private make(kind: Kind): Object3D {
    const object =
      kind === "rings"
        ? new LineSegments(this.shared.rings, new LineBasicMaterial())
        : new Mesh(kind === "helix" ? new HelixGeometry() : this.shared[kind], new MeshLambertMaterial());
    object.matrixAutoUpdate = false;
    object.frustumCulled = kind !== "helix";
    object.renderOrder = kind === "ball" ? 10 : kind === "rings" ? 11 : 12;
    this.stock[kind].push(object);
    this.group.add(object);
    return object;
  }
}

// The material emits half of its colour, so that it matches the theme in shadow too.
function dress(material: MeshLambertMaterial | LineBasicMaterial, { color, opacity }: Paint): void {
  if (material instanceof MeshLambertMaterial) {
    material.color.copy(color).multiplyScalar(0.6);
    material.emissive.copy(color).multiplyScalar(0.55);
  } else {
    material.color.copy(color);
  }
  material.opacity = opacity;
  material.transparent = opacity < 1;
  material.depthWrite = opacity === 1;
}
