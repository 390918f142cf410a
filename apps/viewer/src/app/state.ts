// What the user has chosen. All of it but `playing` is kept in the page's address (app/address.ts).

export type PanelId = "robot" | "plots" | "recursion" | "matrices" | "numbers";

export interface Shown {
  visuals: boolean;
  collisions: boolean;
  skeleton: boolean;
  frames: boolean;
  massCentres: boolean;
  ellipsoids: boolean;
  grid: boolean;
}

export interface ViewState {
  time: number;
  playing: boolean;
  speed: number; // seconds of the motion per second
  loop: boolean;
  pose: readonly number[] | null; // q as posed by hand; null: the start, or the result's
  selected: number; // a body; -1: none
  follow: number; // the body that the camera follows; -1: none
  shown: Shown;
  opacity: number; // of the robot, 0 to 1
  ghost: boolean; // whether the second track is drawn
  camera: { position: readonly number[]; target: readonly number[] } | null; // null: all of the robot in sight
  panel: PanelId | null; // null: closed
  plots: readonly string[]; // "q:shoulder", one entry per curve; see plots/
  recursion: RecursionState;
  matrix: "mass" | "inverse" | "factor" | "inverseFactor";
  theme: "system" | "light" | "dark";
}

export interface RecursionState {
  step: number; // position in the list of steps of recursion/steps.ts; -1: not begun, nothing is drawn
  moments: "recorded" | "none" | "gravity"; // tau of a posed model: none, or what holds it against gravity
}

export const initialState: ViewState = {
  time: 0,
  playing: false,
  speed: 1,
  loop: true,
  pose: null,
  selected: -1,
  follow: -1,
  shown: {
    visuals: true,
    collisions: false,
    skeleton: false,
    frames: false,
    massCentres: false,
    ellipsoids: false,
    grid: true,
  },
  opacity: 1,
  ghost: true,
  camera: null,
  panel: "robot",
  plots: [],
  recursion: { step: -1, moments: "gravity" },
  matrix: "mass",
  theme: "system",
};
