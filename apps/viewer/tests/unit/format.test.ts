import { describe, expect, it } from "vitest";
import { formatDegrees, formatNumber, formatTime, formatUnit } from "../../src/shell/format";

describe("numbers", () => {
  it("have the requested number of digits", () => {
    expect(formatNumber(1.23456)).toBe("1.235");
    expect(formatNumber(12.3456)).toBe("12.35");
    expect(formatNumber(1234.56)).toBe("1235");
    expect(formatNumber(123456)).toBe("123456");
    expect(formatNumber(0.5)).toBe("0.5000");
    expect(formatNumber(0.0123)).toBe("0.0123");
    expect(formatNumber(1.23456, 6)).toBe("1.23456");
    expect(formatNumber(0)).toBe("0.000");
    expect(formatNumber(-0)).toBe("0.000");
  });

  it("do not grow by a digit when they are rounded up", () => {
    expect(formatNumber(9.99996)).toBe("10.00");
    expect(formatNumber(999999)).toBe("1e6");
    expect(formatNumber(1000)).toBe("1000");
  });

  it("take a typographic minus", () => {
    expect(formatNumber(-2.5)).toBe("\u22122.500");
    expect(formatNumber(-Infinity)).toBe("\u2212∞");
  });

  it("are short when they are very small or very large", () => {
    expect(formatNumber(1.2e-7)).toBe("1.2e-7");
    expect(formatNumber(-1.23456e-13)).toBe("\u22121.23e-13");
    expect(formatNumber(3e12)).toBe("3e12");
    expect(formatNumber(1e-7, 1)).toBe("1e-7");
  });

  it("that are unknown are a dash", () => {
    expect(formatNumber(NaN)).toBe("–");
    expect(formatTime(NaN)).toBe("–");
  });
});

describe("units", () => {
  it("have superscript powers", () => {
    expect(formatUnit("rad/s^2")).toBe("rad/s²");
    expect(formatUnit("kg*m^-1")).toBe("kg·m⁻¹");
    expect(formatUnit("N m")).toBe("N m");
    expect(formatUnit("1")).toBe("");
  });
});

describe("degrees", () => {
  it("are rounded to a tenth, and zero has no sign", () => {
    expect(formatDegrees(Math.PI / 6)).toBe("30.0°");
    expect(formatDegrees(-0.5)).toBe("\u221228.6°");
    expect(formatDegrees(-1e-15)).toBe("0.0°");
  });
});

describe("times", () => {
  it("are seconds, then minutes, then hours", () => {
    expect(formatTime(0)).toBe("0.000 s");
    expect(formatTime(12.3454)).toBe("12.345 s");
    expect(formatTime(59.9996)).toBe("1:00.000");
    expect(formatTime(123.5)).toBe("2:03.500");
    expect(formatTime(3661.25)).toBe("1:01:01.250");
    expect(formatTime(-0.0001)).toBe("0.000 s");
    expect(formatTime(-1.5)).toBe("\u22121.500 s");
  });
});
