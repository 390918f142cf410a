// The symbols of the current step in the picture: they grow when a step begins and follow the robot as it moves.

import { Color } from "three";
import type { App } from "../app/app";
import type { Evaluation } from "../engine/engine";
import { Glyphs } from "./glyphs";
import type { Plan } from "./steps";
import { drawStep } from "./step_picture";
import type { Colour, LegendEntry } from "./symbols";

const growthTime = 320; // milliseconds

export const colourVariables: Record<Colour, string> = {
  inward: "--inward",
  outward: "--outward",
  news: "--series-4",
  plain: "--text",
};

export class RecursionPicture {
  private readonly glyphs: Glyphs;
  private begun = -Infinity;
  private frame = 0;
  private shown: { step: number; evaluation: Evaluation; q: ArrayLike<number> } | null = null;

  constructor(
    private readonly app: App,
    private readonly plan: Plan,
  ) {
    this.glyphs = new Glyphs(app.view.layer("recursion"), () => 0.005 * app.view.extent);
  }

  // `grow`: the step has just begun.
  show(step: number, evaluation: Evaluation, q: ArrayLike<number>, grow: boolean): LegendEntry[] {
    this.shown = { step, evaluation, q };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (grow) this.begun = still ? -Infinity : performance.now();
    return this.draw();
  }

  hide(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.shown) return;
    this.shown = null;
    this.glyphs.clear();
    this.app.view.redraw();
  }

  private draw(): LegendEntry[] {
    if (!this.shown) return [];
    const { step, evaluation, q } = this.shown;
    const { robot, data } = this.app.tracks[0];
    const age = Math.min(1, (performance.now() - this.begun) / growthTime);
    const style = getComputedStyle(document.documentElement);
    const colours = new Map<Colour, Color>();
    for (const [colour, variable] of Object.entries(colourVariables)) {
      colours.set(colour as Colour, new Color(style.getPropertyValue(variable).trim() || "#888888"));
    }
    this.glyphs.begin();
    const legend = drawStep(
      {
        robot: data.robot,
        plan: this.plan,
        evaluation,
        poses: robot.poses(q),
        extent: this.app.view.extent,
        growth: Math.max(0.05, 1 - (1 - age) ** 3),
        paint: (colour, opacity) => ({ color: colours.get(colour)!, opacity }),
      },
      this.glyphs,
      step,
    );
    this.glyphs.end();
    this.app.view.redraw();
    if (age < 1 && this.frame === 0) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
    }
    return legend;
  }
}
