import { beforeAll, describe, expect, it } from "vitest";
import type { RobotData } from "../../src/document";
import type { Engine, Evaluation } from "../../src/engine/engine";
import { loadEngine } from "../../src/engine/load_engine";
import { equationsOf } from "../../src/recursion/equations";
import { covarianceBefore } from "../../src/recursion/filter_equations";
import { sentenceOf } from "../../src/recursion/sentences";
import { makePlan, type Step } from "../../src/recursion/steps";
import { armsPosition, armsRobot, loopRobot, treeRobot } from "./recursion_robots";

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * b[i], 0);
const times = (P: ArrayLike<number>, x: ArrayLike<number>): number[] =>
  Array.from({ length: 6 }, (_, i) => dot(Array.from(P).slice(6 * i, 6 * i + 6), x));

function expectNear(found: ArrayLike<number>, wanted: ArrayLike<number>): void {
  const scale = 1 + Math.max(...Array.from(wanted, Math.abs));
  Array.from(wanted).forEach((x, i) => expect(Math.abs(found[i] - x)).toBeLessThan(1e-11 * scale));
}

// Velocities and torques that differ between degrees of freedom.
function numbers(count: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => Math.sin(seed + 1.7 * i));
}

function valueOf(robot: RobotData, step: Step, evaluation: Evaluation, symbol: string): ArrayLike<number> {
  const equation = equationsOf(robot, makePlan(robot), step).find((one) => one.symbol === symbol);
  if (!equation) throw new Error(`no ${symbol}`);
  return equation.read(evaluation);
}

describe("the values of the equations on a tree", () => {
  const robot = treeRobot();
  const plan = makePlan(robot);
  let evaluation: Evaluation;
  beforeAll(() => {
    const made = engine.makeRobot(robot);
    const q = made.neutral();
    q[7] = 0.4; // left
    q[9] = 0.1; // right
    evaluation = made.evaluate(q, numbers(12, 1), numbers(12, 2));
  });

  it("satisfy the filter equations at every degree of freedom", () => {
    for (const step of plan.steps.filter(({ phase }) => phase === "filter")) {
      const P = covarianceBefore(plan, step, evaluation);
      const { H } = evaluation.dofs[step.dof];
      const D = dot(H, times(P, H));
      expectNear(valueOf(robot, step, evaluation, "D"), [D]);
      expectNear(
        valueOf(robot, step, evaluation, "G"),
        times(P, H).map((x) => x / D),
      );
      expectNear(times(valueOf(robot, step, evaluation, "P^+"), H), [0, 0, 0, 0, 0, 0]);
    }
  });

  it("satisfy the smoother equations", () => {
    for (const step of plan.steps.filter((one) => one.phase === "smoother" && one.first && one.last)) {
      const { P, z, lambda, lambdaPlus } = evaluation.bodies[step.body];
      const { H, G } = evaluation.dofs[step.dof];
      const [residual] = Array.from(valueOf(robot, step, evaluation, "e^+"));
      const [rate] = Array.from(valueOf(robot, step, evaluation, "v'"));
      expectNear([rate], [residual - dot(G, lambdaPlus)]);
      expectNear(
        valueOf(robot, step, evaluation, "lambda^-"),
        Array.from(lambdaPlus, (x, i) => x + H[i] * rate),
      );
      expectNear(
        valueOf(robot, step, evaluation, "x"),
        times(P, lambda).map((x, i) => x + z[i]),
      );
      expectNear([dot(H, evaluation.bodies[step.body].force)], [evaluation.dofs[step.dof].tau]);
    }
  });

  it("match their shapes, and every step has a sentence", () => {
    const counts = { number: 1, six: 6, matrix: 36 };
    for (const step of plan.steps) {
      for (const { shape, read } of equationsOf(robot, plan, step)) {
        if (shape.kind !== "table") expect(read(evaluation).length).toBe(counts[shape.kind]);
      }
      expect(sentenceOf(robot, plan, step, evaluation)).not.toMatch(/NaN|undefined/);
    }
  });

  it("are described with prediction and innovation", () => {
    const step = plan.steps.find(({ phase, body }) => phase === "filter" && body === 3)!;
    const text = sentenceOf(robot, plan, step, evaluation);
    expect(text).toContain("The predicted value at left hand is");
    expect(text).toContain("N m");
    expect(text).toContain("its own body alone");
  });
});

