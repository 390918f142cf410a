// Computes the layout of a matrix picture.

export interface MapLayout {
  size: number;
  left: number; // width of the row names
  top: number; // height of the column names
  cell: number;
  width: number;
  height: number;
  strip: number | null; // top of the strip of D; null: there is none
  stripHeight: number;
}

const largestCell = 44;

// `names`: of the rows, which are those of the columns.
export function layOutMap(names: readonly string[], width: number, withStrip: boolean): MapLayout {
  const size = names.length;
  const letters = Math.max(1, ...names.map((name) => shorten(name).length));
  const left = Math.min(12 + 6.6 * letters, 0.3 * width);
  const top = 14 + 5.6 * letters;
  const right = 8 + 2.4 * letters; // the last column's name leans over it
  const cell = size > 0 ? Math.min(largestCell, (width - left - right) / size) : 0;
  const below = top + size * cell;
  const stripHeight = Math.max(8, Math.min(20, cell));
  const strip = withStrip ? below + 8 : null;
  return {
    size,
    left,
    top,
    cell,
    width,
    height: (strip === null ? below : strip + stripHeight) + 3,
    strip,
    stripHeight,
  };
}

export function cellAt(layout: MapLayout, x: number, y: number): { row: number; column: number } | null {
  const column = Math.floor((x - layout.left) / layout.cell);
  if (!(column >= 0 && column < layout.size)) return null;
  if (layout.strip !== null && y >= layout.strip && y < layout.strip + layout.stripHeight)
    return { row: -1, column };
  const row = Math.floor((y - layout.top) / layout.cell);
  return row >= 0 && row < layout.size ? { row, column } : null;
}

// Returns the interval between names that can be written without overlap.
export function labelEvery(cell: number): number {
  return cell > 0 ? Math.max(1, Math.ceil(13 / cell)) : 1;
}

// Omits the middle: related names differ at their ends.
const longest = 13;
export function shorten(name: string): string {
  const kept = (longest - 1) / 2;
  return name.length <= longest ? name : `${name.slice(0, kept)}…${name.slice(-kept)}`;
}
