// Geometries of the symbols: shaft, head, ellipsoid with its three principal ellipses, and the arc that becomes a helix.

import {
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
  Vector3,
} from "three";

// Both lie along y, from the origin to 1.
export function shaftGeometry(): BufferGeometry {
  return new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
}

export function headGeometry(): BufferGeometry {
  return new ConeGeometry(1, 1, 20).translate(0, 0.5, 0);
}

export function ballGeometry(): BufferGeometry {
  return new SphereGeometry(1, 40, 24);
}

// The ellipses in the three coordinate planes, as pairs of points.
export function ringsGeometry(): BufferGeometry {
  const pieces = 64;
  const points: number[] = [];
  const point = (plane: number, i: number): void => {
    const angle = (2 * Math.PI * i) / pieces;
    const at = [0, 0, 0];
    at[plane] = Math.cos(angle);
    at[(plane + 1) % 3] = Math.sin(angle);
    points.push(...at);
  };
  for (let plane = 0; plane < 3; plane++) {
    for (let i = 0; i < pieces; i++) {
      point(plane, i);
      point(plane, i + 1);
    }
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(Float32Array.from(points), 3));
}

// A helical tube about the z axis that starts on the x axis.
export class HelixGeometry extends BufferGeometry {
  private static readonly pieces = 48;
  private static readonly sides = 8;

  constructor() {
    super();
    const { pieces, sides } = HelixGeometry;
    for (const name of ["position", "normal"]) {
      this.setAttribute(name, new BufferAttribute(new Float32Array(3 * (pieces + 1) * sides), 3));
    }
    const triangles: number[] = [];
    for (let i = 0; i < pieces; i++) {
      for (let j = 0; j < sides; j++) {
        const a = i * sides + j;
        const b = i * sides + ((j + 1) % sides);
        triangles.push(a, a + sides, b, b, a + sides, b + sides);
      }
    }
    this.setIndex(triangles);
  }

  // A helix of this many `revolutions` (less than one for an arc) with this total `rise`. Returns the end point and its
  // direction.
  shape(
    revolutions: number,
    radius: number,
    thickness: number,
    rise: number,
  ): { end: Vector3; along: Vector3 } {
    const { pieces, sides } = HelixGeometry;
    const positions = this.getAttribute("position") as BufferAttribute;
    const normals = this.getAttribute("normal") as BufferAttribute;
    const total = 2 * Math.PI * revolutions;
    for (let i = 0; i <= pieces; i++) {
      const angle = (total * i) / pieces;
      const [c, s, z] = [Math.cos(angle), Math.sin(angle), rise * (i / pieces - 0.5)];
      for (let j = 0; j < sides; j++) {
        const around = (2 * Math.PI * j) / sides;
        const [out, upward] = [Math.cos(around), Math.sin(around)];
        const reach = radius + thickness * out;
        positions.setXYZ(i * sides + j, reach * c, reach * s, z + thickness * upward);
        normals.setXYZ(i * sides + j, out * c, out * s, upward);
      }
    }
    positions.needsUpdate = normals.needsUpdate = true;
    this.computeBoundingSphere();
    const end = new Vector3(radius * Math.cos(total), radius * Math.sin(total), rise / 2);
    const along = new Vector3(-Math.sin(total) * radius * total, Math.cos(total) * radius * total, rise);
    return { end, along: along.normalize() };
  }
}
