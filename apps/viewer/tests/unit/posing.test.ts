import { describe, expect, it } from "vitest";
import { initialState } from "../../src/app/state";
import { Store } from "../../src/app/store";
import type { JointKind, RobotData } from "../../src/document";
import type { Robot } from "../../src/engine/engine";
import { isBeyondLimits, makeHandles, onSlider } from "../../src/robot/handles";
import { Posing } from "../../src/robot/posing";
import { quaternionOf, rotationVectorOf, type Vector3 } from "../../src/robot/rotation_vector";
import { twoLinkDocument } from "../fixtures/two_link";
import { randomNumbers } from "./random_numbers";

// One body that is attached to the ground by a joint of this kind.
function single(kind: JointKind, coordinates: string[], dofs: number, unit = "rad"): RobotData {
  const { robot } = twoLinkDocument().tracks[0];
  const joint = { ...robot.bodies[0].joint, name: "base", kind, q: 0, v: 0 };
  return {
    ...robot,
    bodies: [{ ...robot.bodies[0], joint }],
    coordinates: coordinates.map((name) => ({ name, unit: /q.$/.test(name) ? "1" : unit })),
    dofs: Array.from({ length: dofs }, () => ({ ...robot.dofs[0], lower: null, upper: null })),
  };
}

describe("rotation vectors", () => {
  it("reproduce the rotation", () => {
    const random = randomNumbers(3);
    for (let i = 0; i < 200; i++) {
      const vector: Vector3 = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1];
      rotationVectorOf(quaternionOf(vector)).forEach((x, k) => expect(x).toBeCloseTo(vector[k], 12));
    }
    expect(rotationVectorOf([0, 0, 0, 0])).toEqual([0, 0, 0]);
    expect(rotationVectorOf([-1, 0, 0, 0])).toEqual([0, 0, 0]);
  });

  it("stay near the last one beyond half a revolution, and through whole revolutions", () => {
    let last: Vector3 = [0, 0, 0];
    for (let angle = 0; angle < 8; angle += 0.05) {
      last = rotationVectorOf(quaternionOf([0, angle, 0]), last);
      expect(last[1]).toBeCloseTo(angle, 9);
    }
    const turn = 2 * Math.PI;
    expect(rotationVectorOf([1, 0, 0, 0], [0, turn - 0.1, 0])[1]).toBeCloseTo(turn, 12);
  });
});

describe("sliders", () => {
  it("have the limits of their joints", () => {
    const { robot, start } = twoLinkDocument().tracks[0];
    const handles = makeHandles(robot, start.q, 1);
    expect(handles.map(({ name, least, most, limited }) => [name, least, most, limited])).toEqual([
      ["shoulder", -2, 2, true],
      ["elbow", -2.5, 2.5, true],
    ]);
  });

  it("without limits cover half a revolution, or the size of the robot about the start", () => {
    const [turn] = makeHandles(single("continuous", ["base"], 1), [0], 2);
    expect([turn.least, turn.most, turn.limited]).toEqual([-Math.PI, Math.PI, false]);
    expect(onSlider(turn, 7)).toBeCloseTo(7 - 2 * Math.PI, 12);
    const [slide] = makeHandles(single("prismatic", ["base"], 1, "m"), [5], 2);
    expect([slide.least, slide.most]).toEqual([3, 7]);
    expect(onSlider(slide, 9)).toBe(9);
  });

  it("show when a loop moves a joint past its limits", () => {
    const { robot, start } = twoLinkDocument().tracks[0];
    const [shoulder] = makeHandles(robot, start.q, 1);
    expect(isBeyondLimits(shoulder, 2)).toBe(false);
    expect(isBeyondLimits(shoulder, 2.01)).toBe(true);
    expect(isBeyondLimits({ ...shoulder, limited: false }, 9)).toBe(false);
  });

  it("with one limit start at it", () => {
    const robot = single("prismatic", ["base"], 1, "m");
    robot.dofs[0].lower = 0;
    const [slide] = makeHandles(robot, [0], 2);
    expect([slide.least, slide.most]).toEqual([0, 4]);
  });

  it("of a floating base are three for position and three for rotation", () => {
    const names = ["x", "y", "z", "qw", "qx", "qy", "qz"].map((part) => `base ${part}`);
    const handles = makeHandles(single("floating", names, 6, "m"), [0, 0, 0, 1, 0, 0, 0], 1);
    expect(handles.map(({ name }) => name)).toEqual([
      "base x",
      "base y",
      "base z",
      "base rotation x",
      "base rotation y",
      "base rotation z",
    ]);
    const q = Float64Array.from([0, 0, 0, 1, 0, 0, 0]);
    handles[0].write(q, 0.5);
    handles[3].write(q, 3);
    handles[4].write(q, 2);
    expect(handles.map((handle) => handle.read(q))).toEqual(
      [0.5, 0, 0, 3, 2, 0].map((x) => expect.closeTo(x, 9) as number),
    );
    expect(Math.hypot(...q.slice(3))).toBeCloseTo(1, 12);
  });
});

