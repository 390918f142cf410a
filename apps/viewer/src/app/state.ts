// The user's choices. All of them except `playing` are stored in the page's address (app/address.ts).

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
  speed: number; // simulated seconds per second
  loop: boolean;
  pose: readonly number[] | null; // q as posed by hand; null: that of the result, or of the start
  selected: number; // a body; -1: none
  follow: number; // the body that the camera follows; -1: none
  shown: Shown;
  opacity: number; // of the robot, 0 to 1
  ghost: boolean; // whether the second track is drawn
  camera: { position: readonly number[]; target: readonly number[] } | null; // null: the whole robot is visible
  panel: PanelId | null; // null: closed
  plots: readonly string[]; // "q:shoulder", one entry per curve; see plots/
  recursion: RecursionState;
  matrix: "mass" | "inverse" | "factor" | "inverseFactor";
  theme: "system" | "light" | "dark";
}

export interface RecursionState {
  step: number; // index in the list of steps of recursion/steps.ts; -1: not started, nothing is drawn
  torques: "recorded" | "none" | "gravity"; // tau of a posed model: from the file, zero, or balancing gravity
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
  recursion: { step: -1, torques: "gravity" },
  matrix: "mass",
  theme: "system",
};
