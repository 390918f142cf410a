import { Color, Group } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import type { RobotData } from "../../src/document";
import type { Engine } from "../../src/engine/engine";
import { loadEngine } from "../../src/engine/load_engine";
import { Glyphs } from "../../src/recursion/glyphs";
import { HelixGeometry } from "../../src/recursion/shapes";
import { drawStep } from "../../src/recursion/step_picture";
import { makePlan, type Phase } from "../../src/recursion/steps";
import { scaleOf, type Scene } from "../../src/recursion/symbols";
import { armsPosition, armsRobot, loopRobot, treeRobot } from "./recursion_robots";

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

// Records the numbers of all drawn objects.
class Recorder {
  calls: { kind: string; numbers: unknown[] }[] = [];
  private note =
    (kind: string) =>
    (...numbers: unknown[]) =>
      this.calls.push({ kind, numbers });
  line = this.note("line");
  arrow = this.note("arrow");
  couple = this.note("couple");
  screw = this.note("screw");
  ellipsoid = this.note("ellipsoid");
  of(kind: string): unknown[][] {
    return this.calls.filter((call) => call.kind === kind).map(({ numbers }) => numbers);
  }
}

function sceneOf(robot: RobotData, q: ArrayLike<number>, tau: ArrayLike<number>): Scene {
  const made = engine.makeRobot(robot);
  const v = Float64Array.from({ length: robot.dofs.length }, (_, i) =>
    robot.loops.length > 0 ? 0 : Math.cos(i),
  );
  return {
    robot,
    plan: makePlan(robot),
    evaluation: made.evaluate(q, v, tau),
    poses: made.poses(q),
    extent: 1,
    growth: 1,
    paint: (_, opacity) => ({ color: new Color(), opacity }),
  };
}

function draw(scene: Scene, phase: Phase, index = 0) {
  const recorder = new Recorder();
  const step = scene.plan.steps.findIndex((one) => one.phase === phase) + index;
  const legend = drawStep(scene, recorder as unknown as Glyphs, step);
  return { recorder, legend };
}

const wrong = (value: unknown): boolean => JSON.stringify(value).includes("null"); // JSON writes NaN as null

describe("the picture of a tree", () => {
  let scene: Scene;
  beforeAll(() => {
    const robot = treeRobot();
    const q = engine.makeRobot(robot).neutral();
    scene = sceneOf(robot, q, new Float64Array(12).fill(0.5));
  });

  it("has an ellipsoid for every body that the filter has reached, and the rings of P+ at the current one", () => {
    expect(draw(scene, "filter", 0).recorder.of("ellipsoid").length).toBe(1 + 1);
    expect(draw(scene, "filter", 3).recorder.of("ellipsoid").length).toBe(2 + 1);
    const filters = scene.plan.steps.filter(({ phase }) => phase === "filter").length;
    expect(draw(scene, "filter", filters - 1).recorder.of("ellipsoid").length).toBe(5 + 1);
  });

  it("has ellipsoids that grow from the tips to the base", () => {
    const { recorder } = draw(scene, "filter", 11);
    const sizes = recorder.of("ellipsoid").map((numbers) => Math.max(...(numbers[2] as number[])));
    const base = sizes[sizes.length - 2]; // the last is the rings
    expect(Math.max(...sizes.slice(0, -2))).toBeLessThan(base);
  });

  it("has no NaN in any step", () => {
    scene.plan.steps.forEach((_, index) => {
      const recorder = new Recorder();
      const legend = drawStep(scene, recorder as unknown as Glyphs, index);
      expect(legend.length).toBeGreaterThan(0);
      for (const { numbers } of recorder.calls) expect(wrong(numbers)).toBe(false);
    });
  });

  it("shows the motion of the current body as a screw or as arrow and arc", () => {
    const { recorder } = draw(scene, "velocity", 2);
    expect(recorder.of("screw").length + recorder.of("couple").length).toBeGreaterThan(0);
  });
});

