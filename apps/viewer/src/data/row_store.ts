// Provides the records of a result by row, by time and as curves. A result may be far larger than memory.

import type { Curve, RowStore } from "../app/app";
import type { ResultData } from "../document";
import { Curves } from "./curves";
import { type PieceOptions, Pieces, usualPieces } from "./pieces";
import type { Source } from "./source";
import { TimeIndex } from "./time_index";
import { Trouble } from "./trouble";

// `complain` is called once when numbers cannot be loaded, and again only after a success.
export function makeRowStore(
  source: Source,
  track: number,
  result: ResultData,
  complain: (text: string) => void = () => {},
  options: PieceOptions = usualPieces,
): RowStore {
  const listeners = new Set<() => void>();
  const arrived = () => [...listeners].forEach((listener) => listener());
  const trouble = new Trouble(complain);
  const pieces = new Pieces(source, track, result, arrived, trouble, options);
  const index = new TimeIndex(source, track, result, pieces, arrived, trouble, options.patience);
  const curves = new Curves(source, track, result, pieces, index);

  return {
    rows: result.rows,
    first: result.first,
    last: result.last,
    rowAt: (time) => index.rowAt(time),
    timeOf: (row) => index.timeOf(row),

    record(array, row) {
      if (!(row >= 0 && row < result.rows)) return null;
      const rows = pieces.pieceRows(array);
      const width = pieces.width(array);
      const piece = pieces.now(array, Math.floor(row / rows));
      if (array === "time" && !index.isThere) return null; // `rowAt` returned an estimate
      const at = (row % rows) * width;
      return piece ? piece.subarray(at, at + width) : null;
    },

    onArrival(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    curve: (array, column, from, to, points): Promise<Curve> => curves.curve(array, column, from, to, points),
  };
}
