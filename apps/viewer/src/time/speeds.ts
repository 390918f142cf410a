// Playback speeds: powers of two.

export const slowest = 1 / 16;
export const fastest = 16;

export function speeds(): number[] {
  const all: number[] = [];
  for (let factor = slowest; factor <= fastest; factor *= 2) all.push(factor);
  return all;
}

export function speedText(factor: number): string {
  return factor < 1 ? `1/${Math.round(1 / factor)} ×` : `${factor} ×`;
}

// Rounds to one of them, because an address may contain any number.
export function nearestSpeed(speed: number): number {
  if (!(speed > 0)) return 1;
  return Math.min(fastest, Math.max(slowest, 2 ** Math.round(Math.log2(speed))));
}
