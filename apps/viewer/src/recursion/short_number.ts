// Formats round numbers of scales: 20, 0.05, −2e-7.

export function shortNumber(x: number, digits = 2): string {
  return String(Number(x.toPrecision(digits)))
    .replace("e-", "e−")
    .replace(/^-/, "−");
}
