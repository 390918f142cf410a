// Energies and centre of mass of the whole robot.

import type { RobotData } from "../document";
import { h } from "../shell/dom";
import { formatNumber } from "../shell/format";
import type { Numbers } from "./numbers";

export function makeTotals(robot: RobotData): { element: HTMLElement; refresh(numbers: Numbers): void } {
  const mass = robot.bodies.reduce((sum, body) => sum + body.mass, 0);
  const lines: readonly (readonly [string, (numbers: Numbers) => string])[] = [
    ["Kinetic energy", ({ kinetic }) => `${formatNumber(kinetic)} J`],
    ["Potential energy", ({ potential }) => `${formatNumber(potential)} J`],
    ["Total energy", ({ kinetic, potential }) => `${formatNumber(kinetic + potential)} J`],
    ["Mass", () => `${formatNumber(mass)} kg`],
    ["Centre of mass", ({ massCentre }) => `${Array.from(massCentre, (x) => formatNumber(x)).join(", ")} m`],
  ];
  const values = lines.map(() => h("dd", {}));
  return {
    element: h("dl", { class: "facts" }, ...lines.flatMap(([name], i) => [h("dt", {}, name), values[i]])),
    refresh: (numbers) =>
      lines.forEach(([, text], i) => {
        const wanted = text(numbers);
        if (values[i].textContent !== wanted) values[i].textContent = wanted;
      }),
  };
}
