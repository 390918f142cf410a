import { Box3, PerspectiveCamera, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { boxCorners } from "../../src/scene/figure";
import { fittingDistance, setPlanes, usualDirection } from "../../src/scene/framing";
import type { Track } from "../../src/app/app";
import type { Source } from "../../src/data/source";
import { motionBox, worthFraming } from "../../src/scene/motion_box";
import { gridSpacing, groundHeight } from "../../src/scene/ground";
import { lowerQuality, Pace } from "../../src/scene/quality";

// A camera that looks at the middle of the box from the computed distance.
function cameraFor(box: Box3, aspect: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(35, aspect);
  camera.up.set(0, 0, 1);
  const middle = box.getCenter(new Vector3());
  const distance = fittingDistance(boxCorners(box), middle, usualDirection, camera);
  camera.position.copy(middle).addScaledVector(usualDirection, distance);
  camera.lookAt(middle);
  const size = box.getSize(new Vector3());
  setPlanes(camera, distance, Math.max(size.x, size.y, size.z));
  camera.updateMatrixWorld(true);
  return camera;
}

describe("the camera", () => {
  test("sees all of a robot closely, from a centimetre to a hundred metres", () => {
    for (const scale of [0.01, 1, 100]) {
      for (const aspect of [0.4, 1, 2.5]) {
        const box = new Box3(new Vector3(-0.2, -0.3, -1), new Vector3(0.5, 0.3, 0.8));
        box.min.multiplyScalar(scale);
        box.max.multiplyScalar(scale);
        const camera = cameraFor(box, aspect);
        const seen = boxCorners(box).map((corner) => corner.project(camera));
        const furthest = Math.max(...seen.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))));
        expect(furthest).toBeCloseTo(1, 6);
        expect(seen.every(({ z }) => z > -1 && z < 1)).toBe(true);
      }
    }
  });
});

describe("the ground", () => {
  test("has lines every tenth of a metre for robots of human size, and other spacings for tiny and huge ones", () => {
    expect(gridSpacing(1.8)).toBeCloseTo(0.1, 12);
    expect(gridSpacing(0.01)).toBeCloseTo(0.001, 12);
    expect(gridSpacing(8)).toBeCloseTo(1, 12);
    expect(gridSpacing(100)).toBeCloseTo(10, 12);
  });

  test("is at height zero, unless the robot hangs below it", () => {
    expect(groundHeight(0, 0, 1)).toBe(0);
    expect(groundHeight(0.5, 0.5, 1)).toBe(0);
    expect(groundHeight(-0.01, -0.01, 1)).toBe(0); // feet that press into it
    expect(groundHeight(0, -0.05, 1)).toBe(0); // a tool below the base
    expect(groundHeight(-0.05, -0.05, 1)).toBe(-0.05);
    expect(groundHeight(-0.9, -0.9, 1.7)).toBe(-0.9);
    expect(groundHeight(-0.5, -1, 1)).toBe(-1);
  });
});

describe("the quality", () => {
  test("is lowered when consecutive pictures are late, not when they are far apart", () => {
    const late = new Pace();
    const verdicts = Array.from({ length: 60 }, (_, i) => late.tooSlow(40 * i));
    expect(verdicts.filter(Boolean)).toHaveLength(1);
    const smooth = new Pace();
    expect(Array.from({ length: 200 }, (_, i) => smooth.tooSlow(16.7 * i)).some(Boolean)).toBe(false);
    const seldom = new Pace();
    expect(Array.from({ length: 200 }, (_, i) => seldom.tooSlow(500 * i)).some(Boolean)).toBe(false);
  });

  test("loses shadows first and then resolution, down to one", () => {
    const first = lowerQuality({ shadows: true, pixelRatio: 2 });
    expect(first).toEqual({ shadows: false, pixelRatio: 2 });
    let last = first;
    for (let i = 0; i < 5; i++) last = lowerQuality(last);
    expect(last.pixelRatio).toBe(1);
  });
});

describe("the box of a motion", () => {
  const track = (rows: number): Track =>
    ({
      index: 0,
      data: { robot: { bodies: [{ mass: 1, com: [0, 0, 1] }] }, result: { rows } },
      robot: {
        positionSize: 1,
        poses: (q: ArrayLike<number>) => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, q[0], 0, 0),
      },
    }) as unknown as Track;

  test("is found from records spread over the result", async () => {
    const source = { rows: (...[, , , count, stride]: number[]) => sweep(count, stride) };
    const sweep = (count: number, stride: number) =>
      Promise.resolve(Float64Array.from({ length: count }, (_, i) => i * stride));
    const box = await motionBox(source as unknown as Source, track(1000));
    expect(box.min.toArray()).toEqual([0, 0, 0]);
    expect(box.max.x).toBeGreaterThan(900);
    expect(box.max.z).toBe(1);
    expect(worthFraming(box, 1)).toBe(false);
    expect(worthFraming(box, 500)).toBe(true);
  });

  test("is empty if there are no records, none arrive, or all are NaN", async () => {
    const refuse = { rows: () => Promise.reject(new Error("gone")) } as unknown as Source;
    const wild = { rows: () => Promise.resolve(Float64Array.of(NaN)) } as unknown as Source;
    for (const box of [
      await motionBox(refuse, track(10)),
      await motionBox(refuse, track(0)),
      await motionBox(wild, track(1)),
    ]) {
      expect(worthFraming(box, 1)).toBe(false);
    }
  });
});
