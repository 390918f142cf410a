// Reads evenly spaced records of a range as they are in the file, for tables and sums of columns.

import type { ResultData } from "../document";
import type { Source } from "./source";

const mostNumbers = 1 << 20; // in one request

export interface Sampled {
  stride: number; // 1: every record of the range
  count: number;
  arrays: Float64Array[]; // in the order requested, row after row
}

export async function sampled(
  source: Source,
  track: number,
  result: ResultData,
  paths: readonly string[],
  range: { first: number; last: number },
  most: number,
): Promise<Sampled> {
  const rows = Math.max(0, range.last - range.first + 1);
  const stride = Math.max(1, Math.ceil(rows / most));
  const count = Math.ceil(rows / stride);
  const arrays = await Promise.all(
    paths.map((path) => {
      const width = result.arrays.find((array) => array.path === path)?.columns.length ?? 1;
      return inParts(width, count, (from, some) =>
        source.rows(track, path, range.first + from * stride, some, stride),
      );
    }),
  );
  return { stride, count, arrays };
}

async function inParts(
  width: number,
  count: number,
  read: (from: number, count: number) => Promise<Float64Array>,
): Promise<Float64Array> {
  const atOnce = Math.max(1, Math.floor(mostNumbers / width));
  const all = new Float64Array(width * count);
  for (let from = 0; from < count; from += atOnce) {
    all.set(await read(from, Math.min(atOnce, count - from)), from * width);
  }
  return all;
}
