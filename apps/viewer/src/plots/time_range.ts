// The time range that the plots show.

export interface TimeRange {
  from: number;
  to: number;
}

// Limits the range to the whole one, and its length to at least `least`.
export function fitted(range: TimeRange, whole: TimeRange, least: number): TimeRange {
  const width = Math.min(whole.to - whole.from, Math.max(least, range.to - range.from));
  const middle = (range.from + range.to) / 2;
  const from = Math.min(whole.to - width, Math.max(whole.from, middle - width / 2));
  return { from, to: from + width };
}

// Scales the range by `factor` about `time`, if that is visible.
export function zoomed(range: TimeRange, time: number, factor: number): TimeRange {
  const isIn = time >= range.from && time <= range.to;
  const anchor = isIn ? time : (range.from + range.to) / 2;
  return { from: anchor - (anchor - range.from) * factor, to: anchor + (range.to - anchor) * factor };
}

// If the cursor has left the window, returns the next window, like turning a page.
export function nextPage(range: TimeRange, time: number): TimeRange {
  if (time >= range.from && time <= range.to) return range;
  const from = time - 0.05 * (range.to - range.from);
  return { from, to: from + range.to - range.from };
}
