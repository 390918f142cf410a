import { describe, expect, test, vi } from "vitest";
import type { RowStore, Track } from "../../src/app/app";
import { makeSnapshots } from "../../src/app/snapshots";
import { quaternionStarts } from "../../src/app/recorded_snapshots";
import { initialState, type ViewState } from "../../src/app/state";
import { Store } from "../../src/app/store";
import { makeRowStore } from "../../src/data/row_store";
import type { LoopData } from "../../src/document";
import type { Robot } from "../../src/engine/engine";
import { twoLinkDocument, twoLinkSource } from "../fixtures/two_link";

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const numbers = (...values: number[]) => Float64Array.from(values);

function fakeRobot(): Robot {
  return {
    dofCount: 2,
    appliedTorques: vi.fn(() => numbers(7, 8)),
    split: vi.fn(() => ({ inertial: numbers(0, 0), coriolis: numbers(0, 0), gravity: numbers(3, 4) })),
    evaluate: vi.fn((_q, _v, tau) => ({ a: Float64Array.from(tau) })),
  } as unknown as Robot;
}

function swinging(changes: Partial<ViewState> = {}) {
  const data = twoLinkDocument().tracks[0];
  const rows = makeRowStore(twoLinkSource(), 0, data.result!);
  const robot = fakeRobot();
  const state = new Store<ViewState>({ ...initialState, ...changes });
  const frames: (() => void)[] = [];
  const track: Track = { index: 0, data, robot, rows };
  const snapshots = makeSnapshots([track], state, (run) => frames.push(run));
  return { data, robot, state, snapshots, frames };
}

// A store in which all numbers are already loaded.
function store(arrays: Record<string, number[][]>): RowStore {
  const times = arrays.time.map(([time]) => time);
  return {
    rows: times.length,
    first: times[0],
    last: times.at(-1)!,
    rowAt: (time) => Math.max(0, times.filter((other) => other <= time).length - 1),
    timeOf: (row) => times[row],
    record: (array, row) => Float64Array.from(arrays[array][row]),
    onArrival: () => () => {},
    curve: () => Promise.reject(new Error("not asked for")),
  };
}

function trackOf(arrays: Record<string, number[][]>, kind: "spherical" | "revolute", loops: string[]): Track {
  const data = structuredClone(twoLinkDocument().tracks[0]);
  data.robot.bodies = [{ ...data.robot.bodies[0], joint: { ...data.robot.bodies[0].joint, kind } }];
  data.robot.loops = loops.map((name) => ({ name }) as LoopData);
  data.result!.arrays = Object.keys(arrays).map((path) => ({
    path,
    label: path.split("/")[1] ?? "",
    description: "",
    columns: arrays[path][0].map(String),
    units: arrays[path][0].map(() => "1"),
  }));
  return { index: 0, data, robot: fakeRobot(), rows: store(arrays) };
}

