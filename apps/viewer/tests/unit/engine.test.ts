import { beforeAll, describe, expect, it } from "vitest";
import type { Engine, Robot } from "../../src/engine/engine";
import { loadEngine } from "../../src/engine/load_engine";
import { bentArms, fourLimbs, twoArmsWithBar } from "../fixtures/many_joints";
import { twoLinkDocument } from "../fixtures/two_link";

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const twoLinks = () => twoLinkDocument().tracks[0].robot;

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 9): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i], digits);
}
function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, x, i) => sum + x * b[i], 0);
}
const times = (matrix: Float64Array, x: ArrayLike<number>): number[] =>
  Array.from({ length: x.length }, (_, i) => dot(matrix.subarray(i * x.length, (i + 1) * x.length), x));
const waves = (size: number, phase: number): number[] =>
  Array.from({ length: size }, (_, i) => Math.sin(1.7 * i + phase));

describe("the engine, on two links", () => {
  let robot: Robot;
  beforeAll(() => {
    robot = engine.makeRobot(twoLinks());
  });

  it("knows the sizes and the neutral position", () => {
    expect([robot.positionSize, robot.dofCount]).toEqual([2, 2]);
    expect([...robot.neutral()]).toEqual([0, 0]);
  });

  it("places the bodies by their joint angles", () => {
    const poses = robot.poses([Math.PI / 2, 0]);
    expect(poses.length).toBe(24);
    // A rotation by 90 degrees about y takes -z to -x, and x to -z.
    expectClose(poses.subarray(12), [0, 0, 1, 0, 1, 0, -1, 0, 0, -0.5, 0, 0]);
  });

  it("finds their common centre of mass", () => {
    expectClose(robot.massCentre([0, 0]), [0, 0, -0.5]);
  });

  it("returns arrays that later calls do not change", () => {
    const first = robot.poses([0.3, 0.4]);
    const copy = Float64Array.from(first);
    robot.poses([1, 2]);
    expect(first).toEqual(copy);
  });

  it("splits the torques of a pendulum", () => {
    // At a horizontal position the torque of gravity about the shoulder is m g (l/2 + l + l/2), about the elbow m g
    // l/2.
    const { inertial, coriolis, gravity } = robot.split([-Math.PI / 2, 0], [0, 0], [0, 0]);
    expectClose(inertial, [0, 0]);
    expectClose(coriolis, [0, 0]);
    expectClose(Array.from(gravity, Math.abs), [9.81 * (0.25 + 0.75), 9.81 * 0.25]);
  });

  it("computes accelerations from torques and back", () => {
    const [q, v, a] = [
      [0.4, -0.7],
      [1.1, 0.3],
      [0.5, -2],
    ];
    const tau = robot.appliedTorques(q, v, a, []);
    const said = robot.evaluate(q, v, tau);
    expectClose(said.a, a);
    const { inertial, coriolis, gravity } = robot.split(q, v, a);
    expectClose(
      inertial.map((x, i) => x + coriolis[i] + gravity[i]),
      tau,
    );
    expect(said.arms).toBeNull();
    expect(said.kinetic).toBeGreaterThan(0);
  });

  it("names the faulty body or joint", () => {
    const wrong = twoLinks();
    wrong.bodies[1].mass = NaN;
    expect(() => engine.makeRobot(wrong)).toThrow(/lower.*nan/s);
    const shifted = twoLinks();
    shifted.bodies[1].joint.q = 5;
    expect(() => engine.makeRobot(shifted)).toThrow(/elbow.*expected 1/s);
    const unknown = twoLinks();
    unknown.bodies[1].joint.kind = "rubber" as "fixed";
    expect(() => engine.makeRobot(unknown)).toThrow(/rubber/);
    const lost = twoLinks();
    lost.bodies[1].parent = 7;
    expect(() => engine.makeRobot(lost)).toThrow();
    expect(() => robot.poses([1])).toThrow();
    expect(() => robot.poses([NaN, 0])).toThrow(/q/);
  });

  it("poses a robot that cannot exist, and says why it has no accelerations", () => {
    const impossible = twoLinks();
    impossible.bodies[1].mass = -1.5;
    const made = engine.makeRobot(impossible);
    expect(made.poses([0, 0]).length).toBeGreaterThan(0);
    expect(() => made.evaluate([0, 0], [0, 0], [0, 0])).toThrow(/lower.*-1.5/s);
  });

  it("takes names with any characters", () => {
    const named = twoLinks();
    named.bodies[1].name = "ünter\0arm <b>";
    named.bodies[1].mass = NaN;
    expect(() => engine.makeRobot(named)).toThrow(/ünter arm <b>/);
  });
});

