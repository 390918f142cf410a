// What the parts of the page share.

import type { PageDocument, TrackData } from "../document";
import type { Source } from "../data/source";
import type { Evaluation, Robot } from "../engine/engine";
import type { Store } from "./store";
import type { PanelId, ViewState } from "./state";

// A robot and, where there is one, its result.
export interface Track {
  readonly index: number;
  readonly data: TrackData;
  readonly robot: Robot;
  readonly rows: RowStore | null;
}

// Records of a result, fetched in pieces as they are needed and kept while there is room (data/row_store.ts).
export interface RowStore {
  readonly rows: number;
  readonly first: number; // times
  readonly last: number;
  // The last record at or before the time, as far as it is known by now.
  rowAt(time: number): number;
  timeOf(row: number): number;
  // Numbers of one record; null while they are on their way: `onArrival` listeners are told when they are there.
  record(array: string, row: number): Float64Array | null;
  onArrival(listener: () => void): () => void;
  // One column for a plot between two times, thinned to at most about `points` (least and greatest of every piece).
  curve(array: string, column: number, from: number, to: number, points: number): Promise<Curve>;
}

export interface Curve {
  times: Float64Array;
  values: Float64Array;
}

// A track at the time of the cursor: between two records interpolated, on a record exact.
export interface Moment {
  time: number;
  row: number; // the record at or before; -1: no result, or posed by hand
  exact: boolean; // on the record itself
  q: Float64Array;
  v: Float64Array;
  a: Float64Array | null; // null: unknown (a model that is posed)
  actuation: Float64Array | null;
  loopForces: (Float64Array | null)[]; // recorded, one per loop
  held: boolean[]; // which loops are closed
}

export interface App {
  readonly document: PageDocument;
  readonly source: Source;
  readonly tracks: readonly Track[];
  readonly state: Store<ViewState>;
  readonly moments: Moments;
  readonly view: View;
  readonly notices: Notices;
}

export interface Moments {
  of(track: number): Moment;
  // The joint moments that the recursions are shown for: recorded (what acts besides loops), or those of ViewState.recursion.
  tau(): Float64Array;
  // Forward dynamics of the first track at the cursor, computed when first asked for; null with `problem` set where it fails.
  evaluation(): Evaluation | null;
  problem(): string;
  // Called at most once per frame of the screen, after time, pose or data changed.
  on(listener: () => void): () => void;
}

// The picture (scene/view.ts). World coordinates are those of the robot: z up.
export interface View {
  readonly element: HTMLElement;
  // For arrows, ellipsoids and screws of others: in world coordinates, drawn over the robot. Whoever owns a layer disposes
  // of what it puts there.
  layer(name: string): import("three").Group;
  redraw(): void; // something in a layer changed
  beforeDrawing(listener: () => void): void; // the last moment to change a layer
  fit(): void; // all of the robot in sight
  png(): Promise<Blob>;
  // Size of the robot in metres, to scale symbols by.
  readonly extent: number;
}

export interface Notices {
  say(text: string, kind?: "info" | "warning" | "error"): void;
  keep(text: string, kind: "warning" | "error"): void; // in the list only
  // What the shell puts on the page: where messages appear, and the button that opens all of them.
  readonly toasts?: HTMLElement;
  readonly button?: HTMLElement;
}

// A tab of the dock. `refresh` is called after a moment changed while the panel is shown, and when it comes to be shown.
export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  readonly element: HTMLElement;
  refresh(): void;
}
export type MakePanel = (app: App) => Panel;

// What the parts need that are made before the app is whole.
export type Beginnings = Omit<App, "view">;

// The cursor through time (time/clock.ts). Without a result all of it does nothing.
export interface Clock {
  readonly hasTime: boolean;
  readonly first: number;
  readonly last: number;
  toggle(): void; // play, pause; at the end it begins again
  pause(): void;
  seek(time: number): void; // clamped
  step(records: number): void; // to the next record in that direction, or so many; pauses
  faster(): void; // 1/16 to 16 times
  slower(): void;
}
