// The four matrices: their titles, equations with citations, and units.

import type { DofData } from "../document";
import type { ViewState } from "../app/state";
import type { Matrices } from "../engine/engine";
import { factorUnit, inverseMassUnit, massUnit } from "../recursion/units";

export type MatrixId = ViewState["matrix"];

export interface MatrixKind {
  id: MatrixId;
  title: string;
  equations: { formula: string; source: string }[]; // in the notation of recursion/mathml.ts
  meaning: string;
  withD: boolean; // true: D is drawn below the matrix
  values(matrices: Matrices): Float64Array;
  unit(row: DofData, column: DofData): string;
  entry(row: string, column: string): string; // describes one entry
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
      "Joint torques for unit accelerations. Entries between two joints on different branches are zero: neither joint moves the other.",
    withD: false,
    values: ({ mass }) => mass,
    unit: massUnit,
    entry: (row, column) => `torque at ${row} for a unit acceleration of ${column}`,
  },
  {
    id: "inverse",
    title: "Inverse",
    equations: [{ formula: "Mass^{-1} = (I - H psi K)^* D^{-1} (I - H psi K)", source: "SOA (13)" }],
    meaning:
      "Accelerations caused by unit torques, with all other joints free. A torque accelerates all joints of its tree, so that the blocks between branches are filled too.",
    withD: false,
    values: ({ inverse }) => inverse,
    unit: inverseMassUnit,
    entry: (row, column) => `acceleration of ${row} for a unit torque at ${column}`,
  },
  {
    id: "factor",
    title: "Factor U",
    equations: [
      { formula: "U = I + H phi K", source: "SOA (11)" },
      { formula: "Mass = U D U^*", source: "S97 (13)" },
    ],
    meaning:
      "The effect of an innovation at one joint on the joints inward of it. Triangular, because the filter runs inward only. D is drawn below.",
    withD: true,
    values: ({ factor }) => factor,
    unit: factorUnit,
    entry: (row, column) => `torque at ${row} for a unit innovation at ${column}`,
  },
  {
    id: "inverseFactor",
    title: "Inverse factor W",
    equations: [
      { formula: "W = (I + H phi K)^{-1} = I - H psi K", source: "SOA (12)" },
      { formula: "Mass^{-1} = W^* D^{-1} W", source: "SOA (13)" },
    ],
    meaning:
      "The Kalman filter itself: it maps joint torques to innovations, which are uncorrelated between joints. D is drawn below.",
    withD: true,
    values: ({ inverseFactor }) => inverseFactor,
    unit: factorUnit,
    entry: (row, column) => `innovation at ${row} for a unit torque at ${column}`,
  },
];

export function kindOf(id: MatrixId): MatrixKind {
  return matrixKinds.find((kind) => kind.id === id) ?? matrixKinds[0];
}
