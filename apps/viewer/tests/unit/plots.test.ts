import { describe, expect, test } from "vitest";
import type { RowStore, Track } from "../../src/app/app";
import { makeRowStore } from "../../src/data/row_store";
import { sampled } from "../../src/data/sampled";
import type { ResultData } from "../../src/document";
import { aligned } from "../../src/plots/aligned";
import { catalogueOf, chartsOf, groupsOf, matches, usualPlots } from "../../src/plots/catalogue";
import { tickTexts } from "../../src/plots/chart_ticks";
import { csv } from "../../src/plots/csv";
import { ordinal, plotTables } from "../../src/plots/plot_table";
import { readAt } from "../../src/plots/readings";
import { fitted, nextPage, zoomed } from "../../src/plots/time_range";
import { twoLinkDocument, twoLinkSource } from "../fixtures/two_link";

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function resultWith(path: string, columns: string[], units: string[]): ResultData {
  const result = structuredClone(twoLinkDocument().tracks[0].result!);
  result.arrays.push({ path, label: "left/pin", description: "", columns, units });
  return result;
}

describe("the list of quantities", () => {
  test("has every column except the time", () => {
    const catalogue = catalogueOf(twoLinkDocument().tracks[0].result);
    expect(catalogue.map(({ key }) => key)).toContain("energy:impact_loss");
    expect(catalogue.some(({ array }) => array === "time")).toBe(false);
    expect(catalogue.find(({ key }) => key === "v:elbow")).toMatchObject({ column: 1, unit: "rad/s" });
    expect(catalogueOf(null)).toEqual([]);
  });

  test("shares a chart if array and unit are the same", () => {
    const result = resultWith("loops/left.pin", ["nx", "fx", "ny"], ["Nm", "N", "Nm"]);
    const keys = [
      "loops/left.pin:nx",
      "q:elbow",
      "loops/left.pin:fx",
      "q:gone",
      "loops/left.pin:ny",
      "q:elbow",
    ];
    const charts = chartsOf(catalogueOf(result), keys);
    expect(charts.map(({ title, unit }) => `${title} ${unit}`)).toEqual([
      "Loop left/pin Nm",
      "Positions q rad",
      "Loop left/pin N",
    ]);
    expect(charts[0].quantities.map(({ name }) => name)).toEqual(["nx", "ny"]);
    expect(charts[1].quantities.length).toBe(1);
  });

  test("is searched by all words", () => {
    const [shoulder] = catalogueOf(twoLinkDocument().tracks[0].result);
    expect(matches(shoulder, "")).toBe(true);
    expect(matches(shoulder, "POSIT should")).toBe(true);
    expect(matches(shoulder, "shoulder energy")).toBe(false);
  });

  test("is grouped in the order of the file", () => {
    const groups = groupsOf(catalogueOf(twoLinkDocument().tracks[0].result));
    expect([...groups.keys()].slice(0, 3)).toEqual(["Positions q", "Velocities v", "Accelerations a"]);
    expect(groups.get("Energy")!.length).toBe(6);
  });

  test("preselects positions of joints, and of a floating body only if there are no joints", () => {
    const { robot, result } = structuredClone(twoLinkDocument().tracks[0]);
    const q = result!.arrays.find(({ path }) => path === "q")!;
    const free = ["x", "y", "z", "qw", "qx", "qy", "qz"].map((name) => `base ${name}`);
    q.columns = [...free, ...Array.from({ length: 9 }, (_, i) => `joint ${i}`)];
    q.units = q.columns.map((_, i) => (i < 3 ? "m" : i < 7 ? "1" : "rad"));
    robot.bodies[0].joint = { ...robot.bodies[0].joint, kind: "floating", q: 0 };
    const keys = usualPlots(catalogueOf(result), robot);
    expect(keys).toEqual([0, 1, 2, 3, 4, 5].map((i) => `q:joint ${i}`));
    q.columns = free;
    expect(usualPlots(catalogueOf(result), robot)).toEqual(free.map((name) => `q:${name}`));
  });
});

describe("curves over one axis", () => {
  test("continue where only another has a point, and break at a gap", () => {
    const first = { times: Float64Array.of(0, 2, 4), values: Float64Array.of(10, NaN, 14) };
    const second = { times: Float64Array.of(0, 1, 4), values: Float64Array.of(20, 21, 24) };
    expect(aligned([first, second])).toEqual([
      [0, 1, 2, 4],
      [10, undefined, null, 14],
      [20, 21, undefined, 24],
    ]);
  });

  test("keep a jump", () => {
    const curve = { times: Float64Array.of(0, 1, 1, 2), values: Float64Array.of(0, 0, 5, 5) };
    expect(aligned([curve, curve])[0]).toEqual([0, 1, 1, 2]);
    expect(aligned([])).toEqual([[]]);
  });
});

