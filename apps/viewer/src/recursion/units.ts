// Units of what the sweeps compute, by the kind of freedom: one that turns or one that slides.

import type { FreedomData } from "../document";

export type SixUnits = readonly [angular: string, linear: string];

export const forceUnits: SixUnits = ["N m", "N"];
export const twistUnits: SixUnits = ["rad/s", "m/s"];
export const accelerationUnits: SixUnits = ["rad/s^2", "m/s^2"];
export const inertiaUnits = ["kg m^2", "kg m", "kg"] as const; // angular, coupling, linear blocks

export function turns(freedom: FreedomData): boolean {
  return freedom.momentUnit !== "N";
}

// As it is written here; files of results leave out the space.
export function momentUnit(freedom: FreedomData): string {
  return turns(freedom) ? "N m" : "N";
}

export function accelerationUnit(freedom: FreedomData): string {
  return turns(freedom) ? "rad/s^2" : "m/s^2";
}

export function varianceUnit(freedom: FreedomData): string {
  return turns(freedom) ? "kg m^2" : "kg";
}

// Of the gain: force on the body per unit of the freedom's moment.
export function gainUnits(freedom: FreedomData): SixUnits {
  return turns(freedom) ? ["1", "1/m"] : ["m", "1"];
}

// Of the joint's axis: twist of the body per unit of the freedom's velocity.
export function axisUnits(freedom: FreedomData): SixUnits {
  return turns(freedom) ? ["1", "m"] : ["1/m", "1"];
}

// Of an entry of the mass matrix, its inverse, and the factors.
export function massUnit(row: FreedomData, column: FreedomData): string {
  if (turns(row) && turns(column)) return "kg m^2";
  return turns(row) || turns(column) ? "kg m" : "kg";
}

export function inverseMassUnit(row: FreedomData, column: FreedomData): string {
  if (turns(row) && turns(column)) return "1/(kg m^2)";
  return turns(row) || turns(column) ? "1/(kg m)" : "1/kg";
}

export function factorUnit(row: FreedomData, column: FreedomData): string {
  if (turns(row) === turns(column)) return "1";
  return turns(row) ? "m" : "1/m";
}