describe("a snapshot of a result", () => {
  test("is the start until the numbers arrive, and then the record", async () => {
    const { snapshots, data, state, frames } = swinging({ time: 0.4 });
    const heard = vi.fn();
    snapshots.on(heard);
    expect([...snapshots.of(0).q]).toEqual(data.start.q);
    expect(snapshots.of(0).a).toBeNull();
    await settle();
    expect(frames.length).toBe(1); // many arrivals, one frame
    frames.pop()!();
    expect(heard).toHaveBeenCalledTimes(1);
    const snapshot = snapshots.of(0);
    expect(snapshot.row).toBe(20);
    expect(snapshot.exact).toBe(true);
    expect(snapshot.q).toEqual(await twoLinkSource().rows(0, "q", 20, 1));
    expect(snapshot.a).toEqual(await twoLinkSource().rows(0, "a", 20, 1));
    expect(snapshots.of(0)).toBe(snapshot);
    state.set({ time: 0.4 + 5e-10 });
    expect(snapshots.of(0).exact).toBe(true);
    state.set({ time: 0.4 - 5e-10 });
    expect(snapshots.of(0).row).toBe(20);
  });

  test("is interpolated between two records", async () => {
    const { snapshots, state } = swinging({ time: 0 });
    snapshots.of(0);
    await settle();
    state.set({ time: 0.405 });
    const [first, second] = await Promise.all([20, 21].map((row) => twoLinkSource().rows(0, "q", row, 1)));
    const snapshot = snapshots.of(0);
    expect(snapshot.exact).toBe(false);
    expect(snapshot.row).toBe(20);
    expect(snapshot.q[1]).toBeCloseTo(0.75 * first[1] + 0.25 * second[1], 12);
  });

  test("takes the shorter rotation between quaternions of opposite sign, and keeps unit length", () => {
    const track = trackOf(
      {
        time: [[0], [1]],
        q: [
          [1, 0, 0, 0],
          [-Math.SQRT1_2, -Math.SQRT1_2, 0, 0],
        ],
        v: [[0], [0]],
      },
      "spherical",
      [],
    );
    const state = new Store<ViewState>({ ...initialState, time: 0.5 });
    const { q } = makeSnapshots([track], state, () => {}).of(0);
    const angle = Math.PI / 8; // half of the half angle
    expect(q[0]).toBeCloseTo(Math.cos(angle), 12);
    expect(q[1]).toBeCloseTo(Math.sin(angle), 12);
  });

  test("has an open loop if all its recorded forces are zero or missing", () => {
    const zero = [0, 0, 0, 0, 0, 0];
    const force = [0, 0, 0, 0, 0, 2];
    const track = trackOf(
      {
        time: [[0], [1], [1], [2]],
        q: [[0], [1], [1], [2]],
        v: [[0], [0], [0], [0]],
        "loops/pin": [force, force, zero, zero],
        "loops/gap": [zero, zero.map(() => NaN), force, force],
      },
      "revolute",
      ["gap", "pin", "unknown"],
    );
    const state = new Store<ViewState>({ ...initialState, time: 0.5 });
    const snapshots = makeSnapshots([track], state, () => {});
    expect(snapshots.of(0).closed).toEqual([false, true, true]);
    state.set({ time: 1 }); // of two records at the same time the later one counts
    expect(snapshots.of(0).row).toBe(2);
    expect(snapshots.of(0).closed).toEqual([true, false, true]);
    state.set({ time: 5 });
    expect(snapshots.of(0).q[0]).toBe(2);
    expect(snapshots.of(0).time).toBe(2);
  });

  test("posed by hand is at rest and has no record", () => {
    const { snapshots, frames } = swinging({ pose: [0.1, 0.2] });
    const snapshot = snapshots.of(0);
    expect([...snapshot.q]).toEqual([0.1, 0.2]);
    expect([...snapshot.v]).toEqual([0, 0]);
    expect(snapshot.row).toBe(-1);
    expect(snapshot.a).toBeNull();
    expect(frames.length).toBe(0);
  });
});

describe("the dynamics of a snapshot", () => {
  test("are computed once, with the recorded torques", async () => {
    const { snapshots, robot, state } = swinging({ time: 0.4 });
    snapshots.of(0);
    await settle();
    expect([...snapshots.tau()]).toEqual([7, 8]);
    expect(snapshots.evaluation()).toBe(snapshots.evaluation());
    expect(robot.evaluate).toHaveBeenCalledTimes(1);
    expect(snapshots.problem()).toBe("");
    state.set({ time: 0.42 });
    snapshots.evaluation();
    expect(robot.evaluate).toHaveBeenCalledTimes(2);
  });

  test("of a posed robot use the torques that the user chose", () => {
    const { snapshots, state } = swinging({ pose: [0.1, 0.2] });
    expect([...snapshots.tau()]).toEqual([3, 4]);
    state.set({ recursion: { step: -1, torques: "none" } });
    expect([...snapshots.tau()]).toEqual([0, 0]);
  });

  test("that fail give the reason", () => {
    const { snapshots, robot } = swinging({ pose: [0, 0] });
    robot.evaluate = () => {
      throw new Error("the mass matrix is singular");
    };
    expect(snapshots.evaluation()).toBeNull();
    expect(snapshots.problem()).toBe("the mass matrix is singular");
  });
});

test("quaternions are found in floating and spherical joints", () => {
  const robot = structuredClone(twoLinkDocument().tracks[0].robot);
  robot.bodies[0].joint = { ...robot.bodies[0].joint, kind: "floating", q: 0 };
  robot.bodies[1].joint = { ...robot.bodies[1].joint, kind: "spherical", q: 7 };
  expect(quaternionStarts(robot)).toEqual([3, 7]);
});
