// The bar between picture and dock. Dragging it, or the arrow keys, sets the dock's width.

import { h } from "./dom";

const narrowest = 280;
const step = 24;

// The picture keeps at least a third of the window.
export function dockWidth(wanted: number, window: number): number {
  const widest = Math.max(narrowest, Math.round((window * 2) / 3));
  return Math.min(widest, Math.max(narrowest, Math.round(wanted)));
}

export function usualWidth(window: number): number {
  return dockWidth(Math.min(400, 0.42 * window), window);
}

export function makeSeparator(shell: HTMLElement, dock: HTMLElement): HTMLElement {
  const bar = h("div", {
    role: "separator",
    tabindex: 0,
    "aria-orientation": "vertical",
    "aria-label": "Width of the panels",
    "aria-controls": dock.id,
    class: "separator",
  });
  let wanted = usualWidth(window.innerWidth);

  function apply(): void {
    const width = dockWidth(wanted, window.innerWidth);
    shell.style.setProperty("--dock", `${width}px`);
    bar.setAttribute("aria-valuenow", String(width));
    bar.setAttribute("aria-valuemin", String(narrowest));
    bar.setAttribute("aria-valuemax", String(dockWidth(Infinity, window.innerWidth)));
  }
  function change(width: number): void {
    wanted = dockWidth(width, window.innerWidth);
    apply();
  }

  bar.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
  });
  bar.addEventListener("pointermove", (event) => {
    if (bar.hasPointerCapture(event.pointerId)) change(window.innerWidth - event.clientX);
  });
  bar.addEventListener("dblclick", () => change(usualWidth(window.innerWidth)));
  bar.addEventListener("keydown", (event) => {
    const widths: Record<string, number> = {
      ArrowLeft: wanted + step,
      ArrowRight: wanted - step,
      Home: narrowest,
      End: Infinity,
    };
    if (!(event.key in widths)) return;
    event.preventDefault();
    change(widths[event.key]);
  });
  window.addEventListener("resize", apply);
  apply();
  return bar;
}
