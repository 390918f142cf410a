import { describe, expect, it } from "vitest";
import {
  bodiesSoFar,
  isBeyond,
  makePlan,
  sectionOf,
  stepOfBody,
  type Phase,
  type Plan,
} from "../../src/recursion/steps";
import { layOut } from "../../src/recursion/tree_layout";
import { paceOf, Walk } from "../../src/recursion/walk";
import { twoLinkDocument } from "../fixtures/two_link";
import { armsRobot, loopRobot, treeRobot } from "./recursion_robots";

const bodiesOf = (plan: Plan, phase: Phase): number[] =>
  plan.steps.filter((step) => step.phase === phase).map((step) => step.body);

describe("the steps of a chain", () => {
  const plan = makePlan(twoLinkDocument().tracks[0].robot);

  it("go outward with the velocities, inward with the filter, and outward again", () => {
    expect(plan.sections.map(({ phase }) => phase)).toEqual(["velocity", "filter", "smoother"]);
    expect(bodiesOf(plan, "velocity")).toEqual([0, 1]);
    expect(bodiesOf(plan, "filter")).toEqual([1, 0]);
    expect(bodiesOf(plan, "smoother")).toEqual([0, 1]);
  });

  it("are found by body, in the sweep that is shown", () => {
    expect(stepOfBody(plan, 1, -1)).toBe(2); // the filter, where none is shown
    expect(stepOfBody(plan, 1, 0)).toBe(1);
    expect(stepOfBody(plan, 1, 4)).toBe(5);
    expect(stepOfBody(plan, -1, 4)).toBe(-1);
  });

  it("know the bodies that their sweep has reached", () => {
    expect(bodiesSoFar(plan, 2)).toEqual([1]);
    expect(bodiesSoFar(plan, 3)).toEqual([1, 0]);
    expect(bodiesSoFar(plan, -1)).toEqual([]);
    expect(sectionOf(plan, 6)).toBeNull();
  });
});

describe("the steps of a tree", () => {
  const robot = treeRobot();
  const plan = makePlan(robot);

  it("omit bodies behind fixed joints", () => {
    expect(plan.carrier).toEqual([0, 0, 2, 3, 4, 5]);
    expect(bodiesOf(plan, "velocity")).toEqual([0, 2, 3, 4, 5]);
    expect(stepOfBody(plan, 1, 0)).toBe(0);
  });

  it("take the degrees of freedom of a joint from last to first inward, and from first to last outward", () => {
    const dofs = (phase: Phase) =>
      plan.steps.filter((step) => step.phase === phase && step.body === 5).map((step) => step.dof);
    expect(dofs("filter")).toEqual([11, 10, 9]);
    expect(dofs("smoother")).toEqual([9, 10, 11]);
    const base = plan.steps.filter((step) => step.phase === "filter" && step.body === 0);
    expect(base.map(({ first }) => first)).toEqual([true, false, false, false, false, false]);
    expect(base.map(({ last }) => last)).toEqual([false, false, false, false, false, true]);
  });

  it("reach a body after its descendants inward, and before them outward", () => {
    for (const phase of ["filter", "smoother", "velocity"] as const) {
      const order = bodiesOf(plan, phase);
      for (const body of order) {
        for (const other of order.filter((candidate) => isBeyond(robot, candidate, body))) {
          const outerFirst = order.indexOf(other) < order.indexOf(body);
          expect(outerFirst).toBe(phase === "filter");
        }
      }
    }
  });

  it("are drawn with one line per branch", () => {
    const layout = layOut(robot, plan);
    expect(layout.places.map(({ body, parent, column, line }) => [body, parent, column, line])).toEqual([
      [0, -1, 0, 0],
      [2, 0, 1, 0],
      [3, 2, 2, 0],
      [4, 0, 1, 1],
      [5, 4, 2, 1],
    ]);
    expect([layout.columns, layout.lines]).toEqual([3, 2]);
  });
});

describe("the steps of coupled robots", () => {
  it("are the five stages of R88 for several arms, with the rigid object in the contact stage only", () => {
    const plan = makePlan(armsRobot());
    expect(plan.sections.map(({ phase, stage }) => [phase, stage])).toEqual([
      ["velocity", 0],
      ["filter", 1],
      ["grasp", 2],
      ["contact", 3],
      ["correction", 4],
      ["smoother", 5],
    ]);
    expect(bodiesOf(plan, "filter")).toEqual([1, 0, 3, 2]);
    expect(plan.steps.filter(({ phase }) => phase === "grasp").map(({ part }) => part)).toEqual([0, 1]);
    expect(bodiesOf(plan, "velocity")).toContain(4);
  });

  it("have multipliers and a correction between the sweeps if there is a loop", () => {
    const phases = makePlan(loopRobot()).sections.map(({ phase }) => phase);
    expect(phases).toEqual(["velocity", "filter", "multiplier", "correction", "smoother"]);
  });

  it("are empty if no joint moves", () => {
    const robot = loopRobot();
    robot.bodies.forEach((body) => (body.joint.kind = "fixed"));
    robot.dofs = [];
    expect(makePlan(robot).steps).toEqual([]);
  });
});

describe("playback of the steps", () => {
  function walkFrom(start: number, count: number) {
    const at: number[] = [];
    let step = start;
    let tick: (() => void) | null = null;
    const clock = {
      start: (run: () => void) => (tick = run),
      stop: () => (tick = null),
    };
    const go = (next: number) => at.push((step = next));
    return { walk: new Walk(count, () => step, go, clock), at, tick: () => tick?.() };
  }

  it("goes through all steps and stops at the last", () => {
    const { walk, at, tick } = walkFrom(-1, 3);
    walk.start();
    for (let i = 0; i < 10; i++) tick();
    expect(at).toEqual([0, 1, 2]);
    expect(walk.playing).toBe(false);
  });

  it("restarts from the end, and continues from the current step", () => {
    const again = walkFrom(2, 3);
    again.walk.start();
    expect(again.at).toEqual([0]);
    const on = walkFrom(1, 5);
    on.walk.start();
    on.tick();
    expect(on.at).toEqual([1, 2]);
  });

  it("is neither too slow nor too fast", () => {
    expect(paceOf(6)).toBe(900);
    expect(100 * paceOf(100)).toBeLessThanOrEqual(20_001);
    expect(paceOf(5000)).toBe(90);
  });
});
