// A result of a million records is read in pieces.

import { statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { models, recordsOf, resultOf, serve, stopServing, write } from "./program";
import { copiedBy, patience, show, timeOf } from "./reading";

useBrowser();

const seconds = 1000;
let page: Page;
let complaints: string[];
let bytes = 0; // received by the page
let size: number; // of the result
let last: Record<string, number>; // the last record

beforeAll(async () => {
  const scene = (interval: number) =>
    `model: ${join(models, "classics/pendulum.urdf")}
q: {bob_joint: -1.5}
simulation:
  duration: ${seconds}
  integrator: {kind: semi_implicit_euler, step: 0.001}
  record: {interval: ${interval}, frames: [bob_tip]}
`;
  const result = resultOf(write("long.yaml", scene(0.001)));
  last = recordsOf(write("sparse.yaml", scene(100))).at(-1)!; // the same motion with few records
  size = statSync(result).size;
  const allowed = { permissions: ["clipboard-read", "clipboard-write"] };
  ({ page, complaints } = await open(await serve(result), allowed, async (fresh) => {
    const network = await fresh.context().newCDPSession(fresh);
    await network.send("Network.enable");
    network.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  }));
});

describe("A result of a million records", () => {
  it("opens after reading a small part of it", () => {
    expect(size).toBeGreaterThan(5e7);
    expect(bytes).toBeGreaterThan(1e6); // the page itself
    expect(bytes).toBeLessThan(size / 10);
  });

  it("shows its end when the slider goes there", async () => {
    await page.locator("h1").click();
    await page.keyboard.press("End");
    await expect.poll(() => timeOf(page), patience).toBe(seconds);
    const panel = await show(page, "Numbers");
    await expect.poll(() => panel.textContent(), patience).toContain("recorded accelerations");
    const copy = async () =>
      JSON.parse(await copiedBy(page, panel.getByRole("button", { name: "Copy as JSON" })));
    // Up to the rounding of a million steps; the velocity of the previous record differs by 0.01.
    await expect.poll(async () => (await copy()).v.bob_joint, patience).toBeCloseTo(last["v:bob_joint"], 5);
    expect((await copy()).q.bob_joint).toBeCloseTo(last["q:bob_joint"], 5);
  });

  it("is scrubbed and plotted after reading a bounded part of it", async () => {
    const before = bytes;
    const places = 8;
    await show(page, "Plots");
    await page.locator(".plot canvas").first().waitFor();
    const slider = page.getByRole("slider", { name: "Time" });
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2, { steps: places });
    await page.mouse.up();
    const number = page.locator(".plot-legend-number").first();
    await expect.poll(() => number.textContent(), patience).not.toBe("–");
    // A piece per place and a few more at the ends, whatever the length of the result.
    expect(bytes - before).toBeLessThan((places + 4) * 2.1e6);
    expect(bytes - before).toBeLessThan(size / 2);
  });

  it("reports that the program that serves it has ended", async () => {
    stopServing();
    const field = page.getByLabel("Time in seconds");
    await field.fill("432.1");
    await field.press("Enter");
    await expect.poll(() => page.locator(".toasts .error").count(), patience).toBeGreaterThan(0);
    await page.keyboard.press("Home"); // data already loaded can still be viewed
    await expect.poll(() => timeOf(page), patience).toBe(0);
    await page.close();
    const words = complaints.splice(0); // the browser's own messages about the refused or broken connection
    expect(words.filter((text) => !text.includes("net::ERR_"))).toEqual([]);
  });
});
