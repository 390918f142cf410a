// Data of the strips: energies and constraint errors.

import type { App, Curve, Track } from "../app/app";
import { sampled } from "../data/sampled";
import type { ArrayData } from "../document";
import type { Table } from "../plots/data_table";
import type { StripCurve } from "./strip";

export const energyNames = ["kinetic", "potential", "total"];
export const errorNames = ["position", "velocity"];
const points = 1600;
const tableRows = 200;

export function arrayOf(track: Track, path: string): ArrayData | null {
  return track.data.result?.arrays.find((array) => array.path === path) ?? null;
}

// Kinetic and potential energy of one record, and the total, which includes springs.
export function energies(columns: readonly string[], numbers: ArrayLike<number>): number[] {
  const value = (name: string): number => {
    const column = columns.indexOf(name);
    return column >= 0 ? numbers[column] : 0;
  };
  const [kinetic, potential] = [value("kinetic"), value("potential")];
  return [kinetic, potential, kinetic + potential + value("stored")];
}

// The total is computed per record, because minima and maxima of its terms occur at different times. The zero of
// potential energy is arbitrary: potential and total energy are drawn relative to the initial potential energy.
// Otherwise the kinetic energy would look flat.
export async function energyCurves(app: Pick<App, "source" | "tracks">): Promise<StripCurve[]> {
  const curves: StripCurve[] = [];
  let start: number | undefined;
  for (const track of app.tracks) {
    const { times, rows } = await energyRows(app, track, points);
    start ??= rows[0]?.[1];
    energyNames.forEach((name, series) => {
      if (track.index > 0 && name !== "total") return;
      const curve = {
        times,
        values: Float64Array.from(rows, (row) => row[series] - (series > 0 ? (start ?? 0) : 0)),
      };
      curves.push({ name: nameOf(name, track), series, dashed: track.index > 0, curve });
    });
  }
  return curves;
}

export async function energyTable(app: Pick<App, "source" | "tracks">): Promise<Table> {
  const { times, rows } = await energyRows(app, app.tracks[0], tableRows);
  return {
    caption: "Energy over time, in joules",
    corner: "time [s]",
    columns: energyNames.map((name) => `${name} [J]`),
    rows: rows.map((numbers, i) => ({ head: times[i], numbers })),
  };
}

async function energyRows(
  app: Pick<App, "source">,
  track: Track,
  most: number,
): Promise<{ times: Float64Array; rows: number[][] }> {
  const array = arrayOf(track, "energy");
  const { result } = track.data;
  if (!array || !result) return { times: new Float64Array(), rows: [] };
  const range = { first: 0, last: result.rows - 1 };
  const found = await sampled(app.source, track.index, result, ["time", "energy"], range, most);
  const [times, numbers] = found.arrays;
  const width = array.columns.length;
  const rows = Array.from(times, (_, i) =>
    energies(array.columns, numbers.subarray(i * width, (i + 1) * width)),
  );
  return { times, rows };
}

// Empty if the run has no constraint errors.
export async function errorCurves(app: Pick<App, "tracks">): Promise<StripCurve[]> {
  const curves: StripCurve[] = [];
  for (const track of app.tracks) {
    if (!arrayOf(track, "constraints") || !track.rows) continue;
    for (const [series, name] of errorNames.entries()) {
      if (track.index > 0 && series > 0) continue;
      const { first, last } = track.rows;
      const curve: Curve = await track.rows.curve("constraints", series, first, last, points);
      curves.push({ name: nameOf(name, track), series, dashed: track.index > 0, curve });
    }
  }
  return curves.some(({ curve }) => curve.values.some((value) => value > 0)) ? curves : [];
}

export async function errorTable(app: Pick<App, "source" | "tracks">): Promise<Table> {
  const [track] = app.tracks;
  const array = arrayOf(track, "constraints")!;
  const range = { first: 0, last: track.data.result!.rows - 1 };
  const found = await sampled(app.source, 0, track.data.result!, ["time", "constraints"], range, tableRows);
  const width = array.columns.length;
  return {
    caption: "Constraint errors in position and velocity",
    corner: "time [s]",
    columns: errorNames.map((name, i) => `${name} [${array.units[i]}]`),
    rows: Array.from(found.arrays[0], (time, i) => ({
      head: time,
      numbers: found.arrays[1].subarray(i * width, i * width + errorNames.length),
    })),
  };
}

function nameOf(name: string, track: Track): string {
  return track.index > 0 ? `${name} (${track.data.name})` : name;
}
