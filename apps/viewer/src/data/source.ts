// The source of the page's document and numbers: the program that serves it, or the page itself.

import type { PageDocument } from "../document";

export interface Source {
  document(): Promise<PageDocument>;
  // Every `stride`-th record from `first` on, `count` in all: row after row of the array's columns.
  rows(track: number, array: string, first: number, count: number, stride?: number): Promise<Float64Array>;
  // One column of all rows in `buckets` pieces of (nearly) equal length: minimum and maximum of each in turn. Piece b
  // has the rows from floor(b * rows / buckets) up to floor((b + 1) * rows / buckets).
  overview(track: number, array: string, column: number, buckets: number): Promise<Float64Array>;
  mesh(index: number): Promise<ArrayBuffer>;
}
