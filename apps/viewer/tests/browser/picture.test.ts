// The picture: saved as PNG, rotated, and clicked with the pointer.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, ready, useBrowser } from "./browser";
import { exported, resultOf, serve } from "./program";
import { difference, patience, pictureOf } from "./reading";

useBrowser();

// Width and height from the header of a PNG.
function sizeOf(png: Buffer): number[] {
  expect(png.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect(png.subarray(12, 16).toString("latin1")).toBe("IHDR");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; png: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), png: readFileSync(await download.path()) };
}

describe("Saving the picture", () => {
  it.each(["served", "on disk"])("gives a PNG of twice the size on the page, %s", async (how) => {
    const result = resultOf("four_bar.yaml");
    const { page, context } = await open(how === "served" ? await serve(result) : exported(result));
    const size = await page
      .locator(".scene canvas")
      .evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
    const before = await pictureOf(page);
    const byButton = await saved(page, () =>
      page.getByRole("button", { name: "Save the picture as PNG" }).click(),
    );
    expect(byButton.name).toMatch(/^four_bar.*\.png$/);
    expect(sizeOf(byButton.png)).toEqual(size.map((pixels) => 2 * pixels));
    expect(byButton.png.length).toBeGreaterThan(10_000); // not blank
    await page.locator("h1").click();
    const byKey = await saved(page, () => page.keyboard.press("p"));
    expect(sizeOf(byKey.png)).toEqual(sizeOf(byButton.png));
    expect(await difference(page, await pictureOf(page), before)).toBeLessThan(0.01);
    await context.close();
  });
});

describe("The view", () => {
  let page: Page;
  const canvas = () => page.locator(".scene canvas");
  const same = (picture: string) => async () => difference(page, await pictureOf(page), picture);

  // The camera in the address, once it has changed.
  async function nextCamera(before: string): Promise<string> {
    const camera = () => page.evaluate(() => /camera=[^&]*/.exec(location.hash)?.[0] ?? "");
    await expect.poll(async () => !["", before].includes(await camera()), patience).toBe(true);
    return camera();
  }

  beforeAll(async () => {
    ({ page } = await open(await serve(resultOf("three_arm_release.yaml"))));
  });

  it("is zoomed by the wheel, and F fits the whole robot into view", async () => {
    const start = await pictureOf(page);
    await canvas().hover();
    await page.mouse.wheel(0, -600);
    await expect.poll(same(start), patience).toBeGreaterThan(0.05);
    await page.locator("h1").click();
    await page.keyboard.press("f");
    await expect.poll(same(start), patience).toBeLessThan(0.01);
  });

  it("is rotated by dragging and by keys, and is the same after F and after a reload", async () => {
    const start = await pictureOf(page);
    const box = (await canvas().boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y - 40, { steps: 3 });
    await page.mouse.up();
    await expect.poll(same(start), patience).toBeGreaterThan(0.05);
    const dragged = await pictureOf(page);
    let camera = await nextCamera("");
    await canvas().press("Control+ArrowLeft");
    await expect.poll(same(dragged), patience).toBeGreaterThan(0.01);
    camera = await nextCamera(camera);
    await page.locator("h1").click(); // removes the focus ring of the picture
    await page.keyboard.press("f");
    await nextCamera(camera);
    const fitted = await pictureOf(page);
    await page.reload();
    await ready(page);
    expect(await difference(page, await pictureOf(page), fitted)).toBeLessThan(0.01);
  });

  it("selects a body by click, follows it by double click, and deselects it by Esc", async () => {
    const box = (await canvas().boundingBox())!;
    const selected = page.getByRole("treeitem", { selected: true });
    let place = { x: 0, y: 0 };
    for (let i = 0; i < 60 && (await selected.count()) === 0; i++) {
      place = {
        x: box.width * (0.2 + 0.06 * (i % 10)),
        y: box.height * (0.35 + 0.09 * Math.floor(i / 10)),
      };
      await canvas().click({ position: place });
    }
    expect(await selected.count()).toBe(1);
    await canvas().dblclick({ position: place });
    const follow = page.getByRole("button", { name: "Follow" });
    await expect.poll(() => follow.getAttribute("aria-pressed"), patience).toBe("true");
    await page.keyboard.press("Escape");
    await expect.poll(() => selected.count(), patience).toBe(0);
    await follow.waitFor({ state: "hidden" });
  });
});
