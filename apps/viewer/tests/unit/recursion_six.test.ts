import { describe, expect, it } from "vitest";
import { formatUnit } from "../../src/shell/format";
import { parseFormula, type MathNode } from "../../src/recursion/mathml";
import { shortNumber } from "../../src/recursion/short_number";
import { cross, massBlock, outer, placed, roundUp, screwOf, rotated } from "../../src/recursion/six";
import { factorUnit, gainUnits, inverseMassUnit, massUnit } from "../../src/recursion/units";
import { treeRobot } from "./recursion_robots";

describe("screws", () => {
  it("have an axis through the points that move along it only", () => {
    // Rotation by 2 rad/s about z through (1, 0, 0), translation by 3 m/s along it, at the origin.
    const screw = screwOf([0, 0, 2], [0, -2, 3]);
    expect(screw.axis).toEqual([0, 0, 1]);
    screw.offset.forEach((x, i) => expect(x).toBeCloseTo([1, 0, 0][i], 12));
    expect([screw.rotation, screw.pitch, screw.translation]).toEqual([2, 1.5, 3]);
  });

  it("give back the velocity of the point for any twist", () => {
    const [rotation, translation]: [number, number, number][] = [
      [0.3, -1.1, 0.7],
      [2.0, 0.4, -0.9],
    ];
    const { axis, offset, rotation: rate, translation: along } = screwOf(rotation, translation);
    const back = cross(offset, rotation).map((x, i) => x + along * axis[i]);
    back.forEach((x, i) => expect(x).toBeCloseTo(translation[i], 12));
    expect(rate).toBeCloseTo(Math.hypot(...rotation), 12);
  });

  it("of translations point in their direction", () => {
    expect(screwOf([0, 0, 0], [0, 4, 0])).toEqual({
      axis: [0, 1, 0],
      offset: [0, 0, 0],
      rotation: 0,
      pitch: 0,
      translation: 4,
    });
    expect(screwOf([0, 0, 0], [0, 0, 0]).translation).toBe(0);
  });
});

describe("small matrices", () => {
  it("rotate and translate vectors by the poses of bodies", () => {
    const poses = [...Array(12).fill(0), 0, -1, 0, 1, 0, 0, 0, 0, 1, 5, 6, 7];
    expect(rotated(poses, 1, [1, 2, 3])).toEqual([-2, 1, 3]);
    expect(placed(poses, 1, [1, 2, 3])).toEqual([3, 7, 10]);
  });

  it("show the mass block of an inertia", () => {
    const P = new Float64Array(36);
    outer(P, [0, 0, 0, 1, 2, 3], 2);
    expect(massBlock(P)).toEqual([2, 4, 6, 4, 8, 12, 6, 12, 18]);
  });
});

describe("scales", () => {
  it("end at round numbers", () => {
    expect([0.7, 1, 1.2, 2.1, 5, 7, 0.031].map(roundUp)).toEqual([1, 1, 2, 5, 5, 10, 0.05]);
    expect([0, NaN, Infinity].map(roundUp)).toEqual([1, 1, 1]);
  });

  it("are written with few digits", () => {
    expect([20, 0.05, -0.043, 2e-14].map((x) => shortNumber(x))).toEqual(["20", "0.05", "−0.043", "2e−14"]);
  });
});

describe("units", () => {
  const { dofs } = treeRobot();
  const [rotary, sliding] = [dofs[0], dofs[3]];
  it("follow from the kinds of the degrees of freedom", () => {
    expect(massUnit(rotary, rotary)).toBe("kg m^2");
    expect(massUnit(rotary, sliding)).toBe("kg m");
    expect(inverseMassUnit(sliding, sliding)).toBe("1/kg");
    expect(factorUnit(rotary, sliding)).toBe("m");
    expect(factorUnit(sliding, rotary)).toBe("1/m");
    expect(gainUnits(sliding).map(formatUnit)).toEqual(["m", ""]);
  });
});

describe("equations", () => {
  const text = (node: MathNode): string =>
    "text" in node ? node.text : `${node.tag}(${node.children.map(text).join(" ")})`;
  const read = (formula: string): string => parseFormula(formula).map(text).join(" ");

  it("are parsed from a short notation", () => {
    expect(read("z^-(k) = b")).toBe("msup(z −) ( k ) = b");
    expect(read("A_i^* lambda")).toBe("msubsup(A i ∗) λ");
    expect(read("D^{-1} e_{free}")).toBe("msup(D mrow(− 1)) msub(e free)");
    expect(read("v'")).toBe("mover(v ˙)");
    expect(read("V cross^* M")).toBe("V msup(× ∗) M");
  });

  it("tolerate braces that do not match", () => {
    expect(read("a } b")).toBe("a b");
    expect(read("a^{b")).toBe("msup(a b)");
    expect(read("")).toBe("");
  });
});
