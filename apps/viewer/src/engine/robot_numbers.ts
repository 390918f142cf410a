// Encodes a robot for the compiled library: a sequence of numbers, and names separated by zero bytes
// (apps/viewer/engine/page_robot.cpp reads them).

import { dofCounts, type BodyData, type CouplingData, type LoopData, type RobotData } from "../document";

export interface RobotNumbers {
  numbers: Float64Array;
  names: Uint8Array;
}

export function robotNumbers(robot: RobotData): RobotNumbers {
  const numbers: number[] = [];
  const names: string[] = [];
  const addBody = (body: BodyData): void => {
    const { joint } = body;
    names.push(body.name, joint.name, joint.kind);
    numbers.push(
      body.parent,
      ...body.placement,
      ...joint.axis,
      ...joint.axis2,
      joint.pitch,
      joint.q,
      joint.v,
    );
    for (let i = 0; i < (dofCounts[joint.kind] ?? 0); i++) {
      numbers.push(robot.dofs[joint.v + i]?.armature ?? 0);
    }
    numbers.push(body.mass, ...body.com, ...body.inertia);
  };
  const addLoop = (loop: LoopData): void => {
    names.push(loop.name, loop.kind);
    for (const { body, placement } of [loop.first, loop.second]) numbers.push(body, ...placement);
    numbers.push(loop.distance, loop.arm, loop.directions.length, ...loop.directions.flat());
  };
  const addCoupling = (coupling: CouplingData): void => {
    names.push(coupling.name);
    numbers.push(coupling.body, coupling.leader);
    for (let i = 0; i < 5; i++) numbers.push(coupling.polynomial[i] ?? 0);
  };

  names.push(robot.name);
  const lists = [robot.bodies, robot.loops, robot.couplings, robot.parts];
  numbers.push(...robot.gravity, ...lists.map(({ length }) => length));
  robot.bodies.forEach(addBody);
  robot.loops.forEach(addLoop);
  robot.couplings.forEach(addCoupling);
  for (const { firstBody, bodyCount } of robot.parts) numbers.push(firstBody, bodyCount);
  const text = names.map((name) => name.replaceAll("\0", " ") + "\0").join("");
  return { numbers: Float64Array.from(numbers), names: new TextEncoder().encode(text) };
}
