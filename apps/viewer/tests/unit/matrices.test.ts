import { beforeAll, describe, expect, it } from "vitest";
import { loadEngine } from "../../src/engine/load_engine";
import type { Matrices } from "../../src/engine/engine";
import { asymmetry, conditionNumber, factorError, shareOfZeros } from "../../src/matrices/checks";
import { barStrength, mix, parseColor, scaleFor, strength, ticksOf } from "../../src/matrices/color_scale";
import { cellAfterKey } from "../../src/matrices/heat_map";
import { kindOf, matrixKinds } from "../../src/matrices/kinds";
import { cellAt, labelEvery, layOutMap, shorten } from "../../src/matrices/map_layout";
import { treeRobot } from "./recursion_robots";

describe("colours of entries", () => {
  const scale = scaleFor([100, -1, 0, 0.01], true);

  it("span the decades between the smallest and the largest", () => {
    expect(scale).toEqual({ largest: 100, decades: 4 });
    expect(scaleFor([1, 1e-30], true).decades).toBe(1);
    expect(scaleFor([1, 1e-12], true).decades).toBe(6);
  });

  it("are strongest at the largest, faint at the smallest, absent at zero, and keep the sign", () => {
    expect(strength(100, scale)).toBe(1);
    expect(strength(-100, scale)).toBe(-1);
    expect(strength(0, scale)).toBe(0);
    expect(strength(1e-13, scale)).toBe(0);
    expect(strength(NaN, scale)).toBe(0);
    expect(strength(0.01, scale)).toBeGreaterThan(0.1);
    expect(strength(0.01, scale)).toBeLessThan(0.2);
    expect(strength(-1, scale)).toBeLessThan(strength(-0.01, scale));
  });

  it("agree with the bar and its numbers", () => {
    for (const { at, value } of ticksOf(scale))
      expect(strength(value, scale)).toBeCloseTo(barStrength(at), 12);
    const even = scaleFor([4, -2], false);
    for (const { at, value } of ticksOf(even)) expect(strength(value, even)).toBeCloseTo(barStrength(at), 12);
    expect(ticksOf(scaleFor([0], true))).toEqual([{ at: 0.5, value: 0 }]);
  });

  it("are mixed from those of the theme", () => {
    expect(parseColor("#0b5cad")).toEqual([11, 92, 173]);
    expect(parseColor(" #fff ")).toEqual([255, 255, 255]);
    expect(parseColor("red")).toEqual([128, 128, 128]);
    expect(mix(-1, [255, 255, 255], [1, 2, 3], [4, 5, 6])).toEqual([4, 5, 6]);
    expect(mix(0, [255, 255, 255], [1, 2, 3], [4, 5, 6])).toEqual([255, 255, 255]);
  });
});

describe("the picture of a matrix", () => {
  const names = ["shoulder", "elbow", "wrist"];
  const layout = layOutMap(names, 400, true);

  it("finds the entry under the pointer", () => {
    expect(cellAt(layout, layout.left + 1, layout.top + 1)).toEqual({ row: 0, column: 0 });
    expect(cellAt(layout, layout.left + 2.5 * layout.cell, layout.top + 1.5 * layout.cell)).toEqual({
      row: 1,
      column: 2,
    });
    expect(cellAt(layout, layout.left + 1, layout.strip! + 1)).toEqual({ row: -1, column: 0 });
    expect(cellAt(layout, layout.left - 1, layout.top + 1)).toBeNull();
    expect(cellAt(layout, layout.left + 1, layout.top - 1)).toBeNull();
  });

  it("stays within its width, with one joint or with hundreds", () => {
    for (const count of [1, 7, 38, 200]) {
      const many = layOutMap(
        Array.from({ length: count }, (_, i) => `a joint with a long name ${i}`),
        336,
        false,
      );
      expect(many.left + count * many.cell).toBeLessThanOrEqual(336);
      expect(labelEvery(many.cell) * many.cell).toBeGreaterThanOrEqual(10.9);
    }
  });

  it("is read by arrow keys, to the strip and back", () => {
    expect(cellAfterKey("ArrowRight", { row: 0, column: 2 }, 3, true, 1)).toEqual({ row: 0, column: 2 });
    expect(cellAfterKey("ArrowDown", { row: 2, column: 1 }, 3, true, 1)).toEqual({ row: -1, column: 1 });
    expect(cellAfterKey("ArrowDown", { row: 2, column: 1 }, 3, false, 1)).toEqual({ row: 2, column: 1 });
    expect(cellAfterKey("ArrowUp", { row: -1, column: 1 }, 3, true, 1)).toEqual({ row: 2, column: 1 });
    expect(cellAfterKey("End", { row: 1, column: 0 }, 30, false, 1)).toEqual({ row: 1, column: 29 });
    expect(cellAfterKey("ArrowLeft", { row: 1, column: 20 }, 30, false, 10)).toEqual({ row: 1, column: 10 });
    expect(cellAfterKey("a", { row: 1, column: 0 }, 30, false, 1)).toBeNull();
  });

  it("shortens names in the middle", () => {
    expect(shorten("elbow")).toBe("elbow");
    expect(shorten("left_shoulder_yaw")).toBe("left_s…er_yaw");
  });
});

describe("the matrices of a tree", () => {
  let matrices: Matrices;
  beforeAll(async () => {
    const robot = (await loadEngine()).makeRobot(treeRobot());
    const q = robot.neutral();
    q[7] = 0.5;
    matrices = robot.matrices(q);
  });

  it("pass the checks shown below their pictures", () => {
    const { mass, inverse, factor, D, size } = matrices;
    expect(asymmetry(mass, size)).toBeLessThan(1e-14);
    expect(factorError(mass, factor, D, size)).toBeLessThan(1e-14);
    expect(conditionNumber(mass, inverse, size)).toBeGreaterThan(1);
  });

  it("fail them when an entry is changed", () => {
    const { mass, factor, D, size } = matrices;
    const wrong = Float64Array.from(mass);
    wrong[1] += 0.01;
    expect(asymmetry(wrong, size)).toBeGreaterThan(1e-4);
    wrong[size] += 0.01;
    expect(factorError(wrong, factor, D, size)).toBeGreaterThan(1e-4);
  });

  it("are empty between branches, and the factor below its diagonal", () => {
    const { mass, factor, size } = matrices;
    // Degrees of freedom 6 and 7 are the left arm, 8 to 11 the right one.
    expect(mass[6 * size + 8]).toBe(0);
    expect(mass[7 * size + 10]).toBe(0);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < i; j++) expect(factor[i * size + j]).toBe(0);
    }
    expect(shareOfZeros(factor)).toBeGreaterThan(0.4);
  });

  it("have a title, equations with a source and a unit for every entry", () => {
    const { dofs } = treeRobot();
    for (const kind of matrixKinds) {
      expect(kind.values(matrices).length).toBe(matrices.size ** 2);
      expect(kind.equations.every(({ source }) => /SOA|R87|S97/.test(source))).toBe(true);
      expect(kind.unit(dofs[0], dofs[8])).not.toBe("");
    }
    expect(kindOf("inverseFactor").id).toBe("inverseFactor");
  });
});
