// What the page shows, as the program writes it (apps/viewer/server/document.hpp): robots and the results of
// simulations. Units are SI. A transform is 12 numbers: the rotation by rows, then the origin; it takes coordinates of the
// frame named first to those of the frame it stands in. Indices count from zero; -1 is the ground.

export interface PageDocument {
  format: "sinew page 1";
  sinew: string; // version of the program
  title: string;
  tracks: TrackData[]; // one, or two: the second is shown as a ghost
  meshes: MeshData[];
  warnings: string[]; // what the reader noticed; shown on the page
}

export interface TrackData {
  name: string; // of the file; without folders, unless two have the same
  robot: RobotData;
  start: { q: number[]; v: number[]; tau: number[] };
  result: ResultData | null; // none: a model or scene alone, to be posed
}

export interface RobotData {
  name: string;
  gravity: number[];
  bodies: BodyData[]; // a parent stands before its children
  frames: FrameData[];
  coordinates: CoordinateData[]; // one per entry of q
  freedoms: FreedomData[]; // one per entry of v
  loops: LoopData[];
  couplings: CouplingData[];
  parts: PartData[]; // several arms: the arms, then the object; none otherwise
}

export type JointKind =
  | "fixed"
  | "revolute"
  | "continuous"
  | "prismatic"
  | "helical"
  | "cylindrical"
  | "universal"
  | "planar"
  | "spherical"
  | "floating";

// Entries in v of a joint. In q there are as many, and one more for a quaternion (spherical, floating).
export const freedomCounts: Readonly<Record<JointKind, number>> = {
  fixed: 0,
  revolute: 1,
  continuous: 1,
  prismatic: 1,
  helical: 1,
  cylindrical: 2,
  universal: 2,
  planar: 3,
  spherical: 3,
  floating: 6,
};

export interface BodyData {
  name: string;
  parent: number;
  placement: number[]; // of the body in its parent, the joint at zero
  joint: JointData;
  mass: number;
  com: number[]; // in the body's frame
  inertia: number[]; // about the mass centre, in body axes: xx yy zz xy xz yz
  shapes: ShapeData[];
}

export interface JointData {
  name: string;
  kind: JointKind;
  axis: number[];
  axis2: number[];
  pitch: number;
  q: number; // where its coordinates stand in q and v; their counts are those of the kind
  v: number;
}

export interface CoordinateData {
  name: string; // "shoulder"; of several "base x", "base qw"
  unit: string; // "rad", "m", "1"
}

export interface FreedomData {
  name: string;
  body: number;
  unit: string; // of its velocity: "rad/s" or "m/s"
  momentUnit: string; // "N m" or "N"
  armature: number;
  lower: number | null; // null: none
  upper: number | null;
  maxVelocity: number | null;
  maxEffort: number | null;
}

export interface ShapeData {
  kind: "box" | "sphere" | "cylinder" | "capsule" | "ellipsoid" | "plane" | "mesh";
  role: "visual" | "collision";
  placement: number[]; // in the body
  // box: full edges; sphere: radius; cylinder, capsule (along z): radius, length; ellipsoid: radii; plane: half-edges
  // (0: without end); mesh: scale
  size: number[];
  mesh: number; // index among the document's meshes; -1: none
  color: number[] | null; // red green blue alpha, 0 to 1
}

export interface MeshData {
  name: string; // file name, without folders
  format: "stl" | "obj" | "dae" | "unknown";
  problem: string; // empty; else why it cannot be shown ("not found: ...")
}

export interface FrameData {
  name: string;
  body: number;
  placement: number[];
}

// A closing joint, or a grasp of several arms. Forces act on the second end.
export interface LoopData {
  name: string;
  kind: string; // of model/connection.hpp: "weld", "revolute", ...
  first: { body: number; placement: number[] };
  second: { body: number; placement: number[] };
  distance: number;
  directions: number[][]; // six numbers each, angular over linear
  arm: number; // of a grasp: the part that holds; -1: a loop within the mechanism
}

export interface CouplingData {
  name: string;
  body: number; // whose joint follows
  leader: number; // body of the leading joint; -1: held at polynomial[0]
  polynomial: number[];
}

export interface PartData {
  name: string;
  firstBody: number;
  bodyCount: number;
  q: number; // where its coordinates start in q and v
  v: number;
}

export interface ResultData {
  scene: string;
  integrator: string;
  status: string; // "finished", "interrupted", ...
  rows: number; // records that the page can ask for
  every: number; // the page has one of every `every` records of the file
  first: number; // time of the first record
  last: number; // and of the last
  arrays: ArrayData[]; // "time", "q", "v", "a", "actuation", "energy", "constraints", "loops/NAME", "frames/NAME"
  events: { time: number; name: string; note: string }[];
  report: Record<string, number>; // steps, evaluations, wall_seconds, ...
}

export interface ArrayData {
  path: string;
  label: string; // name of the loop or frame; else empty
  description: string;
  columns: string[];
  units: string[];
}
