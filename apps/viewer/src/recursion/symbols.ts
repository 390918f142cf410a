// Scales the symbols and draws those that several steps share: forces, motions as screws, inertias.

import type { RobotData } from "../document";
import type { Evaluation } from "../engine/engine";
import { principalAxes } from "../scene/symmetric";
import { formatUnit } from "../shell/format";
import type { Glyphs, Paint } from "./glyphs";
import {
  angular,
  linear,
  massBlock,
  norm,
  originOf,
  placed,
  roundUp,
  screwOf,
  rotated,
  type Three,
} from "./six";
import { shortNumber } from "./short_number";
import type { Plan } from "./steps";
import type { SixUnits } from "./units";

export type Colour = "inward" | "outward" | "news" | "plain";
export type SymbolName = "ellipsoid" | "rings" | "force" | "screw" | "joint";

export interface LegendEntry {
  symbol: SymbolName;
  colour: Colour;
  text: string;
  scale: string; // value of the largest symbol
}

export interface Scene {
  robot: RobotData;
  plan: Plan;
  evaluation: Evaluation;
  poses: ArrayLike<number>;
  extent: number;
  growth: number; // 0 to 1: growth of the symbols of the current step
  paint(colour: Colour, opacity: number): Paint;
}

// Round values of the longest symbols, angular and linear.
export interface Scale {
  angular: number;
  linear: number;
}

// Smaller numbers, in SI units, are rounding and are not drawn.
export const rounding = 1e-9;

const negligible = 1e-3; // relative to the largest

export function roundScale(largest: number): number {
  return largest > rounding ? roundUp(largest) : Infinity;
}

// Moments and forces are compared at the size of the robot: a moment that is small relative to the forces is drawn
// small.
export function scaleOf(sixes: ArrayLike<number>[], extent: number): Scale {
  const rotation = Math.max(0, ...sixes.map((six) => norm(angular(six))));
  const translation = Math.max(0, ...sixes.map((six) => norm(linear(six))));
  return {
    angular: roundScale(Math.max(rotation, 0.05 * extent * translation)),
    linear: roundScale(Math.max(translation, (0.05 * rotation) / extent)),
  };
}

export function scaleText(scale: Scale, units: SixUnits): string {
  const parts = [scale.angular, scale.linear].flatMap((value, i) =>
    Number.isFinite(value) ? [`${shortNumber(value, 1)} ${formatUnit(units[i])}`] : [],
  );
  return parts.length > 0 ? `largest: ${parts.join(", ")}` : "all zero";
}

export const movingBodies = ({ plan }: Scene): number[] =>
  plan.carrier.filter((carrier, body) => carrier === body);

// Draws a force as an arrow and a moment as an arc, both at a point.
export function drawForce(
  scene: Scene,
  glyphs: Glyphs,
  at: Three,
  moment: Three,
  force: Three,
  scale: Scale,
  paint: Paint,
): void {
  const { extent, growth } = scene;
  const [size, twist] = [norm(force) / scale.linear, norm(moment) / scale.angular];
  if (size > negligible) glyphs.arrow(at, force, growth * extent * (0.03 + 0.3 * size), paint);
  if (twist > negligible) glyphs.couple(at, moment, growth * extent * (0.02 + 0.07 * twist), paint);
}

export function drawBodyForce(
  scene: Scene,
  glyphs: Glyphs,
  body: number,
  six: ArrayLike<number>,
  scale: Scale,
  paint: Paint,
): void {
  const { poses } = scene;
  const moment = rotated(poses, body, angular(six));
  const force = rotated(poses, body, linear(six));
  drawForce(scene, glyphs, originOf(poses, body), moment, force, scale, paint);
}

// Draws a screw; if its axis is out of sight or there is no rotation, the motion of the body's origin.
export function drawMotion(
  scene: Scene,
  glyphs: Glyphs,
  body: number,
  six: ArrayLike<number>,
  scale: Scale,
  growth: number,
  paint: Paint,
): void {
  const { poses, extent } = scene;
  const at = originOf(poses, body);
  const rotation = rotated(poses, body, angular(six));
  const translation = rotated(poses, body, linear(six));
  const screw = screwOf(rotation, translation);
  const size = norm(translation) / scale.linear;
  if (!(screw.rotation > negligible * scale.angular) || norm(screw.offset) > extent) {
    if (size > negligible) glyphs.arrow(at, translation, growth * extent * (0.03 + 0.3 * size), paint);
    if (screw.rotation > negligible * scale.angular) {
      glyphs.couple(at, rotation, growth * extent * (0.02 + (0.07 * screw.rotation) / scale.angular), paint);
    }
    return;
  }
  const radius = growth * extent * (0.02 + (0.07 * screw.rotation) / scale.angular);
  const rise = Math.max(-0.3, Math.min(0.3, (1.25 * 2 * Math.PI * screw.pitch) / extent)) * extent;
  if (norm(screw.offset) > 0.02 * extent) {
    const foot: Three = [at[0] + screw.offset[0], at[1] + screw.offset[1], at[2] + screw.offset[2]];
    glyphs.line(at, foot, { ...paint, opacity: 0.5 * paint.opacity }, 0.2);
  }
  glyphs.screw(at, screw, radius, growth * rise, 0.16 * extent * growth + Math.abs(rise) / 2, paint);
}

// The linear block of P. Semi-axes are proportional to the cube root of the mass along them, as for solids of one
// density.
export function drawInertia(
  scene: Scene,
  glyphs: Glyphs,
  body: number,
  P: ArrayLike<number>,
  most: number,
  growth: number,
  paint: Paint,
  filled: boolean,
): void {
  const { robot, poses, extent } = scene;
  const { values, vectors } = principalAxes(massBlock(P));
  const radius = (mass: number): number =>
    growth * extent * Math.max(0.002, 0.11 * Math.cbrt(Math.max(0, mass) / most));
  const columns = [0, 1, 2].map((k) => rotated(poses, body, [vectors[k], vectors[3 + k], vectors[6 + k]]));
  const axes = [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
  const at = placed(poses, body, robot.bodies[body].com as Three);
  glyphs.ellipsoid(at, axes, [radius(values[0]), radius(values[1]), radius(values[2])], paint, filled);
}
