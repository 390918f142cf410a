// What a robot is posed by: one slider for each coordinate, three for the turn of a quaternion.

import { freedomCounts, type BodyData, type JointKind, type RobotData } from "../document";
import { quaternionOf, rotationVectorOf, type Quaternion, type Vector3 } from "./rotation_vector";

export interface Handle {
  name: string;
  unit: string;
  body: number;
  least: number; // of the slider
  most: number;
  limited: boolean; // by the robot, not only by the slider
  wraps: boolean; // turns without end
  coordinates: readonly number[]; // of q, that it sets
  read(q: ArrayLike<number>): number;
  write(q: Float64Array, value: number): void;
}

const halfTurn = Math.PI;

// The slider of a joint without limits shows half a turn either way, or the robot's size.
function range(
  unit: string,
  centre: number,
  extent: number,
  lower: number | null,
  upper: number | null,
): Pick<Handle, "least" | "most" | "limited"> {
  const reach = unit === "rad" ? halfTurn : Math.max(extent, 1e-3);
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

// A joint that loops or couplings take along may be carried past its limits.
export function isBeyondLimits({ limited, least, most }: Handle, value: number): boolean {
  const slack = 1e-9 * Math.max(1, most - least);
  return limited && (value < least - slack || value > most + slack);
}

// The slider of a joint that turns without end shows the turn it is in.
export function onSlider(handle: Handle, value: number): number {
  if (!handle.wraps) return value;
  const turn = handle.most - handle.least;
  return value - turn * Math.floor((value - handle.least) / turn);
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
  const { lower, upper } = isFree ? { lower: null, upper: null } : robot.freedoms[joint.v + offset];
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
  let last: Vector3 = [0, 0, 0]; // as the sliders stand
  const vector = (q: ArrayLike<number>): Vector3 => {
    last = rotationVectorOf(coordinates.map((i) => q[i]) as unknown as Quaternion, last);
    if (last.some((part) => Math.abs(part) > halfTurn + 1e-9)) last = rotationVectorOf(quaternionOf(last));
    return last;
  };
  return ["x", "y", "z"].map((axis, k) => ({
    name: `${joint.name} turn ${axis}`,
    unit: "rad",
    body,
    least: -halfTurn,
    most: halfTurn,
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

// Coordinates that are no part of a quaternion.
function plainCount(kind: JointKind): number {
  if (kind === "spherical") return 0;
  return kind === "floating" ? 3 : freedomCounts[kind];
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
