// Formats numbers, units and times.

const minus = "\u2212";
const nothing = "\u2013";

// About `digits` significant digits in nearly constant width, so that columns do not move: 12.34, 0.5000, 1.2e-7.
export function formatNumber(x: number, digits = 4): string {
  if (Number.isNaN(x)) return nothing;
  if (!Number.isFinite(x)) return x > 0 ? "∞" : `${minus}∞`;
  const size = Math.abs(Number(x.toPrecision(digits)));
  if (size === 0) return (0).toFixed(Math.max(0, digits - 1));
  const sign = x < 0 ? minus : "";
  if (size < 1e-3 || size >= 1e6) return sign + exponential(Math.abs(x), digits);
  const before = size < 1 ? 0 : Math.floor(Math.log10(size) + 1e-12) + 1;
  return sign + Math.abs(x).toFixed(Math.max(0, digits - before));
}

// One digit less, because the exponent takes its place.
function exponential(size: number, digits: number): string {
  const [mantissa, exponent] = size.toExponential(Math.max(0, digits - 2)).split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return `${short}e${exponent.replace("+", "")}`;
}

const raised: Record<string, string> = { "-": "⁻" };
[..."⁰¹²³⁴⁵⁶⁷⁸⁹"].forEach((character, digit) => (raised[String(digit)] = character));

// "rad/s^2" becomes "rad/s²"; the unit "1" becomes empty.
export function formatUnit(unit: string): string {
  if (unit === "1") return "";
  return unit
    .replace(/\^(-?\d+)/g, (_, power: string) => [...power].map((digit) => raised[digit]).join(""))
    .replace(/\*/g, "·");
}

// Radians as degrees, with one decimal.
export function formatDegrees(radians: number): string {
  const tenths = Math.round((radians * 1800) / Math.PI);
  return `${tenths < 0 ? minus : ""}${(Math.abs(tenths) / 10).toFixed(1)}°`;
}

// Seconds with milliseconds; from one minute on with minutes and hours: 12.345 s, 2:03.500, 1:00:00.000.
export function formatTime(seconds: number): string {
  if (!Number.isFinite(seconds)) return nothing;
  const thousandths = Math.round(Math.abs(seconds) * 1000);
  const sign = seconds < 0 && thousandths > 0 ? minus : "";
  if (thousandths < 60_000) return `${sign}${(thousandths / 1000).toFixed(3)} s`;
  const rest = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0");
  const minutes = Math.floor(thousandths / 60_000);
  if (minutes < 60) return `${sign}${minutes}:${rest}`;
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