describe("a reading", () => {
  async function rows(): Promise<RowStore> {
    const store = makeRowStore(twoLinkSource(), 0, twoLinkDocument().tracks[0].result!);
    readAt(store, "q", 1, 0.4);
    await settle();
    return store;
  }

  test("is exact on a record, and interpolated between two", async () => {
    const store = await rows();
    const [first, second] = await Promise.all([20, 21].map((row) => twoLinkSource().rows(0, "q", row, 1)));
    expect(readAt(store, "q", 1, 0.4)).toBe(first[1]);
    expect(readAt(store, "q", 1, 0.41)).toBeCloseTo((first[1] + second[1]) / 2, 12);
  });

  test("is NaN outside of the result, and until the numbers arrive", async () => {
    expect(readAt(await rows(), "q", 1, 9)).toBeNaN();
    expect(
      readAt(makeRowStore(twoLinkSource(), 0, twoLinkDocument().tracks[0].result!), "q", 0, 1),
    ).toBeNaN();
  });
});

describe("the time range", () => {
  const whole = { from: 0, to: 10 };

  test("stays within the whole", () => {
    expect(fitted({ from: -3, to: 2 }, whole, 1)).toEqual({ from: 0, to: 5 });
    expect(fitted({ from: 9, to: 12 }, whole, 1)).toEqual({ from: 7, to: 10 });
    expect(fitted({ from: -9, to: 99 }, whole, 1)).toEqual(whole);
    expect(fitted({ from: 4, to: 4 }, whole, 1)).toEqual({ from: 3.5, to: 4.5 });
  });

  test("keeps the cursor where it is when zoomed", () => {
    expect(zoomed(whole, 2, 0.5)).toEqual({ from: 1, to: 6 });
    expect(zoomed({ from: 4, to: 6 }, 9, 0.5)).toEqual({ from: 4.5, to: 5.5 });
  });

  test("moves on by a page when the cursor leaves it", () => {
    const range = { from: 2, to: 4 };
    expect(nextPage(range, 3)).toBe(range);
    const next = nextPage(range, 4.1);
    expect(next.from).toBeLessThan(4.1);
    expect(next.to - next.from).toBeCloseTo(2, 12);
    expect(nextPage(range, 0).from).toBeLessThan(0.001);
  });
});

describe("the table of a plot", () => {
  const page = twoLinkDocument();
  const source = twoLinkSource();
  const rows = makeRowStore(source, 0, page.tracks[0].result!);
  const app = { source, tracks: [{ index: 0, data: page.tracks[0], rows } as unknown as Track] };
  const [plan] = chartsOf(catalogueOf(page.tracks[0].result), ["q:elbow"]);

  test("has the records of the range, thinned to its size", async () => {
    rows.rowAt(0);
    await settle();
    rows.rowAt(0);
    await settle();
    const [table] = await plotTables(app, plan, { from: 0, to: 3.98 }, 50);
    expect(table.rows.length).toBe(50);
    expect(table.stride).toBe(4);
    expect(table.caption).toContain("every 4th record");
    expect(table.columns).toEqual(["elbow [rad]"]);
    const [, elbow] = await source.rows(0, "q", 8, 1);
    expect(table.rows[2].numbers[0]).toBe(elbow);
    expect(table.rows[2].head).toBe(0.16);
  });

  test("is read in parts if it is long", async () => {
    const asked: number[] = [];
    const wide = {
      ...source,
      rows: (_t: number, _a: string, first: number, count: number) => {
        asked.push(count);
        return Promise.resolve(Float64Array.from({ length: 2 * count }, (_, i) => 2 * first + i));
      },
    };
    const result = { ...page.tracks[0].result!, rows: 1 << 20 };
    const found = await sampled(wide, 0, result, ["q"], { first: 0, last: (1 << 20) - 1 }, 1 << 20);
    expect(asked).toEqual([1 << 19, 1 << 19]);
    expect(found.arrays[0][1 << 20]).toBe(1 << 20);
  });

  test("as CSV has all digits, and names that no spreadsheet evaluates", () => {
    const text = csv({
      caption: "",
      corner: "time",
      columns: ['a "b", c', "=HYPERLINK(1)"],
      rows: [
        { head: "0.1", numbers: [1 / 3, NaN] },
        { head: -1, numbers: [-2e-17, Infinity] },
      ],
    });
    expect(text.split("\n")).toEqual([
      'time,"a ""b"", c", =HYPERLINK(1)',
      "0.1,0.3333333333333333,",
      "-1,-2e-17,Infinity",
      "",
    ]);
  });

  test("says which records it has", () => {
    expect([1, 2, 3, 4, 11, 12, 21, 113].map(ordinal)).toEqual([
      "1st",
      "2nd",
      "3rd",
      "4th",
      "11th",
      "12th",
      "21st",
      "113th",
    ]);
  });
});

test("ticks have enough digits to differ", () => {
  expect(tickTexts([-0.5, 0, 0.5])).toEqual(["−0.5", "0.0", "0.5"]);
  expect(tickTexts([1.25, 1.3, 1.35])).toEqual(["1.25", "1.30", "1.35"]);
  expect(tickTexts([1, 1.25, 1.5])).toEqual(["1.00", "1.25", "1.50"]);
  expect(tickTexts([0, 20, 40])).toEqual(["0", "20", "40"]);
  expect(tickTexts([0, 2e-13])).toEqual(["0", "2e-13"]);
});
