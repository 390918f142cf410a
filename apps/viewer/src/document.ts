// The document that the page shows, as written by the program (apps/viewer/server/document.hpp): robots and results of
// simulations. Units are SI. A transform is 12 numbers: the rotation by rows, then the origin; it maps coordinates of
// the frame named first to those of the frame in which it is given. Indices count from zero; -1 is the ground.

export interface PageDocument {
  format: "sinew page 1";
  sinew: string; // version of the program
  title: string;
  tracks: TrackData[]; // one or two; the second is shown as a ghost
  meshes: MeshData[];
  warnings: string[]; // warnings of the reader; shown on the page
}

export interface TrackData {
  name: string; // of the file; without folders, unless two are the same
  robot: RobotData;
  start: { q: number[]; v: number[]; tau: number[] };
  result: ResultData | null; // null: a model or scene without a result, to be posed
}

export interface RobotData {
  name: string;
  gravity: number[];
  bodies: BodyData[]; // a parent comes before its children
  frames: FrameData[];
  coordinates: CoordinateData[]; // one per entry of q
  dofs: DofData[]; // one per entry of v
  loops: LoopData[];
  couplings: CouplingData[];
  parts: PartData[]; // several arms: the arms, then the object; otherwise empty
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

// Number of entries of a joint in v. It has as many in q, and one more for a quaternion (spherical, floating).
export const dofCounts: Readonly<Record<JointKind, number>> = {
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
  placement: number[]; // of the body in its parent, with the joint at zero
  joint: JointData;
  mass: number;
  com: number[]; // in the body's frame
  inertia: number[]; // about the centre of mass, in body axes: xx yy zz xy xz yz
  shapes: ShapeData[];
}

export interface JointData {
  name: string;
  kind: JointKind;
  axis: number[];
  axis2: number[];
  pitch: number;
  q: number; // first index of its coordinates in q, and in v; the counts follow from the kind
  v: number;
}

export interface CoordinateData {
  name: string; // "shoulder"; for joints with several coordinates "base x", "base qw"
  unit: string; // "rad", "m", "1"
}

export interface DofData {
  name: string;
  body: number;
  unit: string; // of its velocity: "rad/s" or "m/s"
  torqueUnit: string; // "N m" or "N"
  armature: number;
  lower: number | null; // null: no limit
  upper: number | null;
  maxVelocity: number | null;
  maxEffort: number | null;
}

export interface ShapeData {
  kind: "box" | "sphere" | "cylinder" | "capsule" | "ellipsoid" | "plane" | "mesh";
  role: "visual" | "collision";
  placement: number[]; // in the body
  // box: full edges; sphere: radius; cylinder, capsule (along z): radius, length; ellipsoid: radii; plane: half-edges
  // (0:
  // infinite); mesh: scale
  size: number[];
  mesh: number; // index in the document's meshes; -1: none
  color: number[] | null; // red green blue alpha, 0 to 1
}

export interface MeshData {
  name: string; // file name, without folders
  format: "stl" | "obj" | "dae" | "unknown";
  problem: string; // why it cannot be shown ("not found: ..."), or empty
}

export interface FrameData {
  name: string;
  body: number;
  placement: number[];
}

// A loop joint, or a grasp of several arms. Forces act on the second end.
export interface LoopData {
  name: string;
  kind: string; // of model/description/connection.hpp: "weld", "revolute", ...
  first: { body: number; placement: number[] };
  second: { body: number; placement: number[] };
  distance: number;
  directions: number[][]; // six numbers each, angular part first
  arm: number; // of a grasp: index of the arm in `parts`; -1: a loop within the mechanism
}

export interface CouplingData {
  name: string;
  body: number; // body of the dependent joint
  leader: number; // body of the independent joint; -1: locked at polynomial[0]
  polynomial: number[];
}

export interface PartData {
  name: string;
  firstBody: number;
  bodyCount: number;
  q: number; // first index of its coordinates in q, and in v
  v: number;
}

export interface ResultData {
  scene: string;
  integrator: string;
  status: string; // "finished", "interrupted", ...
  rows: number; // records that the page can request
  every: number; // the page has every `every`-th record of the file
  first: number; // time of the first record
  last: number; // time of the last record
  arrays: ArrayData[]; // "time", "q", "v", "a", "actuation", "energy", "constraints", "loops/NAME", "frames/NAME"
  events: { time: number; name: string; note: string }[];
  report: Record<string, number>; // steps, evaluations, wall_seconds, ...
}

export interface ArrayData {
  path: string;
  label: string; // name of the loop or frame; otherwise empty
  description: string;
  columns: string[];
  units: string[];
}
