import { describe, expect, test } from "vitest";
import type { Curve, Track } from "../../src/app/app";
import { makeRowStore } from "../../src/data/row_store";
import { eventsOf, grouped, textOf } from "../../src/time/event_groups";
import { speeds, speedText } from "../../src/time/speeds";
import { energies, energyCurves, energyTable, errorCurves } from "../../src/time/strip_data";
import { linearScale, logScale } from "../../src/time/strip_scale";
import { twoLinkDocument, twoLinkSource } from "../fixtures/two_link";

function curve(...values: number[]): Curve {
  return { times: Float64Array.from(values.keys()), values: Float64Array.from(values) };
}

function tracks(count: number): Track[] {
  const data = twoLinkDocument().tracks[0];
  return Array.from({ length: count }, (_, index) => {
    const rows = makeRowStore(twoLinkSource(), index, data.result!);
    return { index, data: { ...data, name: `run ${index}` }, rows } as unknown as Track;
  });
}

describe("events", () => {
  test("of all results are sorted by time", () => {
    const all = tracks(2);
    all[1] = { ...all[1], data: structuredClone(all[1].data) };
    all[1].data.result!.events = [{ time: 0.5, name: "limit", note: "" }];
    expect(eventsOf(all).map(({ time, track }) => [time, track])).toEqual([
      [0.5, 1],
      [1.5, 0],
    ]);
  });

  test("that overlap share a mark", () => {
    const at = (time: number) => ({ time, name: "limit", note: "elbow", track: 0 });
    const groups = grouped([0, 0.1, 0.15, 0.3, 1].map(at), 0.15);
    expect(groups.map((group) => group.length)).toEqual([3, 1, 1]);
    expect(textOf(groups[1], () => "")).toBe("0.300 s limit: elbow");
    expect(
      textOf(
        Array.from({ length: 9 }, () => at(1)),
        () => "",
      )
        .split("\n")
        .at(-1),
    ).toBe("and 3 more");
  });
});

describe("a strip", () => {
  test("spans all its curves", () => {
    const scale = linearScale([curve(1, 3), curve(-1, NaN, 2)]);
    expect([scale.low, scale.high]).toEqual([-1, 3]);
    expect(scale.shareOf(1)).toBe(0.5);
    expect(linearScale([curve(2, 2)]).shareOf(2)).toBe(0.5);
    expect(linearScale([]).shareOf(1)).toBe(0.5);
  });

  test("of errors spans whole decades, with zero at the bottom", () => {
    const scale = logScale([curve(0, 3e-13, 2e-10)]);
    expect(scale.low).toBeCloseTo(1e-13, 25);
    expect(scale.high).toBeCloseTo(1e-9, 20);
    expect(scale.shareOf(0)).toBe(0);
    expect(scale.shareOf(1e-11)).toBeCloseTo(0.5, 9);
    expect(scale.shareOf(NaN)).toBeNaN();
  });

  test("of errors near zero shows at most twelve decades", () => {
    const scale = logScale([curve(1e-300, 1e-3)]);
    expect(Math.log10(scale.high / scale.low)).toBeCloseTo(12, 9);
    expect(scale.shareOf(1e-200)).toBe(0);
  });

  test("shows the sum of kinetic, potential and spring energy", () => {
    expect(energies(["kinetic", "potential", "stored", "work"], [1, 2, 4, 8])).toEqual([1, 2, 7]);
    expect(energies(["kinetic"], [1])).toEqual([1, 0, 1]);
  });

  test("of energy has three curves, and one more of a second result", async () => {
    const app = { source: twoLinkSource(), tracks: tracks(2) };
    const curves = await energyCurves(app);
    expect(curves.map(({ name, dashed }) => `${name} ${dashed}`)).toEqual([
      "kinetic false",
      "potential false",
      "total false",
      "total (run 1) true",
    ]);
    expect(curves[0].curve.times.length).toBe(200);
    const table = await energyTable(app);
    expect(table.rows.length).toBe(200);
    const start = table.rows[0].numbers[1];
    const drawn = [0, 1, 2].map((i) => curves[i].curve.values[3] + (i > 0 ? start : 0));
    drawn.forEach((value, i) => expect(value).toBeCloseTo(table.rows[3].numbers[i], 12));
    expect(curves[1].curve.values[0]).toBe(0);
    expect(curves[2].curve.values[0]).toBeCloseTo(curves[0].curve.values[0], 12);
  });

  test("of errors is empty if the run has no constraint errors", async () => {
    expect((await errorCurves({ tracks: tracks(1) })).length).toBe(2);
    const [track] = tracks(1);
    const still = { ...track.rows!, curve: () => Promise.resolve(curve(0, 0)) };
    expect(await errorCurves({ tracks: [{ ...track, rows: still }] })).toEqual([]);
  });
});

test("speeds go from a sixteenth to sixteen", () => {
  expect(speeds().map(speedText)).toEqual([
    "1/16 ×",
    "1/8 ×",
    "1/4 ×",
    "1/2 ×",
    "1 ×",
    "2 ×",
    "4 ×",
    "8 ×",
    "16 ×",
  ]);
});
