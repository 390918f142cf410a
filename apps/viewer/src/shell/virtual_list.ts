// A list in which only visible rows have elements, so that a thousand rows cost no more than twenty. All rows have the
// same height.

import { h } from "./dom";

const spare = 4; // rows beyond each edge, so that Tab reaches the next one

export function rowsInSight(
  top: number,
  height: number,
  rowHeight: number,
  count: number,
): { first: number; end: number } {
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + spare);
  return { first: Math.min(first, end), end };
}

export class VirtualList {
  readonly element: HTMLElement;
  private readonly field: HTMLElement;
  private readonly rows = new Map<number, HTMLElement>();
  private count = 0;
  private wanted = -1; // a row to scroll to when the list becomes visible

  constructor(
    private readonly rowHeight: number,
    private readonly makeRow: (index: number) => HTMLElement,
    properties: Record<string, unknown>,
  ) {
    this.field = h("div", { class: "virtual-field", role: "none" });
    this.element = h("div", properties, this.field);
    this.element.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => {
      if (this.wanted >= 0) this.show(this.wanted);
      else this.draw();
    }).observe(this.element);
  }

  // Makes all rows again.
  reset(count: number): void {
    this.count = count;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.field.style.height = `${count * this.rowHeight}px`;
    this.draw();
  }

  forEach(visit: (row: HTMLElement, index: number) => void): void {
    this.rows.forEach(visit);
  }

  row(index: number): HTMLElement | undefined {
    return this.rows.get(index);
  }

  show(index: number): void {
    const { scrollTop, clientHeight } = this.element;
    this.wanted = clientHeight === 0 ? index : -1;
    const top = index * this.rowHeight;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.rowHeight > scrollTop + clientHeight) {
      this.element.scrollTop = top + this.rowHeight - clientHeight;
    }
    this.draw();
  }

  private draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const { first, end } = rowsInSight(scrollTop, clientHeight, this.rowHeight, this.count);
    for (const [index, row] of this.rows) {
      const needed = (index >= first && index < end) || row.contains(document.activeElement);
      if (needed) continue;
      row.remove();
      this.rows.delete(index);
    }
    for (let index = first; index < end; index++) {
      if (this.rows.has(index)) continue;
      const row = this.makeRow(index);
      row.style.top = `${index * this.rowHeight}px`;
      row.style.height = `${this.rowHeight}px`;
      this.rows.set(index, row);
      this.field.insertBefore(row, this.rowAfter(index));
    }
  }

  // Elements are in the order of their rows, for Tab and screen readers.
  private rowAfter(index: number): HTMLElement | null {
    let nearest = Infinity;
    for (const other of this.rows.keys()) if (other > index && other < nearest) nearest = other;
    return this.rows.get(nearest) ?? null;
  }
}
