// One uPlot chart: curves over time, a line at the time cursor, and pointer actions.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Curve } from "../app/app";
import { h } from "../shell/dom";
import { aligned } from "./aligned";
import { tickTexts } from "./chart_ticks";
import { themeColour } from "../shell/theme";
import { seriesColour, seriesCount } from "./colours";
import type { TimeRange } from "./time_range";

export interface ChartActions {
  zoom(range: TimeRange): void;
  whole(): void;
  seek(time: number): void;
  time(): number;
  hover(time: number | null): void;
}

export interface ChartSeries {
  label: string;
  colour: number;
  isGhost: boolean;
}

const height = 170;
const clickReach = 4; // pixels that the pointer may move during a click

export class Chart {
  readonly element = h("div", { class: "plot-chart", role: "img" });
  private readonly line = h("div", { class: "plot-chart-time" });
  private readonly observer = new ResizeObserver(() => this.resize());
  private plot: uPlot | null = null;
  private data: uPlot.AlignedData = [[]];

  constructor(
    private readonly series: readonly ChartSeries[],
    private range: TimeRange,
    private readonly actions: ChartActions,
  ) {
    this.observer.observe(this.element);
  }

  get width(): number {
    return this.element.clientWidth;
  }

  show(curves: readonly Curve[]): void {
    this.data = aligned(curves);
    this.plot?.setData(this.data);
  }

  // Draws the curves already loaded; finer ones may follow.
  showRange(range: TimeRange): void {
    this.range = range;
    this.plot?.setScale("x", { min: range.from, max: range.to });
    this.showTime(this.actions.time());
  }

  showTime(time: number): void {
    const { from, to } = this.range;
    this.line.hidden = !(time >= from && time <= to);
    if (this.plot && !this.line.hidden) {
      this.line.style.transform = `translateX(${this.plot.valToPos(time, "x")}px)`;
    }
  }

  redraw(): void {
    this.plot?.redraw(false, true);
  }

  destroy(): void {
    this.observer.disconnect();
    this.plot?.destroy();
    this.plot = null;
  }

  private resize(): void {
    const width = this.width;
    if (width < 50 || !this.element.isConnected) return;
    if (this.plot) this.plot.setSize({ width, height });
    else this.build(width);
    this.showTime(this.actions.time());
  }

  private build(width: number): void {
    this.plot = new uPlot(this.options(width), this.data, this.element);
    this.plot.over.append(this.line);
    this.listen(this.plot);
  }

  private options(width: number): uPlot.Options {
    const axis: uPlot.Axis = {
      stroke: () => themeColour("--muted"),
      grid: { stroke: () => themeColour("--line"), width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
      gap: 4,
    };
    const longest = (values: string[] | null) => Math.max(0, ...(values ?? []).map((text) => text.length));
    return {
      width,
      height,
      scales: {
        x: { time: false, range: () => [this.range.from, this.range.to] },
        y: { range: (_plot, low, high) => padded(low, high) },
      },
      axes: [
        { ...axis, size: 24, space: 60, values: (_plot, splits) => tickTexts(splits) },
        {
          ...axis,
          size: (_plot, values) => 12 + 6.5 * longest(values),
          values: (_plot, splits) => tickTexts(splits),
        },
      ],
      series: [{}, ...this.series.map((entry) => this.seriesOptions(entry))],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
      padding: [8, 10, 0, 0],
      hooks: {
        setSelect: [(plot) => this.select(plot)],
        setCursor: [
          ({ cursor }) => {
            const isIn = cursor.left !== undefined && cursor.left !== null && cursor.left >= 0;
            this.actions.hover(isIn && this.plot ? this.plot.posToVal(cursor.left!, "x") : null);
          },
        ],
      },
    };
  }

  private seriesOptions({ label, colour: index, isGhost }: ChartSeries): uPlot.Series {
    const dash = isGhost ? [6, 4] : index >= seriesCount ? [2, 2] : undefined;
    const stroke = () => seriesColour(index);
    return { label, stroke, width: 1.5, dash, points: { show: false }, pxAlign: 0 };
  }

  private select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < clickReach) return;
    const range = { from: plot.posToVal(left, "x"), to: plot.posToVal(left + width, "x") };
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.actions.zoom(range);
  }

  // A click moves the time cursor; a double click resets the zoom and leaves the time cursor unchanged.
  private listen(plot: uPlot): void {
    let pressedAt = 0;
    let timeBefore = NaN;
    plot.over.addEventListener("mousedown", (event) => (pressedAt = event.clientX));
    plot.over.addEventListener("click", (event) => {
      if (Math.abs(event.clientX - pressedAt) >= clickReach) return;
      if (event.detail === 1) timeBefore = this.actions.time();
      const { left } = plot.over.getBoundingClientRect();
      this.actions.seek(plot.posToVal(event.clientX - left, "x"));
    });
    plot.over.addEventListener("dblclick", () => {
      if (!Number.isNaN(timeBefore)) this.actions.seek(timeBefore);
      this.actions.whole();
    });
  }
}

// Adds a margin above and below; a constant curve lies in the middle.
function padded(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [-1, 1];
  const room = high > low ? 0.06 * (high - low) : 0.1 * Math.abs(high) || 1;
  return [low - room, high + room];
}
