// Loads curves for plots. Short ranges are read completely; for long ones the source provides the minimum and maximum
// of each piece.

import type { Curve } from "../app/app";
import type { ResultData } from "../document";
import { thinned } from "./overview";
import type { Pieces } from "./pieces";
import type { Source } from "./source";
import type { TimeIndex } from "./time_index";

const wholeBytes = 8 << 20; // limit for reading the whole array, all columns, to draw one of them
const mostBuckets = 1 << 16;
const keptCurves = 96;
const keptOverviews = 24;

export class Curves {
  private readonly curves = new Recent<Curve>(keptCurves);
  private readonly overviews = new Recent<Float64Array>(keptOverviews);

  constructor(
    private readonly source: Source,
    private readonly track: number,
    private readonly result: ResultData,
    private readonly pieces: Pieces,
    private readonly index: TimeIndex,
  ) {}

  curve(array: string, column: number, from: number, to: number, points: number): Promise<Curve> {
    const key = [column, from, to, points, array].join(" ");
    return this.curves.get(key, () => this.read(array, column, from, to, points));
  }

  private async read(
    array: string,
    column: number,
    from: number,
    to: number,
    points: number,
  ): Promise<Curve> {
    const width = this.pieces.width(array);
    if (this.result.rows === 0 || width === 0 || !(from <= to)) return emptyCurve();
    // One more record on both sides, so that the curve reaches the edges of the plot.
    const [first, last] = await Promise.all([this.index.rowLater(from), this.index.rowLater(to)]);
    const range = { first: Math.max(0, first - 1), last: Math.min(this.result.rows - 1, last + 1) };
    const count = range.last - range.first + 1;
    if (count * width * 8 <= wholeBytes) return thinned(await this.exact(array, column, range), points);
    return thinned(await this.rough(array, column, range, points), points);
  }

  private async exact(array: string, column: number, range: Range): Promise<Curve> {
    const [times, values] = await Promise.all([
      this.column("time", 0, range),
      this.column(array, column, range),
    ]);
    return { times, values };
  }

  private async column(array: string, column: number, { first, last }: Range): Promise<Float64Array> {
    const rows = this.pieces.pieceRows(array);
    const width = this.pieces.width(array);
    const out = new Float64Array(last - first + 1);
    const loads: Promise<void>[] = [];
    for (let piece = Math.floor(first / rows); piece * rows <= last; piece++) {
      const begin = Math.max(first, piece * rows);
      const end = Math.min(last + 1, (piece + 1) * rows);
      const fill = (numbers: Float64Array) => {
        for (let row = begin; row < end; row++) {
          out[row - first] = numbers[(row - piece * rows) * width + column];
        }
      };
      loads.push(this.pieces.later(array, piece).then(fill));
    }
    await Promise.all(loads);
    return out;
  }

  private async rough(array: string, column: number, range: Range, points: number): Promise<Curve> {
    const { rows } = this.result;
    const wanted = (points / 2) * (rows / (range.last - range.first + 1));
    let buckets = 256;
    while (buckets < wanted && buckets < mostBuckets) buckets *= 2;
    buckets = Math.min(buckets, rows);
    const overview = await this.overviews.get(`${buckets} ${column} ${array}`, () =>
      this.source.overview(this.track, array, column, buckets),
    );
    const from = Math.floor((range.first * buckets) / rows);
    const to = Math.min(buckets - 1, Math.floor((range.last * buckets) / rows));
    const times = new Float64Array(2 * (to - from + 1));
    for (let b = from; b <= to; b++) {
      times[2 * (b - from)] = this.index.estimatedTime(((b + 0.25) * rows) / buckets);
      times[2 * (b - from) + 1] = this.index.estimatedTime(((b + 0.75) * rows) / buckets);
    }
    return { times, values: overview.slice(2 * from, 2 * (to + 1)) };
  }
}

interface Range {
  first: number;
  last: number;
}

function emptyCurve(): Curve {
  return { times: new Float64Array(), values: new Float64Array() };
}

// A cache of the last few results; failures are not cached.
class Recent<T> {
  private readonly kept = new Map<string, Promise<T>>();

  constructor(private readonly most: number) {}

  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const made = make();
    this.kept.set(key, made);
    if (this.kept.size > this.most) this.kept.delete(this.kept.keys().next().value!);
    made.catch(() => this.kept.delete(key));
    return made;
  }
}
