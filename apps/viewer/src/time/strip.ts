// A small chart of a few curves below the time line, with the values at the cursor next to it.

import type { App, Clock, Curve } from "../app/app";
import { seriesColour, seriesVariable } from "../plots/colours";
import { onThemeChange, themeColour } from "../shell/theme";
import { h } from "../shell/dom";
import { formatNumber, formatUnit } from "../shell/format";
import { pauseWhileDragged } from "./scrubber";
import { linearScale, logScale, type StripScale } from "./strip_scale";

export interface StripCurve {
  name: string;
  series: number; // index of its colour
  dashed: boolean;
  curve: Curve;
}

export interface StripOptions {
  title: string;
  unit: string;
  isLog: boolean;
  note: string; // describes how it is drawn
  readings: string[]; // names of the curves whose values are shown, in the order of the series
  showTable: () => void;
}

export class Strip {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { class: "strip-canvas", role: "img" });
  private readonly cursor = h("div", { class: "strip-cursor", "aria-hidden": "true" });
  private readonly numbers: HTMLElement[];
  private curves: StripCurve[] = [];
  private scale: StripScale | null = null;

  constructor(
    app: Pick<App, "state">,
    private readonly clock: Clock,
    private readonly options: StripOptions,
  ) {
    this.numbers = options.readings.map(() => h("span", { class: "strip-number" }));
    const readings = options.readings.map((name, i) =>
      h(
        "div",
        { class: "strip-reading", style: `--series: var(${seriesVariable(i)})` },
        h("span", { class: "strip-name" }, name),
        this.numbers[i],
      ),
    );
    const label = `Table: ${options.title.toLowerCase()}`;
    const field = h("div", { class: "strip-field" }, this.canvas, this.cursor);
    this.element = h(
      "div",
      { class: "strip", hidden: true },
      h(
        "div",
        { class: "strip-head" },
        h(
          "span",
          { class: "strip-title", title: options.note },
          options.title,
          h("span", { class: "unit" }, ` ${formatUnit(options.unit)}`),
        ),
        h(
          "button",
          { type: "button", class: "plain", "aria-label": label, title: label, onclick: options.showTable },
          "Table",
        ),
      ),
      field,
      h("div", { class: "strip-readings" }, ...readings),
    );
    this.seekByPointer(field, app);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    onThemeChange(() => this.draw());
  }

  show(curves: StripCurve[]): void {
    this.curves = curves;
    const plain = curves.map(({ curve }) => curve);
    this.scale = this.options.isLog ? logScale(plain) : linearScale(plain);
    const names = curves.map(({ name }) => name).join(", ");
    const range = `from ${formatNumber(this.scale.low)} to ${formatNumber(this.scale.high)}`;
    this.canvas.setAttribute(
      "aria-label",
      `${this.options.title} over time: ${names}; ${range} ${this.options.unit}; ${this.options.note}`,
    );
    this.element.hidden = false;
    this.draw();
  }

  // `numbers` in the order of the readings; null: unknown, or posed by hand.
  showCursor(time: number, numbers: readonly number[] | null): void {
    const { first, last } = this.clock;
    this.cursor.style.setProperty("--share", String(last > first ? (time - first) / (last - first) : 0));
    this.numbers.forEach((element, i) => {
      element.textContent = numbers ? formatNumber(numbers[i]) : "–";
    });
  }

  private seekByPointer(field: HTMLElement, app: Pick<App, "state">): void {
    const seek = (event: PointerEvent): void => {
      const { left, width } = this.canvas.getBoundingClientRect();
      const { first, last } = this.clock;
      if (width > 0) this.clock.seek(first + ((event.clientX - left) / width) * (last - first));
    };
    pauseWhileDragged(field, app);
    field.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      field.setPointerCapture(event.pointerId);
      seek(event);
    });
    field.addEventListener("pointermove", (event) => {
      if (field.hasPointerCapture(event.pointerId)) seek(event);
    });
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const context = this.canvas.getContext("2d");
    if (!this.scale || !context || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    this.drawZero(context, width, height);
    for (const curve of this.curves) this.drawCurve(context, curve, width, height);
  }

  private drawZero(context: CanvasRenderingContext2D, width: number, height: number): void {
    const { low, high, isLog } = this.scale!;
    if (isLog || low > 0 || high < 0) return;
    const y = Math.round(yOf(this.scale!.shareOf(0), height)) + 0.5;
    context.strokeStyle = themeColour("--line");
    context.lineWidth = 1;
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(width, y);
    context.stroke();
  }

  private drawCurve(
    context: CanvasRenderingContext2D,
    { curve, series, dashed }: StripCurve,
    width: number,
    height: number,
  ): void {
    const { first, last } = this.clock;
    context.strokeStyle = seriesColour(series);
    context.lineWidth = 1.3;
    context.lineJoin = "round";
    context.setLineDash(dashed ? [4, 3] : []);
    context.beginPath();
    let isDown = false;
    for (let i = 0; i < curve.times.length; i++) {
      const share = this.scale!.shareOf(curve.values[i]);
      if (!Number.isFinite(share)) {
        isDown = false;
        continue;
      }
      const x = last > first ? ((curve.times[i] - first) / (last - first)) * width : 0;
      if (isDown) context.lineTo(x, yOf(share, height));
      else context.moveTo(x, yOf(share, height));
      isDown = true;
    }
    context.stroke();
  }
}

const margin = 2; // pixels above and below
function yOf(share: number, height: number): number {
  return height - margin - share * (height - 2 * margin);
}