describe("the values of several arms", () => {
  const robot = armsRobot();
  const plan = makePlan(robot);
  let evaluation: Evaluation;
  beforeAll(() => {
    const made = engine.makeRobot(robot);
    evaluation = made.evaluate(armsPosition, new Float64Array(10), [1, -2, 3, 0.5, 0, 0, 0, 0, 0, 0]);
  });

  it("have a row for each component that a grasp transmits", () => {
    for (const [part, rows] of [6, 3].entries()) {
      const step = plan.steps.find((one) => one.phase === "grasp" && one.part === part)!;
      for (const { shape, read } of equationsOf(robot, plan, step)) {
        if (shape.kind !== "table") throw new Error("expected a table");
        expect(shape.rows(evaluation).length).toBe(rows);
        expect(read(evaluation).length).toBe(rows);
      }
    }
  });

  it("satisfy Omega f = r - A* lambda, with gravity as an acceleration of the ground", () => {
    const [weld] = evaluation.arms!.grasps;
    const { lambda } = evaluation.bodies[4];
    // At the grasp, half a metre along -x from the rod's origin; the robot is at rest.
    const [alpha, a] = [Array.from(lambda).slice(0, 3), Array.from(lambda).slice(3)];
    const wanted = [...alpha, a[0], a[1] - 0.5 * alpha[2], a[2] + 0.5 * alpha[1]];
    const yielded = times(weld.omega, weld.force);
    expectNear(
      Array.from(weld.freeAcceleration, (r, i) => r - yielded[i]),
      wanted,
    );
  });

  it("give contact forces that explain the corrected innovations and the object's acceleration", () => {
    const step = plan.steps.find(({ phase }) => phase === "contact")!;
    const [forces, object] = equationsOf(robot, plan, step).map(({ read }) => Array.from(read(evaluation)));
    expect(forces.length).toBe(9);
    // The grasps' axes are those of the world here. Newton's law for the rod: forces and weight cause the acceleration
    // of its centre of mass, which is not at its origin.
    const [alpha, a] = [object.slice(0, 3), object.slice(3)];
    const c = [0.02, 0.01, -0.2];
    const turning = [
      alpha[1] * c[2] - alpha[2] * c[1],
      alpha[2] * c[0] - alpha[0] * c[2],
      alpha[0] * c[1] - alpha[1] * c[0],
    ];
    [0, 1, 2].forEach((i) => {
      const wanted = 2 * (a[i] + turning[i] + (i === 2 ? 9.81 : 0));
      expect(forces[3 + i] + forces[6 + i]).toBeCloseTo(wanted, 9);
    });
    const corrected = plan.steps.find(({ phase, part }) => phase === "correction" && part === 1)!;
    const [table] = equationsOf(robot, plan, corrected).map(({ read }) => Array.from(read(evaluation)));
    expect(table.length).toBe(6);
    expect(table[0] + table[1]).toBeCloseTo(table[2], 12);
    expect(Math.abs(table[1])).toBeGreaterThan(1e-3);
  });
});

describe("the values of a loop", () => {
  it("are its force and the corrections at the joints", () => {
    const robot = loopRobot();
    const plan = makePlan(robot);
    const evaluation = engine.makeRobot(robot).evaluate([0.3, -0.3, 0.3], [0, 0, 0], [1, 0, 0]);
    const step = (phase: string) => plan.steps.find((one) => one.phase === phase)!;
    expect(valueOf(robot, step("multiplier"), evaluation, "x").length).toBe(6);
    const table = Array.from(valueOf(robot, step("correction"), evaluation, "e"));
    expect(table.length).toBe(9);
    expect(evaluation.a[0]).toBeCloseTo(evaluation.a[2], 9);
    for (const one of plan.steps) {
      expect(sentenceOf(robot, plan, one, evaluation)).not.toMatch(/NaN|undefined/);
    }
  });
});
