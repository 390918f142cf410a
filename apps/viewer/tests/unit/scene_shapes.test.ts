import { Box3, Matrix4, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import type { ShapeData } from "../../src/document";
import { shapeGeometry, Shapes } from "../../src/scene/shapes";
import { between, checkeredBall } from "../../src/scene/symbols";
import { setTransform } from "../../src/scene/transforms";

function extents(kind: Exclude<ShapeData["kind"], "mesh">, size: number[]): number[] {
  const geometry = shapeGeometry(kind, size);
  geometry.computeBoundingBox();
  return geometry.boundingBox!.getSize(new Vector3()).toArray();
}

function expectNear(numbers: number[], expected: number[]): void {
  expected.forEach((value, i) => expect(numbers[i]).toBeCloseTo(value, 5));
}

describe("simple shapes", () => {
  test("have the size that the document gives, long ones along z", () => {
    expectNear(extents("box", [0.1, 0.2, 0.3]), [0.1, 0.2, 0.3]);
    expectNear(extents("sphere", [0.5, 0, 0]), [1, 1, 1]);
    expectNear(extents("cylinder", [0.1, 0.8, 0]), [0.2, 0.2, 0.8]);
    expectNear(extents("capsule", [0.1, 0.8, 0]), [0.2, 0.2, 1]);
    expectNear(extents("ellipsoid", [0.1, 0.2, 0.3]), [0.2, 0.4, 0.6]);
    expectNear(extents("plane", [2, 3, 0]), [4, 6, 0]);
  });

  test("of the same kind and size are made once", () => {
    const shapes = new Shapes();
    const shape: ShapeData = {
      kind: "box",
      role: "visual",
      placement: [],
      size: [1, 2, 3],
      mesh: -1,
      color: null,
    };
    expect(shapes.of(shape)).toBe(shapes.of({ ...shape, role: "collision" }));
    expect(shapes.of(shape)).not.toBe(shapes.of({ ...shape, size: [1, 2, 4] }));
    expect(shapes.of({ ...shape, size: [NaN, 1, 1] })).toBeNull();
  });
});

describe("transforms", () => {
  test("rotate by rows and then translate", () => {
    const quarter = [0, -1, 0, 1, 0, 0, 0, 0, 1, 5, 6, 7];
    const point = new Vector3(1, 2, 3).applyMatrix4(setTransform(new Matrix4(), [0, 0, ...quarter], 2));
    expect(point.toArray()).toEqual([3, 7, 10]);
  });

  test("between two points have the right start, end and thickness", () => {
    const [from, to] = [new Vector3(1, 0, 0), new Vector3(1, 0, -2)];
    const matrix = between(from, to, 0.1);
    expect(new Vector3(0, 0, 0).applyMatrix4(matrix).distanceTo(from)).toBeCloseTo(0, 12);
    expect(new Vector3(0, 0, 1).applyMatrix4(matrix).distanceTo(to)).toBeCloseTo(0, 12);
    expect(new Vector3(1, 0, 0).applyMatrix4(matrix).distanceTo(from)).toBeCloseTo(0.1, 12);
    expect(between(from, from, 0.1).elements.every(Number.isFinite)).toBe(true);
  });
});

test("the ball of a centre of mass is half dark and half light", () => {
  const colors = checkeredBall([0, 0, 0], [1, 1, 1]).getAttribute("color");
  let light = 0;
  for (let i = 0; i < colors.count; i++) light += colors.getX(i);
  expect(light).toBe(colors.count / 2);
  expect(new Box3().setFromBufferAttribute(colors as never).max.x).toBe(1);
});
