// Finds the record at a time. The time of the first record of each piece is read at the start; a single piece of times
// then locates any time in a result of any length.

import type { ResultData } from "../document";
import type { Pieces } from "./pieces";
import type { Source } from "./source";
import type { Trouble } from "./trouble";

export class TimeIndex {
  private starts: Float64Array | null = null;
  private readonly pieceRows: number;
  private loading: Promise<void> | null = null;

  constructor(
    private readonly source: Source,
    private readonly track: number,
    private readonly result: ResultData,
    private readonly pieces: Pieces,
    private readonly arrived: () => void,
    private readonly trouble: Trouble,
    private readonly patience: number,
  ) {
    this.pieceRows = pieces.pieceRows("time");
    if (result.rows > 0) this.load().catch(() => {});
  }

  get isThere(): boolean {
    return this.starts !== null;
  }

  private load(): Promise<void> {
    return (this.loading ??= this.read());
  }

  private async read(): Promise<void> {
    const count = Math.ceil(this.result.rows / this.pieceRows);
    try {
      this.starts = await this.source.rows(this.track, "time", 0, count, this.pieceRows);
    } catch (problem) {
      this.trouble.met(problem);
      this.loading = null;
      setTimeout(() => this.load().catch(() => {}), this.patience);
      throw problem;
    }
    this.arrived();
  }

  rowAt(time: number): number {
    const { rows, first, last } = this.result;
    if (rows === 0 || !(time >= first)) return 0;
    if (time >= last) return rows - 1;
    if (!this.starts) return Math.min(rows - 1, Math.floor(((time - first) / (last - first)) * (rows - 1)));
    const piece = Math.max(0, lastAtOrBefore(this.starts, time));
    const times = this.pieces.now("time", piece);
    if (times) return piece * this.pieceRows + Math.max(0, lastAtOrBefore(times, time));
    return Math.min(rows - 1, Math.floor(this.estimatedRow(time)));
  }

  // As rowAt, but resolves when the answer is exact.
  async rowLater(time: number): Promise<number> {
    await this.load();
    const piece = Math.max(0, lastAtOrBefore(this.starts!, time));
    const times = await this.pieces.later("time", piece);
    return piece * this.pieceRows + Math.max(0, lastAtOrBefore(times, time));
  }

  timeOf(row: number): number {
    const known = Math.min(this.result.rows - 1, Math.max(0, row));
    if (known === 0 || this.result.rows === 0) return this.result.first;
    if (known === this.result.rows - 1) return this.result.last;
    const piece = Math.floor(known / this.pieceRows);
    const times = this.starts ? this.pieces.now("time", piece) : null;
    return times ? times[known - piece * this.pieceRows] : this.estimatedTime(known);
  }

  // From the index alone: exact at the first record of each piece, assumes equal steps between.
  private estimatedRow(time: number): number {
    const piece = this.starts ? Math.max(0, lastAtOrBefore(this.starts, time)) : 0;
    const [from, to] = this.bounds(piece);
    const share = to.time > from.time ? (time - from.time) / (to.time - from.time) : 0;
    return from.row + Math.min(1, Math.max(0, share)) * (to.row - from.row);
  }

  estimatedTime(row: number): number {
    const [from, to] = this.bounds(this.starts ? Math.floor(row / this.pieceRows) : 0);
    const share = to.row > from.row ? (row - from.row) / (to.row - from.row) : 0;
    return from.time + Math.min(1, Math.max(0, share)) * (to.time - from.time);
  }

  private bounds(piece: number): [{ row: number; time: number }, { row: number; time: number }] {
    const end = { row: this.result.rows - 1, time: this.result.last };
    if (!this.starts) return [{ row: 0, time: this.result.first }, end];
    const from = { row: piece * this.pieceRows, time: this.starts[piece] };
    const hasNext = piece + 1 < this.starts.length;
    return [from, hasNext ? { row: from.row + this.pieceRows, time: this.starts[piece + 1] } : end];
  }
}

// Index of the last number that is not greater than the value; -1 if all are greater. The numbers must not decrease.
export function lastAtOrBefore(numbers: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
