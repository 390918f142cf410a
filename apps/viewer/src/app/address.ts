// Writes the user's choices (all of ViewState except `playing`) to the page's address and reads them back. Only values
// that differ from the initial state are written, in words: #t=1.24&selected=upper&show=frames,-grid. Reading accepts
// any address: it ignores what it does not understand and clamps numbers to their ranges.

import type { PageDocument } from "../document";
import { readFields, writeFields } from "./address_text";
import { nameOfIndex, indexOfName } from "./names";
import { initialState, type PanelId, type Shown, type ViewState } from "./state";

const panels: readonly PanelId[] = ["robot", "plots", "recursion", "matrices", "numbers"];
const matrices: readonly ViewState["matrix"][] = ["mass", "inverse", "factor", "inverseFactor"];
const themes: readonly ViewState["theme"][] = ["system", "light", "dark"];
const torqueChoices: readonly ViewState["recursion"]["torques"][] = ["recorded", "none", "gravity"];
const mostPlots = 64;

// If a scene defines torques, the recursions are shown for them.
function openingState({ tracks }: PageDocument): ViewState {
  const hasTorques = tracks[0]?.start.tau.some((tau) => tau !== 0);
  return {
    ...initialState,
    time: tracks[0]?.result?.first ?? 0,
    recursion: { ...initialState.recursion, torques: hasTorques ? "recorded" : "gravity" },
  };
}

export function addressOf(document: PageDocument, state: ViewState): string {
  const opening = openingState(document);
  const fields = new Map<string, string[]>();
  const keep = (name: string, value: unknown, usual: unknown) => {
    if (value !== usual) fields.set(name, [String(value)]);
  };
  const bodies = document.tracks[0]?.robot.bodies ?? [];
  keep("t", round(state.time, 10), round(opening.time, 10)); // finer than the spacing of records
  keep("speed", state.speed, opening.speed);
  keep("loop", state.loop ? "on" : "off", "on");
  if (state.pose) fields.set("pose", poseItems(document, state.pose));
  if (bodies[state.selected]) fields.set("selected", [nameOfIndex(bodies, state.selected)]);
  if (bodies[state.follow]) fields.set("follow", [nameOfIndex(bodies, state.follow)]);
  const switched = (Object.keys(opening.shown) as (keyof Shown)[]).filter(
    (key) => state.shown[key] !== opening.shown[key],
  );
  if (switched.length > 0)
    fields.set(
      "show",
      switched.map((key) => (state.shown[key] ? key : `-${key}`)),
    );
  keep("opacity", round(state.opacity, 2), opening.opacity);
  keep("ghost", state.ghost ? "on" : "off", "on");
  if (state.camera) {
    const { position, target } = state.camera;
    fields.set(
      "camera",
      [...position, ...target].map((x) => String(Number(x.toPrecision(5)))),
    );
  }
  keep("panel", state.panel ?? "none", opening.panel);
  if (state.plots.length > 0) fields.set("plots", [...state.plots]);
  keep("step", state.recursion.step, opening.recursion.step);
  keep("torques", state.recursion.torques, opening.recursion.torques);
  keep("matrix", state.matrix, opening.matrix);
  keep("theme", state.theme, opening.theme);
  return writeFields(fields);
}

export function stateFromAddress(document: PageDocument, hash: string): ViewState {
  const opening = openingState(document);
  const fields = readFields(hash);
  const robot = document.tracks[0]?.robot;
  const number = (name: string, usual: number, least: number, most: number) => {
    const text = fields.get(name)?.[0];
    const value = text ? Number(text) : NaN;
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual;
  };
  const choice = <T extends string>(name: string, choices: readonly T[], usual: T): T =>
    choices.find((one) => one === fields.get(name)?.[0]) ?? usual;
  const body = (name: string) => indexOfName(robot?.bodies ?? [], fields.get(name)?.[0]);
  const { first, last } = timeRange(document);
  const panel = choice("panel", [...panels, "none"], opening.panel ?? "none");
  return {
    ...opening,
    time: number("t", opening.time, first, last),
    speed: number("speed", opening.speed, 1 / 16, 16),
    loop: choice("loop", ["on", "off"], "on") === "on",
    pose: fields.has("pose") ? poseFromItems(document, fields.get("pose")!) : null,
    selected: body("selected"),
    follow: body("follow"),
    shown: shownFromItems(fields.get("show") ?? []),
    opacity: number("opacity", opening.opacity, 0, 1),
    ghost: choice("ghost", ["on", "off"], "on") === "on",
    camera: cameraFromItems(fields.get("camera") ?? []),
    panel: panel === "none" ? null : panel,
    plots: (fields.get("plots") ?? []).filter((one) => one !== "").slice(0, mostPlots),
    recursion: {
      step: Math.round(number("step", opening.recursion.step, -1, 1e6)),
      torques: choice("torques", torqueChoices, opening.recursion.torques),
    },
    matrix: choice("matrix", matrices, opening.matrix),
    theme: choice("theme", themes, opening.theme),
  };
}

function timeRange({ tracks }: PageDocument): { first: number; last: number } {
  const results = tracks.flatMap(({ result }) => (result && result.rows > 0 ? [result] : []));
  if (results.length === 0) return { first: 0, last: 0 };
  return {
    first: Math.min(...results.map(({ first }) => first)),
    last: Math.max(...results.map(({ last }) => last)),
  };
}

// Coordinates by name, only those that differ from the start: "elbow:1.2".
function poseItems({ tracks }: PageDocument, pose: readonly number[]): string[] {
  const { robot, start } = tracks[0];
  return robot.coordinates.flatMap((_, i) => {
    const value = round(pose[i], 6);
    return value === round(start.q[i], 6) ? [] : [`${nameOfIndex(robot.coordinates, i)}:${value}`];
  });
}

function poseFromItems({ tracks }: PageDocument, items: readonly string[]): number[] | null {
  if (tracks.length === 0) return null;
  const { robot, start } = tracks[0];
  const pose = [...start.q];
  for (const item of items) {
    const colon = item.lastIndexOf(":");
    const index = indexOfName(robot.coordinates, item.slice(0, Math.max(0, colon)));
    const text = item.slice(colon + 1);
    const value = text === "" ? NaN : Number(text);
    if (index >= 0 && Number.isFinite(value)) pose[index] = Math.min(1e6, Math.max(-1e6, value));
  }
  return pose;
}

function shownFromItems(items: readonly string[]): Shown {
  const shown = { ...initialState.shown };
  for (const item of items) {
    const key = item.replace(/^-/, "");
    if (Object.hasOwn(shown, key)) shown[key as keyof Shown] = !item.startsWith("-");
  }
  return shown;
}

function cameraFromItems(items: readonly string[]): ViewState["camera"] {
  const numbers = items.map((item) => (item === "" ? NaN : Number(item)));
  if (numbers.length !== 6 || !numbers.every((x) => Math.abs(x) < 1e6)) return null;
  const [position, target] = [numbers.slice(0, 3), numbers.slice(3)];
  const distance = Math.hypot(...position.map((x, i) => x - target[i]));
  return distance > 1e-6 ? { position, target } : null;
}

function round(x: number, decimals: number): number {
  return Number(x.toFixed(decimals));
}
