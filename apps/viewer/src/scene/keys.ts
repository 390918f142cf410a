// Moves the camera by keys while the picture has the focus: Ctrl and arrows rotate, PageUp and PageDown zoom, F fits
// the view. Arrows alone belong to the time line.

import type { Eye } from "./eye";

const step = Math.PI / 24;

export function listenToKeys(canvas: HTMLCanvasElement, eye: Eye, fit: () => void): void {
  const actions: Record<string, () => void> = {
    "Control+ArrowLeft": () => eye.rotate(-step, 0, 1),
    "Control+ArrowRight": () => eye.rotate(step, 0, 1),
    "Control+ArrowUp": () => eye.rotate(0, step, 1),
    "Control+ArrowDown": () => eye.rotate(0, -step, 1),
    PageUp: () => eye.rotate(0, 0, 1.15),
    PageDown: () => eye.rotate(0, 0, 1 / 1.15),
    f: fit,
    F: fit,
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const act = actions[(event.ctrlKey ? "Control+" : "") + event.key];
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  });
}
