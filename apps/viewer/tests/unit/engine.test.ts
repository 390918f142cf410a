import { beforeAll, describe, expect, it } from "vitest";
import type { Engine, Robot } from "../../src/engine/engine";
import { loadEngine } from "../../src/engine/load_engine";
import { twoLinkDocument } from "../fixtures/two_link";

let engine: Engine;
let robot: Robot;
beforeAll(async () => {
  engine = await loadEngine();
  robot = engine.makeRobot(twoLinkDocument().tracks[0].robot);
});

describe("the engine, on two links", () => {
  it("knows the sizes and the neutral position", () => {
    expect([robot.positionSize, robot.freedomCount]).toEqual([2, 2]);
    expect([...robot.neutral()]).toEqual([0, 0]);
  });

  it("puts the bodies where the joints turn them", () => {
    const poses = robot.poses([Math.PI / 2, 0]);
    expect(poses.length).toBe(24);
    // A quarter turn about y takes -z to -x.
    expect(poses[12 + 9]).toBeCloseTo(-0.5, 12);
    expect(poses[12 + 11]).toBeCloseTo(0, 12);
  });

  it("finds the mass centre between the two", () => {
    const centre = robot.massCentre([0, 0]);
    expect(centre[2]).toBeCloseTo(-0.5, 12);
  });
});
