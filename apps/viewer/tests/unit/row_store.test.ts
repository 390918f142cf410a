import { describe, expect, test, vi } from "vitest";
import { usualPieces } from "../../src/data/pieces";
import { RequestQueue, type Urgency } from "../../src/data/request_queue";
import { makeRowStore } from "../../src/data/row_store";
import type { Source } from "../../src/data/source";
import type { ResultData } from "../../src/document";
import { twoLinkDocument, twoLinkSource } from "../fixtures/two_link";

// Records with uneven steps: half a second each, and a hundredth from one third of the records on.
function longTime(row: number, rows: number): number {
  const knee = Math.floor(rows / 3);
  return row <= knee ? row / 2 : knee / 2 + (row - knee) / 100;
}

function longResult(rows: number): ResultData {
  const result = twoLinkDocument().tracks[0].result!;
  return { ...result, rows, first: 0, last: longTime(rows - 1, rows) };
}

function longSource(rows: number, asked: string[] = []): Source {
  const numbers = (array: string, row: number) =>
    array === "time" ? [longTime(row, rows)] : [Math.sin(row / 1000), row];
  return {
    ...twoLinkSource(),
    rows(_track, array, first, count, stride = 1) {
      asked.push(`${array} ${first} ${count} ${stride}`);
      const out: number[] = [];
      for (let i = 0; i < count; i++) out.push(...numbers(array, first + i * stride));
      return Promise.resolve(Float64Array.from(out));
    },
    overview(_track, array, column, buckets) {
      asked.push(`overview ${array} ${column} ${buckets}`);
      const out = new Float64Array(2 * buckets);
      for (let b = 0; b < buckets; b++) {
        out[2 * b] = numbers(array, Math.floor((b * rows) / buckets))[column];
        out[2 * b + 1] = numbers(array, Math.floor(((b + 1) * rows) / buckets) - 1)[column];
      }
      return Promise.resolve(out);
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the records of a result", () => {
  test("arrive later, and listeners are notified", async () => {
    const page = twoLinkDocument();
    const store = makeRowStore(twoLinkSource(), 0, page.tracks[0].result!);
    const told = vi.fn();
    store.onArrival(told);
    expect(store.record("q", 10)).toBeNull();
    await settle();
    expect(told).toHaveBeenCalled();
    expect(store.record("q", 10)).toEqual(await twoLinkSource().rows(0, "q", 10, 1));
    expect(store.record("q", 200)).toBeNull();
    expect(store.record("nothing", 1)).toBeNull();
  });

  test("are found by time in a million of them, with few requests", async () => {
    const rows = 1_000_000;
    const asked: string[] = [];
    const store = makeRowStore(longSource(rows, asked), 0, longResult(rows));
    for (const row of [0, 1, 4095, 4096, 333_332, 333_333, 333_334, 777_777, rows - 1]) {
      const time = longTime(row, rows) + 1e-6;
      store.rowAt(time);
      await settle();
      store.rowAt(time);
      await settle();
      expect(store.rowAt(time)).toBe(row);
      expect(store.timeOf(row)).toBe(longTime(row, rows));
    }
    expect(store.rowAt(-5)).toBe(0);
    expect(store.rowAt(1e9)).toBe(rows - 1);
    expect(asked.length).toBeLessThan(25);
  });

  test("are estimated well before they arrive", async () => {
    const rows = 1_000_000;
    const store = makeRowStore(longSource(rows), 0, longResult(rows));
    await settle();
    const guess = store.rowAt(longTime(500_000, rows));
    expect(Math.abs(guess - 500_000)).toBeLessThan(4096);
  });

  test("are requested once, together with the next piece in the reading direction", async () => {
    const rows = 100_000;
    const asked: string[] = [];
    const store = makeRowStore(longSource(rows, asked), 0, longResult(rows));
    await settle();
    asked.length = 0;
    for (let i = 0; i < 5; i++) store.record("q", 50_000);
    await settle();
    expect(asked.sort()).toEqual(["q 49152 4096 1", "q 53248 4096 1"]);
    asked.length = 0;
    store.record("q", 49_000);
    await settle();
    expect(asked.sort()).toEqual(["q 40960 4096 1", "q 45056 4096 1"]);
  });

  test("stay within the cache size", async () => {
    const rows = 200_000;
    const asked: string[] = [];
    const room = 4 * 4096 * 16;
    const store = makeRowStore(longSource(rows, asked), 0, longResult(rows), undefined, {
      ...usualPieces,
      room,
    });
    for (let row = 0; row < rows; row += 4096) {
      store.record("q", row);
      await settle();
    }
    asked.length = 0;
    store.record("q", 0); // dropped from the cache
    await settle();
    expect(asked).toContain("q 0 4096 1");
    expect(store.record("q", 0)).not.toBeNull();
  });

  test("that fail to load are reported once, and requested again later", async () => {
    const source = longSource(1000);
    const rows = source.rows;
    let broken = true;
    source.rows = (...asked) =>
      broken && asked[1] === "q" ? Promise.reject(new Error("gone")) : rows.apply(source, asked);
    const complain = vi.fn();
    const options = { ...usualPieces, patience: 5 };
    const store = makeRowStore(source, 0, longResult(1000), complain, options);
    const told = vi.fn(() => void store.record("q", 3));
    store.onArrival(told);
    store.record("q", 3);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(complain.mock.calls).toEqual([["gone"]]);
    broken = false;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(store.record("q", 3)![1]).toBe(3);
  });
});

describe("a curve", () => {
  test("of few records has all of them, and one beyond each edge", async () => {
    const store = makeRowStore(longSource(3000), 0, longResult(3000));
    const curve = await store.curve("q", 1, 10, 20, 1000);
    expect(curve.values[0]).toBe(19);
    expect(curve.values.at(-1)).toBe(41);
    expect(curve.times[0]).toBe(9.5);
    expect(curve.times.length).toBe(23);
  });

  test("of many records uses an overview, within the cache size", async () => {
    const rows = 5_000_000;
    const asked: string[] = [];
    const store = makeRowStore(longSource(rows, asked), 0, longResult(rows));
    const curve = await store.curve("q", 1, 0, longTime(rows - 1, rows), 1000);
    expect(curve.times.length).toBeLessThanOrEqual(1000);
    expect(curve.times.length).toBeGreaterThan(500);
    expect(asked.filter((line) => line.startsWith("overview"))).toEqual(["overview q 1 512"]);
    for (let i = 1; i < curve.times.length; i++) {
      expect(curve.times[i]).toBeGreaterThanOrEqual(curve.times[i - 1]);
    }
    asked.length = 0;
    await store.curve("q", 1, 0, longTime(rows - 1, rows), 1000);
    expect(asked).toEqual([]);
  });

  test("of a part of many records is finer", async () => {
    const rows = 5_000_000;
    const store = makeRowStore(longSource(rows), 0, longResult(rows));
    const from = longTime(4_000_000, rows);
    const curve = await store.curve("q", 1, from, from + 10, 4000);
    expect(curve.times.length).toBe(1003);
    expect(curve.values[1]).toBe(4_000_000);
  });
});

describe("a queue of requests", () => {
  function queueOf(longest: number) {
    const queue = new RequestQueue<number>(1, longest);
    const started: string[] = [];
    const wish = (name: string, urgency: Urgency) => {
      const start = () => {
        started.push(name);
        return settle().then(() => 1);
      };
      return queue.ask(name, start, urgency);
    };
    return { queue, started, wish };
  }

  test("drops the oldest requests except those that a caller awaits", async () => {
    const { started, wish } = queueOf(2);
    const ends = await Promise.allSettled([
      wish("first", "wanted"),
      wish("needed", "needed"),
      wish("old", "wanted"),
      wish("newer", "wanted"),
      wish("newest", "wanted"),
    ]);
    const kept = ends.map((end) => end.status === "fulfilled");
    expect(kept).toEqual([true, true, false, false, true]);
    expect(started).toEqual(["first", "newest", "needed"]);
  });

  test("reads ahead only when nothing else is requested", async () => {
    const { queue, started, wish } = queueOf(9);
    const wishes = [
      wish("first", "wanted"),
      wish("soon", "ahead"),
      wish("now", "wanted"),
      wish("later", "ahead"),
      wish("latest", "ahead"),
    ];
    queue.urge("later", "wanted");
    await Promise.all(wishes);
    expect(started).toEqual(["first", "later", "now", "soon", "latest"]);
  });
});
