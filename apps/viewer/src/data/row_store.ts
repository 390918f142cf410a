import type { RowStore } from "../app/app";
import type { ResultData } from "../document";
import type { Source } from "./source";

export function makeRowStore(_source: Source, _track: number, result: ResultData): RowStore {
  return {
    rows: result.rows,
    first: result.first,
    last: result.last,
    rowAt: () => 0,
    timeOf: () => 0,
    record: () => null,
    onArrival: () => () => {},
    curve: async () => ({ times: new Float64Array(), values: new Float64Array() }),
  };
}
