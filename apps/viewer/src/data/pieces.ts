// Caches arrays of a result in pieces of some hundred records; the least recently used pieces are dropped first.

import type { ArrayData, ResultData } from "../document";
import { Dropped, RequestQueue, type Urgency } from "./request_queue";
import type { Source } from "./source";
import type { Trouble } from "./trouble";

export interface PieceOptions {
  room: number; // bytes of the cache
  pieceBytes: number; // approximate size of one piece
  patience: number; // milliseconds from a failure to the next attempt
}
export const usualPieces: PieceOptions = { room: 64 << 20, pieceBytes: 512 << 10, patience: 3000 };

export class Pieces {
  private readonly kept = new Map<string, Float64Array>(); // least recently used first
  private bytes = 0;
  private readonly queue = new RequestQueue<Float64Array>();
  private readonly arrays: Map<string, ArrayData>;
  private readonly lastPiece = new Map<string, number>();
  private readonly retryAt = new Map<string, number>();

  constructor(
    private readonly source: Source,
    private readonly track: number,
    private readonly result: ResultData,
    private readonly arrived: () => void,
    private readonly trouble: Trouble,
    private readonly options: PieceOptions = usualPieces,
  ) {
    this.arrays = new Map(result.arrays.map((array) => [array.path, array]));
  }

  width(path: string): number {
    return this.arrays.get(path)?.columns.length ?? 0;
  }

  // Records per piece: a power of two.
  pieceRows(path: string): number {
    const bytes = 8 * Math.max(1, this.width(path));
    let rows = 4096;
    while (rows > 256 && rows * bytes > this.options.pieceBytes) rows /= 2;
    return rows;
  }

  // Returns the piece, or null and requests it; also requests the next one in the reading direction.
  now(path: string, index: number): Float64Array | null {
    if (this.width(path) === 0) return null;
    const before = this.lastPiece.get(path) ?? -1;
    this.lastPiece.set(path, index);
    const piece = this.touch(keyOf(path, index)) ?? this.sendFor(path, index, "wanted");
    this.sendFor(path, index < before ? index - 1 : index + 1, "ahead");
    return piece;
  }

  // Resolves when the piece has arrived.
  async later(path: string, index: number): Promise<Float64Array> {
    return this.touch(keyOf(path, index)) ?? this.load(path, index, "needed");
  }

  private touch(key: string): Float64Array | null {
    const piece = this.kept.get(key);
    if (!piece) return null;
    this.kept.delete(key);
    this.kept.set(key, piece);
    return piece;
  }

  private sendFor(path: string, index: number, urgency: Urgency): null {
    const key = keyOf(path, index);
    const isThere = index >= 0 && index * this.pieceRows(path) < this.result.rows;
    if (!isThere || this.kept.has(key)) return null;
    if (this.queue.has(key)) {
      this.queue.urge(key, urgency);
      return null;
    }
    if ((this.retryAt.get(key) ?? 0) > Date.now()) return null;
    this.load(path, index, urgency).catch((problem: unknown) => {
      if (problem instanceof Dropped) return;
      this.retryAt.set(key, Date.now() + this.options.patience);
      setTimeout(this.arrived, this.options.patience + 1); // those still waiting ask again
      this.trouble.met(problem);
    });
    return null;
  }

  private async load(path: string, index: number, urgency: Urgency): Promise<Float64Array> {
    const key = keyOf(path, index);
    const first = index * this.pieceRows(path);
    const count = Math.min(this.pieceRows(path), this.result.rows - first);
    const start = () => this.source.rows(this.track, path, first, count);
    const piece = await this.queue.ask(key, start, urgency);
    if (piece.length !== count * this.width(path)) throw new Error(`Records of '${path}' were cut short.`);
    if (!this.kept.has(key)) {
      this.keep(key, piece);
      this.arrived();
    }
    return piece;
  }

  private keep(key: string, piece: Float64Array): void {
    this.trouble.over();
    this.retryAt.delete(key);
    this.kept.set(key, piece);
    this.bytes += piece.byteLength;
    for (const [oldest, old] of this.kept) {
      if (this.bytes <= this.options.room || oldest === key) break;
      this.kept.delete(oldest);
      this.bytes -= old.byteLength;
    }
  }
}

function keyOf(path: string, index: number): string {
  return `${index}:${path}`;
}
