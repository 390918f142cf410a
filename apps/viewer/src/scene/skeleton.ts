// Draws bones between joints, and joints by kind. A bone belongs to the body in which both its ends are fixed.

import { BoxGeometry, Color, Matrix4, Mesh, Quaternion, Vector3 } from "three";
import type { BodyData, JointKind, RobotData } from "../document";
import { type Build, surface } from "./figure";
import type { Materials } from "./materials";
import { bodyColors } from "./palette";
import { ballGeometry, between, boneGeometry, rodGeometry } from "./symbols";
import { place, setTransform } from "./transforms";

const rotaryColour = new Color("#d97706");
const slidingColour = new Color("#2b8a5c");
const freeColour = new Color("#7b57b8");

const rotaryJoints: readonly JointKind[] = ["revolute", "continuous", "helical", "cylindrical", "universal"];
const slidingJoints: readonly JointKind[] = ["prismatic", "helical", "cylindrical"];

export function skeletonOf(robot: RobotData, materials: Materials): Build {
  const colors = bodyColors(robot);
  const bone = boneGeometry();
  const rod = rodGeometry();
  const ball = ballGeometry();
  const block = new BoxGeometry(1, 1, 1);
  const paint = (geometry: Mesh["geometry"], color: Color, matrix: Matrix4): Mesh =>
    place(surface(geometry, materials, color, 1, 1), matrix);

  return (add, size) => {
    const joint = 0.02 * size; // length of a joint symbol
    const bones = (index: number): void => {
      for (const end of boneEnds(robot, index)) {
        const length = end.length();
        if (length < 0.01 * size) continue;
        const radius = Math.min(0.011 * size, Math.max(0.004 * size, 0.07 * length));
        add(index, paint(bone, colors[index], between(new Vector3(), end, radius)));
      }
    };
    const mark = (body: BodyData, index: number): void => {
      const { kind, axis, axis2 } = body.joint;
      const first = unit(axis);
      const centred = (direction: Vector3, half: number, radius: number) =>
        between(direction.clone().multiplyScalar(-half), direction.clone().multiplyScalar(half), radius);
      if (rotaryJoints.includes(kind))
        add(index, paint(rod, rotaryColour, centred(first, joint, 0.65 * joint)));
      if (kind === "universal")
        add(index, paint(rod, rotaryColour, centred(unit(axis2), joint, 0.65 * joint)));
      if (slidingJoints.includes(kind)) {
        // The rail is fixed to the parent, as long as the limits allow; the block moves along it.
        const [lower, upper] = slideLimits(robot, body, 0.25 * size);
        const along = (distance: number) => first.clone().multiplyScalar(distance);
        const inParent = setTransform(new Matrix4(), body.placement);
        const rail = inParent.multiply(between(along(lower - joint), along(upper + joint), 0.2 * joint));
        add(body.parent, paint(rod, slidingColour, rail));
      }
      if (kind === "prismatic") add(index, paint(block, slidingColour, cube(first, 1.3 * joint)));
      if (kind === "planar") {
        add(index, paint(block, slidingColour, cube(first, 2 * joint).scale(new Vector3(1, 1, 0.15))));
      }
      if (kind === "spherical" || kind === "floating") {
        const radius = kind === "spherical" ? 0.9 * joint : 0.5 * joint;
        add(index, paint(ball, freeColour, new Matrix4().makeScale(radius, radius, radius)));
      }
      if (kind === "fixed" && body.parent >= 0) {
        const radius = 0.3 * joint;
        add(index, paint(ball, colors[index], new Matrix4().makeScale(radius, radius, radius)));
      }
    };
    robot.bodies.forEach((body, index) => {
      bones(index);
      mark(body, index);
    });
  };
}

// The ends of a body's bones, relative to its origin: at the joints of its children; without children at its frames, or
// else at its centre of mass.
export function boneEnds(robot: RobotData, index: number): Vector3[] {
  const children = robot.bodies.filter(({ parent, joint }) => parent === index && joint.kind !== "floating");
  if (children.length > 0) return children.map(({ placement }) => new Vector3().fromArray(placement, 9));
  const frames = robot.frames.filter(({ body }) => body === index);
  if (frames.length > 0) return frames.map(({ placement }) => new Vector3().fromArray(placement, 9));
  const { mass, com } = robot.bodies[index];
  return mass > 0 ? [new Vector3().fromArray(com)] : [];
}

// The range of a sliding joint; `usual` in each direction if the robot has no limits. A cylindrical joint slides along
// its second degree of freedom, a helical one by its pitch.
function slideLimits(robot: RobotData, { joint }: BodyData, usual: number): [number, number] {
  const dof = robot.dofs[joint.v + (joint.kind === "cylindrical" ? 1 : 0)];
  const { lower, upper } = dof ?? { lower: null, upper: null };
  if (joint.kind === "helical" || lower === null || upper === null || !(upper > lower))
    return [-usual, usual];
  return [Math.max(lower, -8 * usual), Math.min(upper, 8 * usual)];
}

function unit(axis: readonly number[]): Vector3 {
  const vector = new Vector3().fromArray(axis);
  return vector.lengthSq() > 0 ? vector.normalize() : vector.set(0, 0, 1);
}

function cube(axis: Vector3, edge: number): Matrix4 {
  const rotation = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), axis);
  return new Matrix4().compose(new Vector3(), rotation, new Vector3(edge, edge, edge));
}
