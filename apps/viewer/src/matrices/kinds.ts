// The four matrices: what they are called, their equations with the papers' numbers, and the units of their entries.

import type { FreedomData } from "../document";
import type { ViewState } from "../app/state";
import type { Matrices } from "../engine/engine";
import { factorUnit, inverseMassUnit, massUnit } from "../recursion/units";

export type MatrixId = ViewState["matrix"];

export interface MatrixKind {
  id: MatrixId;
  title: string;
  equations: { formula: string; source: string }[]; // in the notation of recursion/mathml.ts
  meaning: string;
  withD: boolean; // whether D belongs to the picture
  values(matrices: Matrices): Float64Array;
  unit(row: FreedomData, column: FreedomData): string;
  entry(row: string, column: string): string; // what one entry says
}

export const matrixKinds: readonly MatrixKind[] = [
  {
    id: "mass",
    title: "Mass matrix",
    equations: [
      { formula: "Mass = H phi M phi^* H^*", source: "SOA Lemma 1, R87 (31)–(32)" },
      { formula: "Mass = (I + H phi K) D (I + H phi K)^*", source: "SOA (11), S97 (13)" },
    ],
    meaning:
      "Moments needed for unit accelerations. An empty block means that two joints stand on different branches: neither carries the other.",
    withD: false,
    values: ({ mass }) => mass,
    unit: massUnit,
    entry: (row, column) => `moment at ${row} for a unit acceleration of ${column}`,
  },
  {
    id: "inverse",
    title: "Inverse",
    equations: [{ formula: "Mass^{-1} = (I - H psi K)^* D^{-1} (I - H psi K)", source: "SOA (13)" }],
    meaning:
      "Accelerations that unit moments cause, all other joints free. A moment is felt by all joints of its tree: what was empty between branches is filled.",
    withD: false,
    values: ({ inverse }) => inverse,
    unit: inverseMassUnit,
    entry: (row, column) => `acceleration of ${row} for a unit moment at ${column}`,
  },
  {
    id: "factor",
    title: "Factor U",
    equations: [
      { formula: "U = I + H phi K", source: "SOA (11)" },
      { formula: "Mass = U D U^*", source: "S97 (13)" },
    ],
    meaning:
      "How an innovation at one joint shows at the joints inboard of it. Triangular, because the filter runs inward only. D stands below.",
    withD: true,
    values: ({ factor }) => factor,
    unit: factorUnit,
    entry: (row, column) => `what ${row} measures of a unit innovation at ${column}`,
  },
  {
    id: "inverseFactor",
    title: "Inverse factor W",
    equations: [
      { formula: "W = (I + H phi K)^{-1} = I - H psi K", source: "SOA (12)" },
      { formula: "Mass^{-1} = W^* D^{-1} W", source: "SOA (13)" },
    ],
    meaning:
      "The Kalman filter itself: it turns moments into innovations, and what comes out at one joint no longer depends on the others. D stands below.",
    withD: true,
    values: ({ inverseFactor }) => inverseFactor,
    unit: factorUnit,
    entry: (row, column) => `innovation at ${row} for a unit moment at ${column}`,
  },
];

export function kindOf(id: MatrixId): MatrixKind {
  return matrixKinds.find((kind) => kind.id === id) ?? matrixKinds[0];
}
