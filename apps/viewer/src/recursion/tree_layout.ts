// Places the joints in the drawing: the base on the left, tips on the right, one line per branch.

import type { RobotData } from "../document";
import type { Plan } from "./steps";

export interface JointPlace {
  body: number;
  parent: number; // the next moving body inward; -1: the ground
  column: number; // number of joints between it and the ground
  line: number;
}

export interface TreeLayout {
  places: JointPlace[]; // parents before children
  columns: number;
  lines: number;
}

// The first child stays on its parent's line; the others open lines below.
export function layOut(robot: RobotData, plan: Plan): TreeLayout {
  const children = new Map<number, number[]>();
  robot.bodies.forEach((body, index) => {
    if (plan.carrier[index] !== index) return;
    const parent = body.parent < 0 ? -1 : plan.carrier[body.parent];
    children.set(parent, [...(children.get(parent) ?? []), index]);
  });
  const places: JointPlace[] = [];
  let lines = 0;
  const pending = [...(children.get(-1) ?? [])]
    .reverse()
    .map((body) => ({ body, parent: -1, column: 0, line: -1 }));
  while (pending.length > 0) {
    const place = pending.pop()!;
    if (place.line < 0) place.line = lines++;
    places.push(place);
    const own = children.get(place.body) ?? [];
    // The first child is pushed last: it is taken next and keeps the line.
    [...own].reverse().forEach((body, i) => {
      const goesOn = i === own.length - 1;
      pending.push({ body, parent: place.body, column: place.column + 1, line: goesOn ? place.line : -1 });
    });
  }
  return { places, columns: Math.max(0, ...places.map(({ column }) => column + 1)), lines };
}