describe("the engine, on a floating robot with 38 DOFs", () => {
  let robot: Robot;
  let q: number[];
  beforeAll(() => {
    robot = engine.makeRobot(fourLimbs());
    q = [0.1, 0.2, 1, 1, 0, 0, 0, ...waves(32, 0.2)];
  });

  it("satisfies the filter equations at every degree of freedom", () => {
    const said = robot.evaluate(q, waves(38, 1), waves(38, 2));
    expect(said.bodies.length).toBe(34);
    expect(said.dofs.length).toBe(38);
    const limbs = said.dofs.slice(6);
    limbs.forEach(({ H, D, G, tau, innovation, residual }, i) => {
      const { P, z } = said.bodies[1 + i];
      const column = times(P, H);
      expect(D).toBeCloseTo(dot(H, column) + 0.01, 9);
      expectClose(
        G,
        column.map((x) => x / D),
      );
      expect(innovation).toBeCloseTo(tau - dot(H, z), 9);
      expect(residual).toBeCloseTo(innovation / D, 9);
    });
  });

  it("gives the force across every joint, also in the frames of bodies fixed to it", () => {
    const said = robot.evaluate(q, waves(38, 1), waves(38, 2));
    said.dofs.slice(6).forEach(({ H, tau, acceleration }, i) => {
      expect(dot(H, said.bodies[1 + i].force)).toBeCloseTo(tau - 0.01 * acceleration, 8);
    });
    const [behind, mounted] = said.bodies.slice(-2);
    expectClose(mounted.force.subarray(3), behind.force.subarray(3));
  });

  it("factors the mass matrix", () => {
    const { size, mass, inverse, factor, inverseFactor, D } = robot.matrices(q);
    const x = waves(size, 3);
    expectClose(times(inverse, times(mass, x)), x, 6);
    expectClose(times(inverseFactor, times(factor, x)), x, 8);
    const column = (matrix: Float64Array, y: ArrayLike<number>): number[] =>
      Array.from({ length: size }, (_, j) =>
        dot(
          y,
          Array.from({ length: size }, (__, i) => matrix[i * size + j]),
        ),
      );
    const scaled = column(factor, x).map((y, i) => y * D[i]);
    expectClose(times(factor, scaled), times(mass, x), 8);
  });

  it("is fast enough for every frame of the screen", () => {
    const v = waves(38, 1);
    const tau = waves(38, 2);
    // Milliseconds of processor time, independent of other programs.
    const time = (work: () => void): number => {
      for (let i = 0; i < 300; i++) work();
      const start = process.cpuUsage();
      for (let i = 0; i < 300; i++) work();
      return process.cpuUsage(start).user / 300e3;
    };
    expect(time(() => robot.poses(q))).toBeLessThan(0.2);
    expect(time(() => robot.evaluate(q, v, tau))).toBeLessThan(1);
  });
});

describe("the engine, on two arms that hold a bar", () => {
  let robot: Robot;
  let q: Float64Array;
  const v = new Float64Array(18);
  const tau = waves(18, 0.5);
  beforeAll(() => {
    robot = engine.makeRobot(twoArmsWithBar());
    const found = robot.assemble(bentArms(), [0, 1, 2]);
    if (!found) throw new Error("the arms do not meet the bar");
    q = found;
  });

  it("assembles them while some joints stay unchanged", () => {
    expectClose(q.subarray(0, 3), [0, 0.4, 0.3]);
    const { loops } = robot.evaluate(q, v, tau);
    for (const { first, second } of loops) expectClose(first, second);
    expect(robot.assemble(bentArms(), [...q.keys()])).toBeNull();
  });

  it("provides the stages of several arms", () => {
    const { arms, loops, a } = robot.evaluate(q, v, tau);
    expect(arms?.grasps.map(({ loop, arm, rows }) => [loop, arm, rows])).toEqual([
      [0, 0, 6],
      [1, 1, 6],
    ]);
    expectClose(arms!.objectAcceleration, a.subarray(12));
    for (const { omega } of arms!.grasps) {
      for (let i = 0; i < 6; i++) {
        for (let j = 0; j < 6; j++) expect(omega[6 * i + j]).toBeCloseTo(omega[6 * j + i], 12);
      }
    }
    expect(loops.every(({ closed }) => closed)).toBe(true);
  });

  it("finds the torques of a motion with contact forces", () => {
    const said = robot.evaluate(q, v, tau);
    const forces = said.loops.map(({ force }) => force);
    expectClose(robot.appliedTorques(q, v, said.a, forces), tau, 7);
    const unknown = robot.appliedTorques(q, v, said.a, [null, Float64Array.from({ length: 6 }, () => NaN)]);
    expectClose(unknown, robot.appliedTorques(q, v, said.a, []));
  });

  it("lets the bar fall when both arms release it", () => {
    const { a, loops, arms, dofs } = robot.evaluate(q, v, new Float64Array(18), [false, false]);
    const [x, y, z] = a.subarray(15);
    expect(Math.hypot(x, y, z)).toBeCloseTo(9.81, 9);
    expect(loops.map(({ closed }) => closed)).toEqual([false, false]);
    expect(arms?.grasps.map(({ rows }) => rows)).toEqual([0, 0]);
    for (const dof of dofs) expect(dof.innovation).toBeCloseTo(dof.freeInnovation, 12);
  });
});
