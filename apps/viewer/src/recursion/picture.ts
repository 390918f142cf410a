// Draws the symbols of the current step. They grow when a step begins and follow the robot as it moves.

import type { Color } from "three";
import type { App, Snapshot } from "../app/app";
import { ThemeColors } from "../scene/theme_colors";
import { Glyphs, type Paint } from "./glyphs";
import type { Plan } from "./steps";
import { drawStep } from "./step_picture";
import type { Colour, LegendEntry } from "./symbols";

const growthTime = 320; // milliseconds

const colourVariables: Record<Colour, string> = {
  inward: "--inward",
  outward: "--outward",
  news: "--series-4",
  plain: "--text",
};

export class RecursionPicture {
  private readonly glyphs: Glyphs;
  private begun = -Infinity;
  private frame = 0;
  private step = -1; // -1: nothing is shown
  private drawn: Snapshot | null = null;
  private entries: LegendEntry[] = [];

  constructor(
    private readonly app: App,
    private readonly plan: Plan,
  ) {
    const layer = app.view.layer("recursion");
    this.glyphs = new Glyphs(layer, () => 0.005 * app.view.extent);
    // The 3D view may be drawn later than the panel; redrawing the symbols keeps them on the bodies.
    app.view.beforeDrawing(() => {
      if (this.step >= 0 && this.app.snapshots.of(0) !== this.drawn) this.draw();
    });
  }

  // `grow`: true if the step has just begun; false draws the symbols at full size.
  show(step: number, grow: boolean): LegendEntry[] {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (grow) this.begun = still ? -Infinity : performance.now();
    this.step = step;
    this.draw();
    this.app.view.redraw();
    if (this.frame === 0) this.growOn();
    return this.entries;
  }

  hide(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.step < 0) return;
    this.step = -1;
    this.glyphs.clear();
    this.app.view.redraw();
  }

  private age(): number {
    return Math.min(1, (performance.now() - this.begun) / growthTime);
  }

  private growOn(): void {
    if (this.age() >= 1) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
      this.app.view.redraw();
      this.growOn();
    });
  }

  private draw(): void {
    const { snapshots, tracks, view } = this.app;
    const evaluation = snapshots.evaluation();
    this.drawn = snapshots.of(0);
    this.glyphs.begin();
    if (evaluation) {
      const scene = {
        robot: tracks[0].data.robot,
        plan: this.plan,
        evaluation,
        poses: tracks[0].robot.poses(this.drawn.q),
        extent: view.extent,
        growth: Math.max(0.05, 1 - (1 - this.age()) ** 3),
        paint: this.painter(),
      };
      this.entries = drawStep(scene, this.glyphs, this.step);
    }
    this.glyphs.end();
  }

  private painter(): (colour: Colour, opacity: number) => Paint {
    const colours = new ThemeColors();
    const known = new Map<Colour, Color>();
    return (colour, opacity) => {
      let color = known.get(colour);
      if (!color) known.set(colour, (color = colours.of(colourVariables[colour])));
      return { color, opacity };
    };
  }
}
