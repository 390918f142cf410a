// Basic shapes of which a robot's symbols are composed, of unit size along z.

import {
  type BufferGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

const up = new Vector3(0, 0, 1);

// Maps z from 0 to 1 to the segment between two points, x and y to `radius`.
export function between(from: Vector3, to: Vector3, radius: number): Matrix4 {
  const segment = to.clone().sub(from);
  const length = segment.length();
  return new Matrix4().compose(
    from,
    new Quaternion().setFromUnitVectors(up, length > 0 ? segment.normalize() : up),
    new Vector3(radius, radius, length),
  );
}

// Thick at its start, thin at its end.
export function boneGeometry(): BufferGeometry {
  return new CylinderGeometry(0.45, 1, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5);
}

export function rodGeometry(): BufferGeometry {
  return new CylinderGeometry(1, 1, 1, 20).rotateX(Math.PI / 2).translate(0, 0, 0.5);
}

export function ballGeometry(): BufferGeometry {
  return new SphereGeometry(1, 36, 24);
}

// Red x, green y, blue z, each of length 1.
export function axesGeometry(): BufferGeometry {
  const colors = ["#d92d20", "#1f9d3a", "#2563eb"].map((text) => new Color(text).toArray());
  const bars = colors.map((color, axis) => {
    const bar = new CylinderGeometry(0.035, 0.035, 1, 8).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    if (axis === 0) bar.rotateY(Math.PI / 2);
    if (axis === 1) bar.rotateX(-Math.PI / 2);
    return paint(bar, () => color);
  });
  return mergeGeometries(bars);
}

// The symbol of a centre of mass: a ball with alternating dark and light octants.
export function checkeredBall(dark: readonly number[], light: readonly number[]): BufferGeometry {
  const ball = new SphereGeometry(1, 24, 16).toNonIndexed();
  return paint(ball, (x, y, z) => (x * y * z > 0 ? dark : light));
}

// One colour per triangle, by its centroid.
function paint(
  geometry: BufferGeometry,
  color: (x: number, y: number, z: number) => readonly number[],
): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  const position = flat.getAttribute("position");
  const colors: number[] = [];
  for (let i = 0; i < position.count; i += 3) {
    const middle = [0, 1, 2].map((axis) => {
      const at = (k: number) => position.getComponent(i + k, axis);
      return at(0) + at(1) + at(2);
    });
    const painted = color(middle[0], middle[1], middle[2]);
    for (let k = 0; k < 3; k++) colors.push(...painted);
  }
  flat.setAttribute("color", new Float32BufferAttribute(colors, 3));
  return flat;
}
