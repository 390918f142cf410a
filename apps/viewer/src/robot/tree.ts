// The bodies of a robot as the rows of a tree: what is open, and what a search leaves of it.

import type { BodyData } from "../document";

export interface TreeRow {
  body: number;
  level: number; // 1: on the ground
  parent: number; // a body, or -1
  hasChildren: boolean;
  open: boolean;
  position: number; // among its siblings that are shown, from 1
  siblings: number;
  found: boolean; // the search names it, not only one of its descendants
}

// Whether body or joint have all words of the search in their names.
export function isFound(body: BodyData, search: string): boolean {
  const text = `${body.name} ${body.joint.name} ${body.joint.kind}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

// Parents before their children. A search opens everything that leads to what it finds.
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

// What a key does in the tree, by the pattern of the ARIA practices; the row is that of the selected body or -1.
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
