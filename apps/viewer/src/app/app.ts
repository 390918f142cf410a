// Interfaces shared by the parts of the page.

import type { PageDocument, TrackData } from "../document";
import type { Source } from "../data/source";
import type { Evaluation, Robot } from "../engine/engine";
import type { Store } from "./store";
import type { PanelId, ViewState } from "./state";

// A robot and its result, if there is one.
export interface Track {
  readonly index: number;
  readonly data: TrackData;
  readonly robot: Robot;
  readonly rows: RowStore | null;
}

// Records of a result, fetched in pieces as needed and cached up to a size limit (data/row_store.ts).
export interface RowStore {
  readonly rows: number;
  readonly first: number; // times
  readonly last: number;
  // The last record at or before the time; an estimate until the times have arrived.
  rowAt(time: number): number;
  timeOf(row: number): number;
  // Numbers of one record; null until they have arrived, which `onArrival` listeners are told.
  record(array: string, row: number): Float64Array | null;
  onArrival(listener: () => void): () => void;
  // One column for a plot between two times, reduced to about `points` points (minimum and maximum of each piece).
  curve(array: string, column: number, from: number, to: number, points: number): Promise<Curve>;
}

export interface Curve {
  times: Float64Array;
  values: Float64Array;
}

// The state of a track at the time cursor: exact on a record, interpolated between two records.
export interface Snapshot {
  time: number;
  row: number; // the record at or before `time`; -1: no result, or posed by hand
  exact: boolean; // true: `time` is that of the record; false: interpolated
  q: Float64Array;
  v: Float64Array;
  a: Float64Array | null; // null: unknown (a posed model)
  actuation: Float64Array | null;
  loopForces: (Float64Array | null)[]; // recorded, one per loop
  closed: boolean[]; // which loops are closed
}

export interface App {
  readonly document: PageDocument;
  readonly source: Source;
  readonly tracks: readonly Track[];
  readonly state: Store<ViewState>;
  readonly snapshots: Snapshots;
  readonly view: View;
  readonly notices: Notices;
}

export interface Snapshots {
  of(track: number): Snapshot;
  // The joint torques for which the recursions are shown: the recorded ones (without loop forces), or those chosen in
  // ViewState.recursion.
  tau(): Float64Array;
  // Forward dynamics of the first track at the cursor, computed on first use; null, with `problem` set, if it fails.
  evaluation(): Evaluation | null;
  problem(): string;
  // The listener is called at most once per frame of the screen, after time, pose or data changed.
  on(listener: () => void): () => void;
}

// The 3D view (scene/view.ts). World coordinates are those of the robot: z points up.
export interface View {
  readonly element: HTMLElement;
  // A group in world coordinates, drawn over the robot, for the arrows, ellipsoids and screws of other parts of the
  // page. The owner of a layer disposes of its contents.
  layer(name: string): import("three").Group;
  redraw(): void; // call after a change in a layer
  beforeDrawing(listener: () => void): void; // the last opportunity to change a layer before it is drawn
  fit(): void; // moves the camera so that the whole robot is visible
  png(): Promise<Blob>;
  // Size of the robot in metres; scales the symbols.
  readonly extent: number;
}

export interface Notices {
  say(text: string, kind?: "info" | "warning" | "error"): void;
  keep(text: string, kind: "warning" | "error"): void; // adds it to the list only
  // Elements that the shell puts on the page: the area of messages and the button that opens the list.
  readonly toasts?: HTMLElement;
  readonly button?: HTMLElement;
}

// A tab of the dock. `refresh` is called when the panel opens and, while it is open, after the snapshot changed.
export interface Panel {
  readonly id: PanelId;
  readonly title: string;
  readonly element: HTMLElement;
  refresh(): void;
}
export type MakePanel = (app: App) => Panel;

// The subset of App that exists before the view is made.
export type Beginnings = Omit<App, "view">;

// The time cursor (time/clock.ts). Without a result its functions do nothing.
export interface Clock {
  readonly hasTime: boolean;
  readonly first: number;
  readonly last: number;
  toggle(): void; // plays or pauses; restarts at the end
  pause(): void;
  seek(time: number): void; // clamped
  step(records: number): void; // moves by this number of records and pauses
  faster(): void; // 1/16 to 16 times
  slower(): void;
}