describe("posing", () => {
  function make(assemble: Robot["assemble"] | null) {
    const { tracks } = twoLinkDocument();
    const data = structuredClone(tracks[0]);
    if (assemble) data.robot.couplings = [{ name: "gear", body: 1, leader: 0, polynomial: [0, 2] }];
    const robot = { assemble, neutral: () => new Float64Array(2) } as unknown as Robot;
    const state = new Store({ ...initialState, playing: true });
    const q = () => Float64Array.from(state.get().pose ?? data.start.q);
    const snapshots = { of: () => ({ q: q() }) } as never;
    return {
      state,
      posing: new Posing({ tracks: [{ index: 0, data, robot, rows: null }], state, snapshots }, 1),
    };
  }

  it("sets the coordinate and stops the clock", () => {
    const { state, posing } = make(null);
    expect(posing.move(posing.handles[1], 0.7)).toBe(true);
    expect(state.get().pose![1]).toBe(0.7);
    expect(state.get().playing).toBe(false);
    posing.reset();
    expect(state.get().pose).toBeNull();
    posing.neutral();
    expect(state.get().pose).toEqual([0, 0]);
    expect(posing.move(posing.handles[1], NaN)).toBe(false);
  });

  it("moves coupled joints too, and keeps the coordinate that was set", () => {
    const kept: number[][] = [];
    const { state, posing } = make((q, keep) => {
      kept.push([...keep]);
      return Float64Array.from([q[0], 2 * q[0]]);
    });
    posing.move(posing.handles[0], 0.3);
    expect(state.get().pose).toEqual([0.3, 0.6]);
    expect(new Set(kept.flat())).toEqual(new Set([0]));
  });

  it("moves in small steps, each from the last valid pose", () => {
    const asked: number[] = [];
    const { state, posing } = make((q) => {
      asked.push(q[0]);
      return Float64Array.from([q[0], q[1] + 1]);
    });
    const from = posing.q;
    posing.move(posing.handles[0], -2);
    expect(asked.length).toBeGreaterThan(20);
    for (let i = 1; i < asked.length; i++) expect(asked[i - 1] - asked[i]).toBeLessThan(0.1);
    expect(state.get().pose).toEqual([-2, expect.closeTo(from[1] + asked.length, 9)]);
  });

  it("refuses a pose in which loops cannot close, and keeps the last valid one", () => {
    const { state, posing } = make((q) => (q[0] > 1 ? null : Float64Array.from([q[0], 2 * q[0]])));
    posing.move(posing.handles[0], 0.3);
    expect(posing.move(posing.handles[0], 1.5)).toBe(false);
    const [reached, follower] = state.get().pose!;
    expect(reached).toBeGreaterThan(0.9);
    expect(reached).toBeLessThanOrEqual(1);
    expect(follower).toBe(2 * reached);
    expect(posing.refused).toBe(posing.handles[0]);
    posing.move(posing.handles[0], 0.4);
    expect(posing.refused).toBeNull();
  });

  it("at random shortens the displacement until coupled joints stay within their limits too", () => {
    const random = randomNumbers(5);
    for (let i = 0; i < 50; i++) {
      const { state, posing } = make((q) => Float64Array.from([q[0], 3 * q[0]]));
      expect(posing.random(random)).toBe(true);
      const [leader, follower] = state.get().pose!;
      expect(follower).toBe(3 * leader);
      expect(Math.abs(follower)).toBeLessThanOrEqual(2.5 + 1e-6);
    }
    expect(make(() => null).posing.random(random)).toBe(false);
  });

  it("at random stays within the limits", () => {
    const { state, posing } = make(null);
    const random = randomNumbers(4);
    for (let i = 0; i < 100; i++) {
      posing.random(random);
      expect(Math.abs(state.get().pose![0])).toBeLessThanOrEqual(2);
      expect(Math.abs(state.get().pose![1])).toBeLessThanOrEqual(2.5);
    }
  });
});
