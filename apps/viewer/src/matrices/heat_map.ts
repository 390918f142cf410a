// Draws a matrix as a heat map: one coloured cell per entry, joint names along both sides, and a strip for D where it
// applies.

import { h, svg } from "../shell/dom";
import { themeColour } from "../shell/theme";
import { mix, parseColor, scaleFor, strength, type ColorScale, type Rgb } from "./color_scale";
import { cellAt, labelEvery, layOutMap, shorten, type MapLayout } from "./map_layout";

export interface MapData {
  names: readonly string[];
  values: ArrayLike<number>;
  D: ArrayLike<number> | null;
  scale: ColorScale;
}

export interface HeatMap {
  element: HTMLElement;
  show(data: MapData, cell: Cell, label: string): void;
}

// Row -1 is the strip of D.
export interface Cell {
  row: number;
  column: number;
}

export interface MapActions {
  point(cell: Cell): void;
  choose(cell: Cell): void;
}

export function makeHeatMap(actions: MapActions): HeatMap {
  const canvas = h("canvas", {});
  const labels = svg("svg", { "aria-hidden": "true" });
  const element = h("div", { class: "heat-map", tabindex: 0, role: "application" }, canvas);
  element.append(labels);
  let data: MapData | null = null;
  let layout: MapLayout = layOutMap([], 300, false);
  let cell: Cell = { row: 0, column: 0 };
  let labelled = "";

  const at = (event: PointerEvent | MouseEvent): Cell | null => {
    const box = canvas.getBoundingClientRect();
    return cellAt(layout, event.clientX - box.left, event.clientY - box.top);
  };
  element.addEventListener("pointermove", (event) => {
    const pointed = at(event);
    if (pointed) actions.point(pointed);
  });
  element.addEventListener("click", (event) => {
    const pointed = at(event);
    if (pointed) actions.choose(pointed);
  });
  element.addEventListener("keydown", (event) => {
    const next = cellAfterKey(event.key, cell, layout.size, layout.strip !== null, event.shiftKey ? 10 : 1);
    if (!next) return;
    event.preventDefault();
    actions.point(next);
  });

  function draw(): void {
    if (!data || element.clientWidth === 0) return;
    layout = layOutMap(data.names, element.clientWidth, data.D !== null);
    const wanted = `${layout.width} ${layout.height} ${data.names.join("\n")}`;
    if (wanted !== labelled) {
      labelled = wanted;
      writeLabels(labels, layout, data.names);
    }
    paint(canvas, layout, data, cell);
  }
  new ResizeObserver(draw).observe(element);

  return {
    element,
    show(next, pointed, label) {
      data = next;
      cell = pointed;
      element.setAttribute("aria-label", label);
      draw();
    },
  };
}

export function cellAfterKey(
  key: string,
  { row, column }: Cell,
  size: number,
  strip: boolean,
  far: number,
): Cell | null {
  const within = (x: number): number => Math.max(0, Math.min(size - 1, x));
  switch (key) {
    case "ArrowLeft":
      return { row, column: within(column - far) };
    case "ArrowRight":
      return { row, column: within(column + far) };
    case "ArrowUp":
      return { row: row < 0 ? size - 1 : within(row - far), column };
    case "ArrowDown":
      return { row: row < 0 || (strip && row === size - 1) ? -1 : within(row + far), column };
    case "Home":
      return { row, column: 0 };
    case "End":
      return { row, column: size - 1 };
    default:
      return null;
  }
}

function colours(): { none: Rgb; positive: Rgb; negative: Rgb; line: string; text: string } {
  return {
    none: parseColor(themeColour("--surface")),
    positive: parseColor(themeColour("--series-2")),
    negative: parseColor(themeColour("--series-1")),
    line: themeColour("--line"),
    text: themeColour("--text"),
  };
}

function paint(canvas: HTMLCanvasElement, layout: MapLayout, data: MapData, cell: Cell): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(layout.width * ratio);
  canvas.height = Math.round(layout.height * ratio);
  canvas.style.width = `${layout.width}px`;
  canvas.style.height = `${layout.height}px`;
  const context = canvas.getContext("2d")!;
  context.scale(ratio, ratio);
  const { none, positive, negative, line, text } = colours();
  // Cell edges lie on screen pixels; otherwise the gaps between cells would shimmer.
  const snap = (x: number): number => Math.round(x * ratio) / ratio;
  const gap = layout.cell > 7 ? 1 / ratio : 0;
  const fill = (value: number, scale: ColorScale, column: number, top: number, height: number): void => {
    const shade = strength(value, scale);
    if (shade === 0) return;
    context.fillStyle = `rgb(${mix(shade, none, positive, negative).join(" ")})`;
    const [x, y] = [snap(layout.left + column * layout.cell), snap(top)];
    const right = snap(layout.left + (column + 1) * layout.cell);
    context.fillRect(x, y, right - x - gap, snap(top + height) - y - gap);
  };
  const n = layout.size;
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      fill(data.values[row * n + column], data.scale, column, layout.top + row * layout.cell, layout.cell);
    }
  }
  context.strokeStyle = line;
  context.lineWidth = 1;
  context.strokeRect(layout.left - 0.5, layout.top - 0.5, n * layout.cell + 1, n * layout.cell + 1);
  if (layout.strip !== null && data.D) {
    const scale = scaleFor(data.D, true);
    for (let column = 0; column < n; column++)
      fill(data.D[column], scale, column, layout.strip, layout.stripHeight);
    context.strokeRect(layout.left - 0.5, layout.strip - 0.5, n * layout.cell + 1, layout.stripHeight + 1);
  }
  const top = cell.row < 0 ? (layout.strip ?? 0) : layout.top + cell.row * layout.cell;
  context.strokeStyle = text;
  context.lineWidth = 2;
  context.strokeRect(
    layout.left + cell.column * layout.cell - 1,
    top - 1,
    layout.cell + 2,
    (cell.row < 0 ? layout.stripHeight : layout.cell) + 2,
  );
}

function writeLabels(target: SVGSVGElement, layout: MapLayout, names: readonly string[]): void {
  target.setAttribute("width", String(layout.width));
  target.setAttribute("height", String(layout.height));
  const every = labelEvery(layout.cell);
  const middle = (i: number): number => (i + 0.5) * layout.cell;
  const texts = names.flatMap((name, i) => {
    if (i % every !== 0) return [];
    const title = (): SVGElement => svg("title", {}, name);
    const left = {
      x: layout.left - 6,
      y: layout.top + middle(i),
      "text-anchor": "end",
      "dominant-baseline": "central",
    };
    const x = layout.left + middle(i);
    const above = {
      transform: `translate(${x} ${layout.top - 6}) rotate(-60)`,
      "dominant-baseline": "central",
    };
    return [svg("text", left, shorten(name), title()), svg("text", above, shorten(name), title())];
  });
  if (layout.strip !== null) {
    const y = layout.strip + layout.stripHeight / 2;
    texts.push(
      svg("text", { x: layout.left - 6, y, "text-anchor": "end", "dominant-baseline": "central" }, "D"),
    );
  }
  target.replaceChildren(...texts);
}
