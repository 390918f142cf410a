// The camera by keys while the picture has the focus: Ctrl and arrows turn, PageUp and PageDown come nearer and go away,
// F shows all of the robot. Arrows alone belong to the time line.

import type { Eye } from "./eye";

const step = Math.PI / 24;

export function listenToKeys(canvas: HTMLCanvasElement, eye: Eye, fit: () => void): void {
  const turns: Record<string, () => void> = {
    "Control+ArrowLeft": () => eye.turn(-step, 0, 1),
    "Control+ArrowRight": () => eye.turn(step, 0, 1),
    "Control+ArrowUp": () => eye.turn(0, step, 1),
    "Control+ArrowDown": () => eye.turn(0, -step, 1),
    PageUp: () => eye.turn(0, 0, 1.15),
    PageDown: () => eye.turn(0, 0, 1 / 1.15),
    f: fit,
    F: fit,
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const act = turns[(event.ctrlKey ? "Control+" : "") + event.key];
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  });
}
