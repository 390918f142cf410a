// Robots for the tests of the recursion: a tree with fixed bodies and a floating base, a loop, two arms with a rod.

import type { BodyData, JointKind, LoopData, PartData, RobotData } from "../../src/document";

type Place = [number, number, number];

const at = ([x, y, z]: Place): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z];
const sizes: Partial<Record<JointKind, [number, number]>> = {
  fixed: [0, 0],
  floating: [7, 6],
  spherical: [4, 3],
};

// Assigns the bodies, in depth-first order, their indices in q and v.
export class RobotMaker {
  readonly robot: RobotData;
  private q = 0;
  private v = 0;

  constructor(name: string, gravity = -9.81) {
    const none = {
      bodies: [],
      frames: [],
      coordinates: [],
      dofs: [],
      loops: [],
      couplings: [],
      parts: [],
    };
    this.robot = { name, gravity: [0, 0, gravity], ...none };
  }

  body(
    name: string,
    parent: number,
    kind: JointKind,
    place: Place,
    axis: Place = [0, 1, 0],
    mass = 1,
  ): number {
    const index = this.robot.bodies.length;
    const [q, v] = sizes[kind] ?? [1, 1];
    const body: BodyData = {
      name,
      parent,
      placement: at(place),
      joint: { name: `${name} joint`, kind, axis, axis2: axis, pitch: 0, q: this.q, v: this.v },
      mass,
      com: [0.02, 0.01, -0.2],
      inertia: [0.02, 0.025, 0.01, 0, 0.001, 0],
      shapes: [],
    };
    this.robot.bodies.push(body);
    for (let i = 0; i < q; i++) this.robot.coordinates.push({ name: `${name} q${i}`, unit: "1" });
    for (let i = 0; i < v; i++) {
      const slides = kind === "prismatic" || (kind === "floating" && i >= 3);
      const units = slides ? { unit: "m/s", torqueUnit: "N" } : { unit: "rad/s", torqueUnit: "N m" };
      const limits = { lower: null, upper: null, maxVelocity: null, maxEffort: null };
      this.robot.dofs.push({
        name: v > 1 ? `${name} ${i}` : name,
        body: index,
        ...units,
        armature: 0,
        ...limits,
      });
    }
    this.q += q;
    this.v += v;
    return index;
  }

  part(name: string, make: () => void): PartData {
    const start = { name, firstBody: this.robot.bodies.length, q: this.q, v: this.v };
    make();
    const part = { ...start, bodyCount: this.robot.bodies.length - start.firstBody };
    this.robot.parts.push(part);
    return part;
  }

  loop(name: string, kind: string, first: [number, Place], second: [number, Place], arm = -1): LoopData {
    const end = ([body, place]: [number, Place]) => ({ body, placement: at(place) });
    const loop = { name, kind, first: end(first), second: end(second), distance: 0, directions: [], arm };
    this.robot.loops.push(loop);
    return loop;
  }
}

// A floating trunk with a fixed head, and two arms, one of which slides.
export function treeRobot(): RobotData {
  const make = new RobotMaker("tree");
  const trunk = make.body("trunk", -1, "floating", [0, 0, 1], [0, 0, 1], 5);
  make.body("head", trunk, "fixed", [0, 0, 0.3]);
  const left = make.body("left", trunk, "revolute", [0, 0.2, 0]);
  make.body("left hand", left, "revolute", [0, 0, -0.4], [1, 0, 0]);
  const right = make.body("right", trunk, "prismatic", [0, -0.2, 0], [0, 0, 1]);
  make.body("right hand", right, "spherical", [0, 0, -0.4]);
  return make.robot;
}

// Two arms of two links in the x-z plane that hold a rod by pins, hanging between them.
export function armsRobot(): RobotData {
  const make = new RobotMaker("arms");
  const arm = (name: string, x: number) =>
    make.part(name, () => {
      const upper = make.body(`${name} upper`, -1, "revolute", [x, 0, 0]);
      make.body(`${name} lower`, upper, "revolute", [0, 0, -0.5]);
    });
  const [one, other] = [arm("one", 0), arm("other", 1)];
  const rod = make.part("rod", () => make.body("rod", -1, "floating", [0, 0, 0], [0, 0, 1], 2)).firstBody;
  make.loop("left grasp", "weld", [rod, [-0.5, 0, 0]], [one.firstBody + 1, [0, 0, -0.5]], 0);
  make.loop("right grasp", "spherical", [rod, [0.5, 0, 0]], [other.firstBody + 1, [0, 0, -0.5]], 1);
  return make.robot;
}

export const armsPosition = [0, 0, 0, 0, 0.5, 0, -1, 1, 0, 0, 0];

// A parallelogram: two cranks and a coupler.
export function loopRobot(): RobotData {
  const make = new RobotMaker("parallelogram");
  const crank = make.body("crank", -1, "revolute", [0, 0, 0]);
  const coupler = make.body("coupler", crank, "revolute", [0, 0, -0.5]);
  const rocker = make.body("rocker", -1, "revolute", [1, 0, 0]);
  make.loop("pin", "spherical", [coupler, [1, 0, 0]], [rocker, [0, 0, -0.5]]);
  return make.robot;
}
