// The sliders that pose a robot: one for each coordinate, three for the rotation of a quaternion.

import { dofCounts, type BodyData, type JointKind, type RobotData } from "../document";
import { quaternionOf, rotationVectorOf, type Quaternion, type Vector3 } from "./rotation_vector";

export interface Handle {
  name: string;
  unit: string;
  body: number;
  least: number; // of the slider
  most: number;
  limited: boolean; // true: the limits are the robot's; false: those of the slider only
  wraps: boolean; // rotates without limits
  coordinates: readonly number[]; // indices in q that it sets
  read(q: ArrayLike<number>): number;
  write(q: Float64Array, value: number): void;
}

const halfRevolution = Math.PI;

// The slider of a joint without limits covers half a revolution in each direction, or the robot's size.
function range(
  unit: string,
  centre: number,
  extent: number,
  lower: number | null,
  upper: number | null,
): Pick<Handle, "least" | "most" | "limited"> {
  const reach = unit === "rad" ? halfRevolution : Math.max(extent, 1e-3);
  const middle = unit === "rad" ? 0 : centre;
  const limited = lower !== null && upper !== null && lower <= upper && upper - lower < 100 * reach;
  if (limited) return { least: lower, most: upper, limited };
  const least = lower ?? -Infinity;
  const most = upper ?? Infinity;
  if (middle - reach >= least && middle + reach <= most) {
    return { least: middle - reach, most: middle + reach, limited: false };
  }
  if (Number.isFinite(least)) return { least, most: Math.min(most, least + 2 * reach), limited: false };
  return { least: most - 2 * reach, most, limited: false };
}

// Loops and couplings may move a joint past its limits.
export function isBeyondLimits({ limited, least, most }: Handle, value: number): boolean {
  const slack = 1e-9 * Math.max(1, most - least);
  return limited && (value < least - slack || value > most + slack);
}

// The slider of a joint without limits shows the current revolution.
export function onSlider(handle: Handle, value: number): number {
  if (!handle.wraps) return value;
  const revolution = handle.most - handle.least;
  return value - revolution * Math.floor((value - handle.least) / revolution);
}

function plainHandle(
  robot: RobotData,
  body: number,
  offset: number,
  start: readonly number[],
  extent: number,
) {
  const { joint } = robot.bodies[body];
  const index = joint.q + offset;
  const { name, unit } = robot.coordinates[index];
  const isFree = joint.kind === "floating";
  const { lower, upper } = isFree ? { lower: null, upper: null } : robot.dofs[joint.v + offset];
  const limits = range(unit, start[index] ?? 0, extent, lower, upper);
  return {
    name,
    unit,
    body,
    ...limits,
    wraps: unit === "rad" && lower === null && upper === null && joint.kind !== "helical",
    coordinates: [index],
    read: (q: ArrayLike<number>) => q[index],
    write: (q: Float64Array, value: number) => {
      q[index] = value;
    },
  };
}

function turnHandles({ joint }: BodyData, body: number, first: number): Handle[] {
  const coordinates = [first, first + 1, first + 2, first + 3];
  let last: Vector3 = [0, 0, 0]; // current values of the sliders
  const vector = (q: ArrayLike<number>): Vector3 => {
    last = rotationVectorOf(coordinates.map((i) => q[i]) as unknown as Quaternion, last);
    if (last.some((part) => Math.abs(part) > halfRevolution + 1e-9))
      last = rotationVectorOf(quaternionOf(last));
    return last;
  };
  return ["x", "y", "z"].map((axis, k) => ({
    name: `${joint.name} rotation ${axis}`,
    unit: "rad",
    body,
    least: -halfRevolution,
    most: halfRevolution,
    limited: false,
    wraps: false,
    coordinates,
    read: (q) => vector(q)[k],
    write(q, value) {
      const wanted = [...vector(q)] as [number, number, number];
      wanted[k] = value;
      last = wanted;
      quaternionOf(wanted).forEach((part, i) => (q[first + i] = part));
    },
  }));
}

// Coordinates that are not part of a quaternion.
function plainCount(kind: JointKind): number {
  if (kind === "spherical") return 0;
  return kind === "floating" ? 3 : dofCounts[kind];
}

export function makeHandles(robot: RobotData, start: readonly number[], extent: number): Handle[] {
  return robot.bodies.flatMap((data, body) => {
    const { kind, q } = data.joint;
    const plain = Array.from({ length: plainCount(kind) }, (_, offset) =>
      plainHandle(robot, body, offset, start, extent),
    );
    if (kind === "spherical") return turnHandles(data, body, q);
    return kind === "floating" ? [...plain, ...turnHandles(data, body, q + 3)] : plain;
  });
}
