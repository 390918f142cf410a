// Computes the visible rows of the tree of bodies from the open nodes and the search.

import type { BodyData } from "../document";

export interface TreeRow {
  body: number;
  level: number; // 1: attached to the ground
  parent: number; // index of a body, or -1
  hasChildren: boolean;
  open: boolean;
  position: number; // among its visible siblings, from 1
  siblings: number;
  found: boolean; // true: the search matches it; false: only a descendant matches
}

// True if the names of body and joint contain all words of the search.
export function isFound(body: BodyData, search: string): boolean {
  const text = `${body.name} ${body.joint.name} ${body.joint.kind}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

// Parents come before their children. A search opens all ancestors of its matches.
export function treeRows(
  bodies: readonly BodyData[],
  closed: ReadonlySet<number>,
  search: string,
): TreeRow[] {
  const searching = search.trim() !== "";
  const found = bodies.map((body) => !searching || isFound(body, search.trim()));
  const kept = [...found];
  for (let i = bodies.length - 1; i >= 0; i--) {
    if (kept[i] && bodies[i].parent >= 0) kept[bodies[i].parent] = true;
  }
  const children: number[][] = bodies.map(() => []);
  const roots: number[] = [];
  bodies.forEach(({ parent }, i) => {
    if (kept[i]) (parent >= 0 ? children[parent] : roots).push(i);
  });

  const rows: TreeRow[] = [];
  const waiting: TreeRow[] = [];
  const add = (list: readonly number[], level: number, parent: number) => {
    for (let k = list.length - 1; k >= 0; k--) {
      const body = list[k];
      const hasChildren = children[body].length > 0;
      const open = hasChildren && (searching || !closed.has(body));
      const place = { position: k + 1, siblings: list.length, found: found[body] };
      waiting.push({ body, level, parent, hasChildren, open, ...place });
    }
  };
  add(roots, 1, -1);
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    rows.push(row);
    if (row.open) add(children[row.body], row.level + 1, row.body);
  }
  return rows;
}

export type TreeMove = { select: number } | { open: number } | { close: number } | null;

// The action of a key in the tree, after the ARIA practices; `row` is that of the selected body or -1.
export function treeMove(rows: readonly TreeRow[], row: number, key: string): TreeMove {
  if (rows.length === 0) return null;
  const at = (index: number): TreeMove => ({
    select: rows[Math.min(rows.length - 1, Math.max(0, index))].body,
  });
  if (key === "Home") return at(0);
  if (key === "End") return at(rows.length - 1);
  if (key === "ArrowDown") return at(row + 1);
  if (key === "ArrowUp") return at(row < 0 ? rows.length - 1 : row - 1);
  if (row < 0) return null;
  const { body, open, hasChildren, parent } = rows[row];
  if (key === "ArrowRight" && hasChildren) return open ? at(row + 1) : { open: body };
  if (key === "ArrowLeft") return open ? { close: body } : parent >= 0 ? { select: parent } : null;
  if (key === "Enter" && hasChildren) return open ? { close: body } : { open: body };
  return null;
}
