// Compares plots with the records that the program writes to CSV, and shows two results in one page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { models, recordsOf, resultOf, serve, write } from "./program";
import { difference, expectShown, numberIn, patience, pictureOf, show, timeOf } from "./reading";

useBrowser();

let page: Page;
let other: string; // the same scene from another start
const records = recordsOf("four_bar.yaml");

beforeAll(async () => {
  const scene = readFileSync(join(models, "four_bar.yaml"), "utf8");
  other = write(
    "other_start.yaml",
    scene
      .replace("four_bar.urdf", join(models, "four_bar.urdf"))
      .replace("crank_joint: 0.6", "crank_joint: 1.1"),
  );
  const dashes = () => {
    const usual = CanvasRenderingContext2D.prototype.setLineDash;
    const seen = ((window as any).dashes = new Set<string>());
    CanvasRenderingContext2D.prototype.setLineDash = function (pattern: number[]) {
      if (this.canvas.closest(".plot-chart")) seen.add(Array.from(pattern).join(" "));
      return usual.call(this, pattern);
    };
  };
  const address = await serve(resultOf("four_bar.yaml"), resultOf(other));
  ({ page } = await open(address, {}, (fresh) => fresh.addInitScript(dashes)));
  await show(page, "Plots");
});

async function goTo(time: number): Promise<void> {
  const field = page.getByLabel("Time in seconds");
  await field.fill(String(time));
  await field.press("Enter");
  await expect
    .poll(() => page.locator(".plots-time").textContent(), patience)
    .toContain(`at ${time.toFixed(3)} s`);
}

async function choose(search: string, name: string): Promise<void> {
  if (!(await page.getByLabel("Search quantities").isVisible()))
    await page.getByText("Quantities", { exact: true }).click();
  await page.getByLabel("Search quantities").fill(search);
  await page.locator(".chooser").getByLabel(name).check();
  await page.getByLabel("Search quantities").fill("");
}

const plot = (title: string) => page.locator(".plot", { has: page.getByRole("heading", { name: title }) });

describe("A chosen quantity", () => {
  it("is drawn, and its value at the cursor is the recorded one", async () => {
    await choose("velocities rocker", "rocker_joint");
    const velocities = plot("Velocities v");
    const numbers = velocities.locator("li", { hasText: "rocker_joint" }).locator(".plot-legend-number");
    for (const row of [0, 37, 250, records.length - 1]) {
      await goTo(records[row].time);
      await expect.poll(async () => numberIn(await numbers.first().textContent()), patience).not.toBeNaN();
      const shown = async () => numberIn(await numbers.first().textContent());
      await expect.poll(shown, patience).toBeCloseTo(records[row]["v:rocker_joint"], 3);
      expectShown(await shown(), records[row]["v:rocker_joint"], 5);
    }
    expect(await velocities.getByRole("img").getAttribute("aria-label")).toContain("rocker_joint");
  });

  it("colours pixels of the chart", async () => {
    const inked = () =>
      plot("Velocities v")
        .locator("canvas")
        .evaluate((element: HTMLCanvasElement) => {
          const { data } = element.getContext("2d")!.getImageData(0, 0, element.width, element.height);
          return data.filter((_, i) => i % 4 === 3 && data[i] > 200).length;
        });
    await expect.poll(inked, patience).toBeGreaterThan(200);
  });

  it("has a table whose numbers are the recorded ones", async () => {
    const velocities = plot("Velocities v");
    await velocities.getByRole("button", { name: /^Table/ }).click();
    const rows = velocities.getByRole("table").first().locator("tbody tr");
    await rows.first().waitFor();
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent!)),
    );
    expect(texts.length).toBeGreaterThan(50);
    for (const [time, value] of texts) {
      const record = records.find((one) => Math.abs(one.time - Number(time)) < 5e-4)!;
      expectShown(numberIn(value), record["v:rocker_joint"], 5);
    }
    expect(await velocities.getByRole("table").count()).toBe(2); // one for each result
    await velocities.getByRole("button", { name: /^Table/ }).click();
  });

  it("is saved as CSV with every digit", async () => {
    const files: string[] = [];
    page.on("download", async (download) => files.push(await download.path()));
    await plot("Velocities v").getByRole("button", { name: /^CSV/ }).click();
    await expect.poll(() => files.length, patience).toBe(2);
    const tables = files.map((file) => readFileSync(file, "utf8").trim().split(/\r?\n/));
    const mine = tables.map((lines) => lines.slice(1).map((line) => line.split(",").map(Number)));
    expect(mine[0].length).toBe(records.length);
    const errors = mine.map((numbers) =>
      Math.max(...numbers.map(([, value], i) => Math.abs(value - records[i]["v:rocker_joint"]))),
    );
    expect(Math.min(...errors)).toBe(0); // downloads arrive in any order; the other file has another motion
    expect(Math.max(...errors)).toBeGreaterThan(0.1);
  });

  it("follows the picture: a click in the chart sets the time", async () => {
    const box = (await plot("Velocities v").locator(".u-over").boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => timeOf(page), patience).toBeCloseTo(3, 1);
    await page.mouse.move(5, 300);
  });

  it("can be zoomed, and the zoom can be reset", async () => {
    const whole = page.getByRole("button", { name: "Show the whole time" });
    expect(await whole.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Zoom in on the time" }).click();
    await expect.poll(() => whole.isDisabled(), patience).toBe(false);
    await whole.click();
    await expect.poll(() => whole.isDisabled(), patience).toBe(true);
  });

  it("can be removed", async () => {
    await plot("Velocities v").getByRole("button", { name: "Remove rocker_joint" }).click();
    await plot("Velocities v").waitFor({ state: "detached" });
  });
});

describe("The second of two results", () => {
  it("is dashed and named, and its values are next to those of the first", async () => {
    const theirs = recordsOf(other);
    expect(await page.locator(".plots-time").textContent()).toContain("dashed: ");
    await goTo(2);
    const numbers = plot("Positions q")
      .locator("li", { hasText: "crank_joint" })
      .locator(".plot-legend-number");
    expect(await numbers.count()).toBe(2);
    const row = records.findIndex(({ time }) => Math.abs(time - 2) < 1e-9);
    for (const [i, all] of [records, theirs].entries()) {
      await expect
        .poll(async () => numberIn(await numbers.nth(i).textContent()), patience)
        .toBeCloseTo(all[row]["q:crank_joint"], 3);
    }
    const seen = await page.evaluate(() => [...(window as any).dashes] as string[]);
    expect(seen.some((pattern) => pattern !== "")).toBe(true);
  });

  it("is a ghost in the picture that can be switched off", async () => {
    await goTo(1);
    const panel = await show(page, "Robot");
    const ghost = panel.getByLabel("Second result as ghost");
    const withGhost = await pictureOf(page);
    await ghost.uncheck();
    const without = await pictureOf(page);
    expect(await difference(page, without, withGhost)).toBeGreaterThan(0.002);
    await ghost.check();
    expect(await difference(page, await pictureOf(page), withGhost)).toBeLessThan(0.002);
  });
});
