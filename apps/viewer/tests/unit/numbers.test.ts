import { describe, expect, it } from "vitest";
import type { App, Snapshot } from "../../src/app/app";
import type { TrackData } from "../../src/document";
import type { Evaluation, Robot } from "../../src/engine/engine";
import { headUnit, sharedUnit } from "../../src/numbers/number_table";
import { coordinateOfDof, numbersOf } from "../../src/numbers/numbers";
import { numbersAsJson } from "../../src/numbers/numbers_json";
import { twoLinkDocument } from "../fixtures/two_link";

const numbers = (...list: number[]) => Float64Array.from(list);

// A robot with M = 2, Coriolis 3 and gravity 5 at every joint.
const robot = {
  split: (_q: ArrayLike<number>, _v: ArrayLike<number>, a: ArrayLike<number>) => ({
    inertial: Float64Array.from(a, (x) => 2 * x),
    coriolis: numbers(3, 3),
    gravity: numbers(5, 5),
  }),
  massCentre: () => numbers(0.1, 0, -0.3),
} as unknown as Robot;

const weld = {
  name: "weld",
  kind: "weld",
  first: { body: 0, placement: [] },
  second: { body: 1, placement: [] },
  distance: 0,
  directions: [],
  arm: -1,
};

const recorded: Snapshot = {
  time: 0.1 + 0.2,
  row: 15,
  exact: true,
  q: numbers(0.1, 0.2),
  v: numbers(1, 2),
  a: numbers(10, 20),
  actuation: numbers(7, 8),
  loopForces: [],
  closed: [],
};
const evaluation = {
  a: numbers(-1, -2),
  kinetic: 1.5,
  potential: -2.5,
  loops: [{ force: numbers(1, 2, 3, 4, 5, 6) }],
} as unknown as Evaluation;

function app(snapshot: Snapshot, data: TrackData, found: Evaluation | null = evaluation) {
  const snapshots = {
    of: () => snapshot,
    tau: () => numbers(0.5, 0.25),
    evaluation: () => found,
    problem: () => (found ? "" : "the mass matrix is singular"),
  } as unknown as App["snapshots"];
  return { tracks: [{ index: 0, data, robot, rows: null }], snapshots };
}

const track = () => twoLinkDocument().tracks[0];

describe("the numbers", () => {
  it("split the torques into parts that add up", () => {
    const { joints, recorded: isRecorded } = numbersOf(app(recorded, track()));
    expect(isRecorded).toBe(true);
    expect([...joints.inertial]).toEqual([20, 40]);
    for (let i = 0; i < 2; i++) {
      const sum = joints.inertial[i] + joints.coriolis[i] + joints.gravity[i];
      expect(joints.actuation[i] + joints.other[i]).toBe(sum);
    }
    expect(joints.other[0]).toBe(20 + 3 + 5 - 7);
  });

  it("of a posed model have computed accelerations and the chosen torques", () => {
    const posed = { ...recorded, row: -1, a: null, actuation: null };
    const found = numbersOf(app(posed, track()));
    expect(found.time).toBeNull();
    expect(found.recorded).toBe(false);
    expect([...found.joints.acceleration]).toEqual([-1, -2]);
    expect([...found.joints.actuation]).toEqual([0.5, 0.25]);
  });

  it("give the reason if some are missing, and show the others", () => {
    const found = numbersOf(app({ ...recorded, a: null }, track(), null));
    expect(found.problem).toBe("the mass matrix is singular");
    expect(found.joints.inertial[0]).toBeNaN();
    expect(found.joints.other[0]).toBeNaN();
    expect(found.joints.gravity[0]).toBe(5);
    expect(found.kinetic).toBeNaN();
  });

  it("have recorded loop forces, else computed ones, and zeros for open loops", () => {
    const data = track();
    data.robot.loops = [weld];
    const force = numbers(9, 9, 9, 9, 9, 9);
    const forceOf = (changes: Partial<Snapshot>, found: Evaluation | null = evaluation) => [
      ...numbersOf(app({ ...recorded, ...changes }, data, found)).loops[0].force,
    ];
    expect(forceOf({ loopForces: [force], closed: [true] })).toEqual([9, 9, 9, 9, 9, 9]);
    expect(forceOf({ loopForces: [null], closed: [true] })).toEqual([1, 2, 3, 4, 5, 6]);
    expect(forceOf({ loopForces: [null], closed: [false] }, null)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(forceOf({ loopForces: [null], closed: [true] }, null)[0]).toBeNaN();
  });

  it("omit positions of degrees of freedom that are not derivatives of coordinates", () => {
    const { robot: data } = track();
    expect(coordinateOfDof(data, 1)).toBe(1);
    data.bodies[1].joint.kind = "spherical";
    expect(coordinateOfDof(data, 1)).toBe(-1);
  });
});

describe("numbers as JSON", () => {
  it("keep every bit, and null for what is unknown", () => {
    const { robot: data } = track();
    const text = numbersAsJson(data, "two_link.h5", numbersOf(app(recorded, track())));
    const read = JSON.parse(text);
    expect(read.time).toBe(0.1 + 0.2);
    expect(read.q).toEqual({ shoulder: 0.1, elbow: 0.2 });
    expect(read.torques.loops_and_other).toEqual({ shoulder: 21, elbow: 40 });
    expect(read.energy).toEqual({ kinetic: 1.5, potential: -2.5 });
    expect(read.mass_centre).toEqual([0.1, 0, -0.3]);
    const missing = JSON.parse(
      numbersAsJson(data, null, numbersOf(app({ ...recorded, a: null }, track(), null))),
    );
    expect(missing.a).toEqual({ shoulder: null, elbow: null });
    expect(missing.result).toBeNull();
  });

  it("keep entries with unusual or duplicate names", () => {
    const { robot: data } = track();
    data.dofs[0].name = data.dofs[1].name = "__proto__";
    const text = numbersAsJson(data, null, numbersOf(app(recorded, track())));
    expect(text).toContain('"__proto__": 1,');
    expect(text).toContain('"__proto__ (2)": 2');
  });
});

describe("tables of numbers", () => {
  it("show a unit that all rows share in the column heads", () => {
    const shared = sharedUnit([
      { name: "a", unit: "rad" },
      { name: "b", unit: "rad" },
    ]);
    expect(shared).toBe("rad");
    expect(headUnit(shared, "/s^2")).toBe("rad/s²");
    expect(headUnit(shared, "")).toBe("rad");
  });

  it("have a column for units that differ", () => {
    const shared = sharedUnit([
      { name: "a", unit: "rad" },
      { name: "b", unit: "m" },
    ]);
    expect(shared).toBeNull();
    expect(headUnit(shared, "/s")).toBe("1/s");
    expect(headUnit(shared, "")).toBe("");
    expect(sharedUnit([])).toBe("");
  });
});
