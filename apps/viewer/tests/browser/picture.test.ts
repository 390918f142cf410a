// The picture: saved as PNG, turned, and picked with the pointer.

import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectNoComplaints, launch, open } from "./browser";
import { exported, resultOf, serve, stopServing } from "./program";
import { patience, pictureOf } from "./reading";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterEach(expectNoComplaints);
afterAll(async () => {
  await browser.close();
  stopServing();
});

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
    const { page, context } = await open(browser, how === "served" ? await serve(result) : exported(result));
    const size = await page
      .locator(".scene canvas")
      .evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
    const before = await pictureOf(page);
    const byButton = await saved(page, () =>
      page.getByRole("button", { name: "Save the picture as PNG" }).click(),
    );
    expect(byButton.name).toMatch(/^four_bar.*\.png$/);
    expect(sizeOf(byButton.png)).toEqual(size.map((pixels) => 2 * pixels));
    expect(byButton.png.length).toBeGreaterThan(10_000); // not a blank one
    await page.locator("h1").click();
    const byKey = await saved(page, () => page.keyboard.press("p"));
    expect(sizeOf(byKey.png)).toEqual(sizeOf(byButton.png));
    expect(await pictureOf(page)).toBe(before);
    await context.close();
  });
});

describe("The pointer", () => {
  it("turns and zooms the view, F brings it back, a click selects a body and Esc lets go", async () => {
    const { page, context } = await open(browser, await serve(resultOf("three_arm_release.yaml")));
    const start = await pictureOf(page);
    const box = (await page.locator(".scene canvas").boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y - 40, { steps: 3 });
    await page.mouse.up();
    const turned = await pictureOf(page);
    expect(turned).not.toBe(start);
    await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await pictureOf(page)) === turned, patience).toBe(false);
    await page.locator("h1").click();
    await page.keyboard.press("f");
    await expect.poll(async () => (await pictureOf(page)) === start, patience).toBe(true);
    const selected = page.getByRole("treeitem", { selected: true });
    for (let i = 0; i < 40 && (await selected.count()) === 0; i++)
      await page.mouse.click(
        box.x + box.width * (0.3 + 0.06 * (i % 8)),
        box.y + box.height * (0.4 + 0.1 * Math.floor(i / 8)),
      );
    expect(await selected.count()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(() => selected.count(), patience).toBe(0);
    await context.close();
  });
});
