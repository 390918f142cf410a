// Lists all quantities that can be plotted: each column of each recorded array, with a key for the page's address.

import type { ArrayData, ResultData, RobotData } from "../document";
import { formatUnit } from "../shell/format";

export interface Quantity {
  key: string; // "q:shoulder"
  array: string;
  column: number;
  name: string;
  unit: string;
  group: string; // title of the array
}

export function catalogueOf(result: ResultData | null): Quantity[] {
  return (result?.arrays ?? [])
    .filter((array) => array.path !== "time")
    .flatMap((array) =>
      array.columns.map((name, column) => ({
        key: `${array.path}:${name}`,
        array: array.path,
        column,
        name: isOurs(array) ? name.replaceAll("_", " ") : array.path === "target" ? `${name} target` : name,
        unit: array.units[column] ?? "1",
        group: titleOf(array),
      })),
    );
}

const titles: Record<string, string> = {
  q: "Positions q",
  v: "Velocities v",
  a: "Accelerations a",
  actuation: "Actuation",
  target: "Targets",
  energy: "Energy",
  constraints: "Constraint error",
};

function titleOf({ path, label }: ArrayData): string {
  if (path.startsWith("loops/")) return `Loop ${label || path.slice(6)}`;
  if (path.startsWith("frames/")) return `Frame ${label || path.slice(7)}`;
  return titles[path] ?? (label || path);
}

// True if the columns are named by sinew, not by the robot's file.
function isOurs({ path }: ArrayData): boolean {
  return path === "energy" || path === "constraints";
}

// Quantities of the same array and unit share a chart; targets share that of the positions.
export interface ChartPlan {
  id: string;
  title: string;
  unit: string;
  quantities: Quantity[];
}

export function chartsOf(catalogue: readonly Quantity[], keys: readonly string[]): ChartPlan[] {
  const byKey = new Map(catalogue.map((quantity) => [quantity.key, quantity]));
  const plans = new Map<string, ChartPlan>();
  for (const key of new Set(keys)) {
    const quantity = byKey.get(key);
    if (!quantity) continue; // from an address that was made for another result
    const id = `${quantity.array === "target" ? "q" : quantity.array} ${quantity.unit}`;
    const plan = plans.get(id) ?? { id, title: quantity.group, unit: quantity.unit, quantities: [] };
    plan.quantities.push(quantity);
    plans.set(id, plan);
  }
  return [...plans.values()];
}

const fewCurves = 6;
const freeBody = 7; // coordinates
// Positions of the first joints; those of floating bodies only if no other joint moves.
export function usualPlots(catalogue: readonly Quantity[], robot: RobotData): string[] {
  const floating = robot.bodies.filter(({ joint }) => joint.kind === "floating").map(({ joint }) => joint.q);
  const isFloating = (column: number) => floating.some((q) => column >= q && column < q + freeBody);
  const positions = catalogue.filter(({ array }) => array === "q");
  const joints = positions.filter(({ column, unit }) => !isFloating(column) && unit !== "1");
  if (joints.length > 0) return joints.slice(0, fewCurves).map(({ key }) => key);
  return (positions.length > 0 ? positions : catalogue).slice(0, freeBody).map(({ key }) => key);
}

// True if all words occur in group, name or unit.
export function matches(quantity: Quantity, search: string): boolean {
  const text = `${quantity.group} ${quantity.array} ${quantity.name} ${quantity.unit}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function groupsOf(quantities: readonly Quantity[]): Map<string, Quantity[]> {
  const groups = new Map<string, Quantity[]>();
  for (const quantity of quantities) {
    const group = groups.get(quantity.group);
    if (group) group.push(quantity);
    else groups.set(quantity.group, [quantity]);
  }
  return groups;
}

export function withUnit(name: string, unit: string): string {
  const shown = formatUnit(unit);
  return shown === "" ? name : `${name} [${shown}]`;
}
