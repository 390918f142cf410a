// Lists the steps of forward dynamics: one body at a time, and one degree of freedom at a time for joints with several.
// Bodies behind fixed joints belong to the body that carries them.

import type { RobotData } from "../document";

export type Phase =
  | "velocity" // outward: R87 (11)-(12)
  | "filter" // inward: R87 (36)-(43); with several arms stage 1 of R88
  | "grasp" // stage 2: free accelerations of the arms at their grasps
  | "contact" // stage 3: the contact forces and the object
  | "multiplier" // closed loops: the forces that close them
  | "correction" // corrections of the innovations by these forces; stage 4
  | "smoother"; // outward: R87 (45)-(47); stage 5

export interface Step {
  phase: Phase;
  body: number; // -1: the step concerns several bodies
  dof: number; // -1: the joint as a whole, or none
  part: number; // index of the arm of this step; -1: all arms
  first: boolean; // true for the first degree of freedom of its joint in this sweep
  last: boolean;
}

// A sequence of steps with one name; the buttons above the list jump to it.
export interface Section {
  phase: Phase;
  title: string;
  direction: "outward" | "inward" | "across";
  stage: number; // of R88 Result 8.1; 0: none
  from: number;
  count: number;
}

export interface Plan {
  steps: Step[];
  sections: Section[];
  dofs: number[][]; // of each body
  carrier: number[]; // of each body: itself, or the body that it is fixed to; -1: the ground
}

export function makePlan(robot: RobotData): Plan {
  const dofs = dofsOfBodies(robot);
  const carrier: number[] = [];
  robot.bodies.forEach((body, index) => {
    carrier.push(dofs[index].length > 0 ? index : body.parent < 0 ? -1 : carrier[body.parent]);
  });
  const arms = isArms(robot);
  const plan: Plan = { steps: [], sections: [], dofs, carrier };
  const add = (
    phase: Phase,
    title: string,
    direction: Section["direction"],
    stage: number,
    steps: Step[],
  ) => {
    if (steps.length === 0) return;
    plan.sections.push({ phase, title, direction, stage, from: plan.steps.length, count: steps.length });
    plan.steps.push(...steps);
  };
  const moving = robot.bodies.map((_, index) => index).filter((index) => dofs[index].length > 0);
  const swept = moving.filter((body) => !isRigidObject(robot, dofs, body));
  const inward = partsOf(robot).flatMap((part) =>
    swept
      .filter((body) => partOf(robot, body) === part)
      .reverse()
      .flatMap((body) => alongJoint("filter", body, part, [...dofs[body]].reverse())),
  );
  const outward = swept.flatMap((body) => alongJoint("smoother", body, partOf(robot, body), dofs[body]));
  add(
    "velocity",
    "Velocities",
    "outward",
    0,
    moving.map((body) => whole("velocity", body, partOf(robot, body))),
  );
  add("filter", "Filter", "inward", arms ? 1 : 0, inward);
  if (arms) {
    const holding = holdingArms(robot);
    add(
      "grasp",
      "Grasps",
      "across",
      2,
      holding.map((part) => whole("grasp", -1, part)),
    );
    add("contact", "Contact", "across", 3, [whole("contact", -1, -1)]);
    add(
      "correction",
      "Correction",
      "inward",
      4,
      holding.map((part) => whole("correction", -1, part)),
    );
  } else if (robot.loops.length + robot.couplings.length > 0 && moving.length > 0) {
    if (robot.loops.length > 0) add("multiplier", "Loops", "across", 0, [whole("multiplier", -1, -1)]);
    add("correction", "Correction", "inward", 0, [whole("correction", -1, -1)]);
  }
  add("smoother", "Smoother", "outward", arms ? 5 : 0, outward);
  return plan;
}

// Several arms that are coupled by their object only use the stages of R88; with loops of their own, multipliers.
export function isArms(robot: RobotData): boolean {
  return robot.parts.length > 1 && robot.couplings.length === 0 && robot.loops.every((loop) => loop.arm >= 0);
}

function dofsOfBodies(robot: RobotData): number[][] {
  const dofs: number[][] = robot.bodies.map(() => []);
  robot.dofs.forEach((dof, index) => dofs[dof.body]?.push(index));
  return dofs;
}

function whole(phase: Phase, body: number, part: number): Step {
  return { phase, body, dof: -1, part, first: true, last: true };
}

function alongJoint(phase: Phase, body: number, part: number, dofs: number[]): Step[] {
  return dofs.map((dof, i) => ({
    phase,
    body,
    dof,
    part,
    first: i === 0,
    last: i === dofs.length - 1,
  }));
}

function partOf(robot: RobotData, body: number): number {
  return robot.parts.findIndex(
    ({ firstBody, bodyCount }) => body >= firstBody && body < firstBody + bodyCount,
  );
}

function partsOf(robot: RobotData): number[] {
  return robot.parts.length > 0 ? robot.parts.map((_, part) => part) : [-1];
}

// Arms with a grasp, in their order.
function holdingArms(robot: RobotData): number[] {
  const arms = new Set(robot.loops.map((loop) => loop.arm).filter((arm) => arm >= 0));
  return [...arms].sort((one, other) => one - other);
}

// An object without joints of its own has no sweep; it is part of the contact step.
function isRigidObject(robot: RobotData, dofs: number[][], body: number): boolean {
  if (!isArms(robot) || partOf(robot, body) !== robot.parts.length - 1) return false;
  const { firstBody, bodyCount } = robot.parts[robot.parts.length - 1];
  const moving = dofs.slice(firstBody, firstBody + bodyCount).filter((own) => own.length > 0);
  return moving.length === 1;
}

export function sectionOf(plan: Plan, step: number): Section | null {
  return plan.sections.find(({ from, count }) => step >= from && step < from + count) ?? null;
}

// The step of a body, preferably in the sweep of step `near`; -1: there is none.
export function stepOfBody(plan: Plan, body: number, near: number): number {
  const moving = body < 0 ? -1 : plan.carrier[body];
  if (moving < 0) return -1;
  if (plan.steps[near]?.body === moving) return near;
  const phases: Phase[] = ["filter", "velocity"];
  if (plan.steps[near]) phases.unshift(plan.steps[near].phase);
  for (const phase of phases) {
    const found = plan.steps.findIndex((step) => step.phase === phase && step.body === moving);
    if (found >= 0) return found;
  }
  return -1;
}

// The moving bodies that the sweep has reached at this step, the current one last.
export function bodiesSoFar(plan: Plan, step: number): number[] {
  const section = sectionOf(plan, step);
  if (!section) return [];
  const bodies = plan.steps.slice(section.from, step + 1).map(({ body }) => body);
  return [...new Set(bodies)].filter((body) => body >= 0);
}

// True if one body carries the other.
export function isBeyond(robot: RobotData, body: number, ancestor: number): boolean {
  for (let at = robot.bodies[body].parent; at >= 0; at = robot.bodies[at].parent) {
    if (at === ancestor) return true;
  }
  return false;
}
