import { describe, expect, it } from "vitest";
import type { BodyData } from "../../src/document";
import { describeBody } from "../../src/robot/details";
import { treeMove, treeRows } from "../../src/robot/tree";
import { rowsInSight } from "../../src/shell/virtual_list";
import { twoLinkDocument } from "../fixtures/two_link";

const pattern = twoLinkDocument().tracks[0].robot.bodies[0];
function body(name: string, parent: number): BodyData {
  return { ...pattern, name, parent, joint: { ...pattern.joint, name: `${name}_joint` } };
}

// trunk (left arm (left hand), right arm (right hand)), and a separate box
const bodies = [
  body("trunk", -1),
  body("left_arm", 0),
  body("right_arm", 0),
  body("left_hand", 1),
  body("right_hand", 2),
  body("box", -1),
];
const names = (closed: number[], search = "") =>
  treeRows(bodies, new Set(closed), search).map((row) => bodies[row.body].name);

describe("the tree of bodies", () => {
  it("has every body below its parent", () => {
    expect(names([])).toEqual(["trunk", "left_arm", "left_hand", "right_arm", "right_hand", "box"]);
    expect(treeRows(bodies, new Set(), "").map((row) => row.level)).toEqual([1, 2, 3, 2, 3, 1]);
  });

  it("hides the descendants of a closed body", () => {
    expect(names([1])).toEqual(["trunk", "left_arm", "right_arm", "right_hand", "box"]);
    expect(names([0])).toEqual(["trunk", "box"]);
  });

  it("keeps the ancestors of matches, closed or not", () => {
    const rows = treeRows(bodies, new Set([0, 1]), " LEFT hand ");
    expect(rows.map((row) => bodies[row.body].name)).toEqual(["trunk", "left_arm", "left_hand"]);
    expect(rows.map((row) => row.found)).toEqual([false, false, true]);
    expect(names([], "box_joint")).toEqual(["box"]);
    expect(names([], "nothing")).toEqual([]);
  });

  it("counts visible siblings only", () => {
    const rows = treeRows(bodies, new Set(), "right");
    expect(rows.map(({ position, siblings }) => [position, siblings])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  it("handles a chain of a hundred thousand bodies", () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => ({ ...pattern, parent: i - 1 }));
    const rows = treeRows(chain, new Set(), "");
    expect(rows.length).toBe(chain.length);
    expect(rows[rows.length - 1].level).toBe(chain.length);
  });

  it("is navigated by arrow keys", () => {
    const rows = treeRows(bodies, new Set([2]), "");
    expect(treeMove(rows, -1, "ArrowDown")).toEqual({ select: 0 });
    expect(treeMove(rows, 0, "ArrowDown")).toEqual({ select: 1 });
    expect(treeMove(rows, 0, "ArrowUp")).toEqual({ select: 0 });
    expect(treeMove(rows, 0, "ArrowLeft")).toEqual({ close: 0 });
    expect(treeMove(rows, 2, "ArrowLeft")).toEqual({ select: 1 });
    expect(treeMove(rows, 3, "ArrowRight")).toEqual({ open: 2 });
    expect(treeMove(rows, 0, "ArrowRight")).toEqual({ select: 1 });
    expect(treeMove(rows, 2, "ArrowRight")).toBeNull();
    expect(treeMove(rows, 0, "End")).toEqual({ select: 5 });
    expect(treeMove(rows, 0, "x")).toBeNull();
    expect(treeMove([], -1, "ArrowDown")).toBeNull();
  });
});

describe("details", () => {
  it("name joint, limits, mass and the frames on the body", () => {
    const { robot } = twoLinkDocument().tracks[0];
    const lines = new Map(describeBody(robot, 1));
    expect(lines.get("Joint")).toBe("elbow, revolute, on upper");
    expect(lines.get("Limits")).toBe("\u22122.500 … 2.500 rad; 8.000 rad/s; 20.00 N m");
    expect(lines.get("Mass")).toBe("1.000 kg");
    expect(lines.get("Frames")).toBe("tip");
    expect(new Map(describeBody(robot, 0)).get("Joint")).toBe("shoulder, revolute, on the ground");
  });
});

describe("a long list", () => {
  it("has elements for the visible rows and a few more", () => {
    expect(rowsInSight(0, 100, 20, 1000)).toEqual({ first: 0, end: 9 });
    expect(rowsInSight(10_000, 100, 20, 1000)).toEqual({ first: 496, end: 509 });
    expect(rowsInSight(19_900, 100, 20, 1000)).toEqual({ first: 991, end: 1000 });
    expect(rowsInSight(0, 0, 20, 0)).toEqual({ first: 0, end: 0 });
    expect(rowsInSight(5000, 100, 20, 3)).toEqual({ first: 3, end: 3 });
  });
});
