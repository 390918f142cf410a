// The recorded numbers of a plot, for its table and for CSV files.

import type { App, Track } from "../app/app";
import { sampled } from "../data/sampled";
import type { ChartPlan } from "./catalogue";
import { withUnit } from "./catalogue";
import type { Table } from "./data_table";
import type { TimeRange } from "./time_range";

export const tableRows = 200;
export const fileRows = 200_000;

// One table per track that has the quantities, with at most about `most` evenly spaced records.
export async function plotTables(
  app: Pick<App, "source" | "tracks">,
  plan: ChartPlan,
  range: TimeRange,
  most: number,
): Promise<PlotTable[]> {
  const tables = await Promise.all(app.tracks.map((track) => tableOf(app, track, plan, range, most)));
  return tables.filter((table) => table !== null);
}

export interface PlotTable extends Table {
  stride: number; // 1: every record of the range
}

async function tableOf(
  app: Pick<App, "source" | "tracks">,
  track: Track,
  plan: ChartPlan,
  range: TimeRange,
  most: number,
): Promise<PlotTable | null> {
  const { result } = track.data;
  const path = plan.quantities[0].array;
  const array = result?.arrays.find((candidate) => candidate.path === path);
  if (!result || !track.rows || !array) return null;
  const columns = plan.quantities.map(({ key }) =>
    array.columns.findIndex((name) => `${path}:${name}` === key),
  );
  const rows = { first: track.rows.rowAt(range.from), last: track.rows.rowAt(range.to) };
  const found = await sampled(app.source, track.index, result, ["time", path], rows, most);
  const [times, numbers] = found.arrays;
  const width = array.columns.length;
  const every = found.stride * result.every;
  const some = every === 1 ? "every record" : `every ${ordinal(every)} record`;
  const name = app.tracks.length > 1 ? `${track.data.name}: ` : "";
  return {
    stride: found.stride,
    caption: `${name}${plan.title} from ${range.from.toFixed(3)} to ${range.to.toFixed(3)} s, ${some}`,
    corner: "time [s]",
    columns: plan.quantities.map((quantity) => withUnit(quantity.name, quantity.unit)),
    rows: Array.from(times, (time, i) => ({
      head: time,
      numbers: columns.map((column) => (column < 0 ? NaN : numbers[i * width + column])),
    })),
  };
}

export function ordinal(n: number): string {
  const teens = n % 100 >= 11 && n % 100 <= 13;
  const ending = teens ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}
