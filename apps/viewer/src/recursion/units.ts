// Units of the results of the sweeps, for rotating and translation degrees of freedom.

import type { FreedomData } from "../document";

export type SixUnits = readonly [angular: string, linear: string];

export const forceUnits: SixUnits = ["N m", "N"];
export const twistUnits: SixUnits = ["rad/s", "m/s"];
export const accelerationUnits: SixUnits = ["rad/s^2", "m/s^2"];
export const inertiaUnits = ["kg m^2", "kg m", "kg"] as const; // angular, coupling, linear blocks

export function isRotary(freedom: FreedomData): boolean {
  return freedom.torqueUnit !== "N";
}

// As written here; result files omit the space.
export function torqueUnit(freedom: FreedomData): string {
  return isRotary(freedom) ? "N m" : "N";
}

export function accelerationUnit(freedom: FreedomData): string {
  return isRotary(freedom) ? "rad/s^2" : "m/s^2";
}

export function varianceUnit(freedom: FreedomData): string {
  return isRotary(freedom) ? "kg m^2" : "kg";
}

// Units of the gain: force on the body per unit of joint torque.
export function gainUnits(freedom: FreedomData): SixUnits {
  return isRotary(freedom) ? ["1", "1/m"] : ["m", "1"];
}

// Units of the joint axis: twist of the body per unit of joint velocity.
export function axisUnits(freedom: FreedomData): SixUnits {
  return isRotary(freedom) ? ["1", "m"] : ["1/m", "1"];
}

// Units of an entry of the mass matrix, its inverse and its factors.
export function massUnit(row: FreedomData, column: FreedomData): string {
  if (isRotary(row) && isRotary(column)) return "kg m^2";
  return isRotary(row) || isRotary(column) ? "kg m" : "kg";
}

export function inverseMassUnit(row: FreedomData, column: FreedomData): string {
  if (isRotary(row) && isRotary(column)) return "1/(kg m^2)";
  return isRotary(row) || isRotary(column) ? "1/(kg m)" : "1/kg";
}

export function factorUnit(row: FreedomData, column: FreedomData): string {
  if (isRotary(row) === isRotary(column)) return "1";
  return isRotary(row) ? "m" : "1/m";
}
