import { describe, expect, test } from "vitest";
import { takeToken, type Keeper } from "../../src/data/token";

function keeper(): Keeper & { all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (name) => all.get(name) ?? null,
    setItem: (name, value) => void all.set(name, value),
  };
}

function take(href: string, kept: () => Keeper): { token: string | null; shown: string } {
  let shown = href;
  const token = takeToken({ href, replace: (address) => (shown = address) }, kept);
  return { token, shown };
}

describe("the token", () => {
  test("is removed from the address, which keeps everything else", () => {
    const kept = keeper();
    expect(take("http://127.0.0.1:8080/?token=abc#t=1.5&panel=plots", () => kept)).toEqual({
      token: "abc",
      shown: "http://127.0.0.1:8080/#t=1.5&panel=plots",
    });
    expect(take("http://localhost:8080/?view=robot&token=abc", () => kept).shown).toBe(
      "http://localhost:8080/?view=robot",
    );
  });

  test("is stored for reloads, until another one arrives", () => {
    const kept = keeper();
    expect(take("http://127.0.0.1:8080/", () => kept).token).toBe(null);
    take("http://127.0.0.1:8080/?token=abc", () => kept);
    expect(take("http://127.0.0.1:8080/#t=2", () => kept)).toEqual({
      token: "abc",
      shown: "http://127.0.0.1:8080/#t=2",
    });
    take("http://127.0.0.1:8080/?token=def", () => kept);
    expect(take("http://127.0.0.1:8080/", () => kept).token).toBe("def");
  });

  test("works while the page is open if nothing can be stored", () => {
    const forbidden = () => {
      throw new Error("storage is switched off");
    };
    expect(take("http://127.0.0.1:8080/?token=abc", forbidden).token).toBe("abc");
    expect(take("http://127.0.0.1:8080/", forbidden).token).toBe(null);
  });
});
