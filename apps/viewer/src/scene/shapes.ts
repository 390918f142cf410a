// Makes the geometry of simple shapes; shapes of the same kind and size share it.

import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from "three";
import type { ShapeData } from "../document";

export class Shapes {
  private readonly made = new Map<string, BufferGeometry>();

  // Null for meshes and for invalid sizes.
  of(shape: ShapeData): BufferGeometry | null {
    if (shape.kind === "mesh" || !shape.size.every(Number.isFinite)) return null;
    const key = `${shape.kind} ${shape.size.join(" ")}`;
    let geometry = this.made.get(key);
    if (!geometry) {
      geometry = shapeGeometry(shape.kind, shape.size);
      this.made.set(key, geometry);
    }
    return geometry;
  }
}

// Cylinders and capsules lie along y in three.js, along z in robot files.
export function shapeGeometry(kind: Exclude<ShapeData["kind"], "mesh">, size: number[]): BufferGeometry {
  const [a, b, c] = size;
  switch (kind) {
    case "box":
      return new BoxGeometry(a, b, c);
    case "sphere":
      return new SphereGeometry(a, 32, 20);
    case "cylinder":
      return new CylinderGeometry(a, a, b, 36).rotateX(Math.PI / 2);
    case "capsule":
      return new CapsuleGeometry(a, b, 10, 28).rotateX(Math.PI / 2);
    case "ellipsoid":
      return new SphereGeometry(1, 32, 20).rotateX(Math.PI / 2).scale(a, b, c);
    case "plane":
      return new PlaneGeometry(2 * (a || 1), 2 * (b || 1)); // infinite planes are scaled by the figure
  }
}