describe("the picture of coupled robots", () => {
  it("shows the forces of the arms on the object, which carry its weight", () => {
    const robot = armsRobot();
    const made = engine.makeRobot(robot);
    // Torques that balance the arms alone; the rod then pulls them down.
    const holding = made.split(armsPosition, new Float64Array(10), new Float64Array(10)).gravity;
    const scene = sceneOf(robot, armsPosition, [...holding.slice(0, 4), 0, 0, 0, 0, 0, 0]);
    const { recorder, legend } = draw(scene, "contact");
    const upward = recorder
      .of("arrow")
      .slice(0, 2)
      .map((numbers) => (numbers[1] as number[])[2]);
    expect(upward.length).toBe(2);
    expect(Math.min(...upward)).toBeGreaterThan(0);
    expect(legend[0].text).toContain("on the object");
  });

  it("is empty if the forces are rounding errors", () => {
    const robot = loopRobot();
    robot.gravity = [0, 0, 0];
    const scene = sceneOf(robot, [0.3, -0.3, 0.3], [0, 0, 0]);
    const { recorder, legend } = draw(scene, "multiplier");
    expect(recorder.calls).toEqual([]);
    expect(legend[0].scale).toBe("all zero");
  });
});

describe("scales of symbols", () => {
  it("draw moments small if they are negligible relative to the forces at the size of the robot", () => {
    const scale = scaleOf([[0.001, 0, 0, 0, 0, 20]], 2);
    expect(scale).toEqual({ angular: 2, linear: 20 });
    expect(scaleOf([[3, 0, 0, 0, 0, 20]], 2).angular).toBe(5);
    expect(scaleOf([[0, 0, 0, 0, 0, 1e-13]], 2).linear).toBe(Infinity);
  });
});

describe("the pool of symbols", () => {
  const paint = { color: new Color("#b3500b"), opacity: 1 };

  it("is reused, hides unused objects and disposes of all", () => {
    const group = new Group();
    const glyphs = new Glyphs(group, () => 0.01);
    const shown = () => group.children.filter(({ visible }) => visible).length;
    glyphs.begin();
    glyphs.arrow([0, 0, 0], [0, 0, 1], 1, paint);
    glyphs.couple([0, 0, 0], [0, 1, 0], 0.2, paint);
    glyphs.end();
    const made = group.children.length;
    expect(shown()).toBe(4); // shaft, arc and two heads
    glyphs.begin();
    glyphs.arrow([1, 0, 0], [1, 0, 0], 1, paint);
    glyphs.end();
    expect(group.children.length).toBe(made);
    expect(shown()).toBe(2);
    glyphs.clear();
    expect(shown()).toBe(0);
    glyphs.dispose();
    expect(group.children.length).toBe(0);
  });

  it("draws nothing without length or direction", () => {
    const group = new Group();
    const glyphs = new Glyphs(group, () => 0.01);
    glyphs.begin();
    glyphs.arrow([0, 0, 0], [0, 0, 0], 1, paint);
    glyphs.arrow([0, 0, 0], [1, 0, 0], 0, paint);
    glyphs.couple([0, 0, 0], [0, 0, 0], 1, paint);
    glyphs.end();
    expect(group.children.length).toBe(0);
  });

  it("bends an arc by the right-hand rule and gives a helix its rise", () => {
    const helix = new HelixGeometry();
    const arc = helix.shape(0.25, 2, 0.1, 0);
    expect(arc.end.x).toBeCloseTo(0, 12);
    expect(arc.end.y).toBeCloseTo(2, 12);
    expect(arc.along.x).toBeCloseTo(-1, 12);
    const climbing = helix.shape(1, 1, 0.1, 3);
    expect(climbing.end.z).toBeCloseTo(1.5, 12);
    expect(climbing.along.z).toBeGreaterThan(0);
  });
});
