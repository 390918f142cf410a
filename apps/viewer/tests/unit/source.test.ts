import { describe, expect, test } from "vitest";
import { embeddedSource, type Carrier } from "../../src/data/embedded_source";
import { leastAndGreatest, thinned } from "../../src/data/overview";
import { serverSource } from "../../src/data/server_source";
import { twoLinkDocument, twoLinkSource } from "../fixtures/two_link";

async function carriers(): Promise<Map<string, Carrier>> {
  const page = twoLinkDocument();
  const found = new Map<string, Carrier>([["sinew-document", { textContent: JSON.stringify(page) }]]);
  for (const array of page.tracks[0].result!.arrays) {
    const numbers = await twoLinkSource().rows(0, array.path, 0, page.tracks[0].result!.rows);
    const text = Buffer.from(numbers.buffer).toString("base64");
    found.set(`sinew-rows-0-${array.path}`, { textContent: `\n${text}\n` });
  }
  found.set("sinew-mesh-0", { textContent: Buffer.from("solid").toString("base64") });
  return found;
}

describe("a page with embedded numbers", () => {
  test("returns the numbers exactly", async () => {
    const found = await carriers();
    const source = embeddedSource((id) => found.get(id) ?? null);
    const made = twoLinkSource();
    expect(await source.document()).toEqual(twoLinkDocument());
    expect(await source.rows(0, "q", 7, 20)).toEqual(await made.rows(0, "q", 7, 20));
    expect(await source.rows(0, "energy", 3, 9, 20)).toEqual(await made.rows(0, "energy", 3, 9, 20));
    expect(await source.overview(0, "v", 1, 17)).toEqual(await made.overview(0, "v", 1, 17));
    expect(new TextDecoder().decode(await source.mesh(0))).toBe("solid");
  });

  test("releases the text after decoding, and still answers", async () => {
    const found = await carriers();
    const source = embeddedSource((id) => found.get(id) ?? null);
    const before = await source.rows(0, "q", 0, 200);
    expect(found.get("sinew-rows-0-q")!.textContent).toBe("");
    expect(found.get("sinew-rows-0-v")!.textContent).not.toBe("");
    expect(await source.rows(0, "q", 0, 200)).toEqual(before);
    await source.document();
    expect((await source.document()).title).toBe("two links");
  });

  test("names what it does not contain", async () => {
    const found = await carriers();
    const source = embeddedSource((id) => found.get(id) ?? null);
    await expect(source.mesh(5)).rejects.toThrow("sinew-mesh-5");
    await expect(source.rows(0, "loops/pin", 0, 1)).rejects.toThrow("loops/pin");
    await expect(source.rows(1, "q", 0, 1)).rejects.toThrow("Track 1");
  });
});

describe("the program that serves the page", () => {
  test("is asked at its addresses, with names escaped", async () => {
    const asked: string[] = [];
    const source = serverSource((address) => {
      asked.push(address);
      return Promise.resolve(new Response(new Float64Array([1, 2]).buffer));
    });
    expect(await source.rows(0, "loops/left & right", 5, 1, 3)).toEqual(new Float64Array([1, 2]));
    await source.overview(1, "q", 2, 1);
    await source.mesh(3);
    expect(asked).toEqual([
      "rows?track=0&array=loops%2Fleft+%26+right&first=5&count=1&stride=3",
      "overview?track=1&array=q&column=2&buckets=1",
      "mesh?index=3",
    ]);
  });

  test("has its message shown when it refuses", async () => {
    const source = serverSource(() => Promise.resolve(new Response("no such array\nmore", { status: 404 })));
    await expect(source.rows(0, "x", 0, 1)).rejects.toThrow(/^no such array$/);
  });

  test("is reported if it has ended", async () => {
    const source = serverSource(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(source.document()).rejects.toThrow("does not answer");
  });
});

describe("an overview", () => {
  test("ignores NaN", () => {
    const values = [3, NaN, 1, 2, NaN, NaN];
    const overview = leastAndGreatest((row) => values[row], 6, 3);
    expect([...overview]).toEqual([3, 3, 1, 2, NaN, NaN]);
  });

  test("of a curve keeps its ends and its one spike", () => {
    const times = Float64Array.from({ length: 10000 }, (_, i) => i);
    const values = times.map((t) => (t === 6543 ? 50 : Math.sin(t / 500)));
    const thin = thinned({ times, values }, 200);
    expect(thin.times.length).toBeLessThanOrEqual(200);
    expect(thin.times[0]).toBe(0);
    expect(thin.times.at(-1)).toBe(9999);
    expect(thin.values[thin.times.indexOf(6543)]).toBe(50);
    expect([...thin.times]).toEqual([...thin.times].sort((a, b) => a - b));
  });

  test("of a curve keeps a gap", () => {
    const times = Float64Array.from({ length: 1000 }, (_, i) => i);
    const values = times.map((t) => (t > 400 && t < 600 ? NaN : t));
    const thin = thinned({ times, values }, 100);
    expect(thin.values.filter((value) => Number.isNaN(value)).length).toBeGreaterThan(5);
  });
});
