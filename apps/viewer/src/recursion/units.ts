// Units of the results of the sweeps, for rotating and translation degrees of freedom.

import type { DofData } from "../document";

export type SixUnits = readonly [angular: string, linear: string];

export const forceUnits: SixUnits = ["N m", "N"];
export const twistUnits: SixUnits = ["rad/s", "m/s"];
export const accelerationUnits: SixUnits = ["rad/s^2", "m/s^2"];
export const inertiaUnits = ["kg m^2", "kg m", "kg"] as const; // angular, coupling, linear blocks

export function isRotary(dof: DofData): boolean {
  return dof.torqueUnit !== "N";
}

// As written here; result files omit the space.
export function torqueUnit(dof: DofData): string {
  return isRotary(dof) ? "N m" : "N";
}

export function accelerationUnit(dof: DofData): string {
  return isRotary(dof) ? "rad/s^2" : "m/s^2";
}

export function varianceUnit(dof: DofData): string {
  return isRotary(dof) ? "kg m^2" : "kg";
}

// Units of the gain: force on the body per unit of joint torque.
export function gainUnits(dof: DofData): SixUnits {
  return isRotary(dof) ? ["1", "1/m"] : ["m", "1"];
}

// Units of the joint axis: twist of the body per unit of joint velocity.
export function axisUnits(dof: DofData): SixUnits {
  return isRotary(dof) ? ["1", "m"] : ["1/m", "1"];
}

// Units of an entry of the mass matrix, its inverse and its factors.
export function massUnit(row: DofData, column: DofData): string {
  if (isRotary(row) && isRotary(column)) return "kg m^2";
  return isRotary(row) || isRotary(column) ? "kg m" : "kg";
}

export function inverseMassUnit(row: DofData, column: DofData): string {
  if (isRotary(row) && isRotary(column)) return "1/(kg m^2)";
  return isRotary(row) || isRotary(column) ? "1/(kg m)" : "1/kg";
}

export function factorUnit(row: DofData, column: DofData): string {
  if (isRotary(row) === isRotary(column)) return "1";
  return isRotary(row) ? "m" : "1/m";
}
