// Play, pause, step, scrub, speed, repeat, events, and their keys.

import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { resultOf, serve } from "./program";
import { difference, framesOf, patience, pictureOf, settled, timeOf } from "./reading";

useBrowser();

const interval = 0.02; // of the scene's records
const end = 8;
let page: Page;

beforeAll(async () => {
  ({ page } = await open(await serve(resultOf("three_arm_release.yaml"))));
});
beforeEach(async () => {
  await page.locator("h1").click(); // nothing has the focus
  await page.keyboard.press("Home");
  await expect.poll(() => timeOf(page), patience).toBe(0);
});

const shows = (time: number) => expect.poll(() => timeOf(page), patience).toBeCloseTo(time, 9);
const speed = () => page.getByLabel("Speed").inputValue();

describe("Space", () => {
  it("plays, so that the time and the picture change, and pauses", async () => {
    const start = await pictureOf(page);
    const frames = await framesOf(page);
    await page.keyboard.press("Space");
    expect(await page.getByRole("button", { name: "Pause", exact: true }).count()).toBe(1);
    await expect.poll(() => timeOf(page), patience).toBeGreaterThan(1);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    expect(await framesOf(page)).toBeGreaterThan(frames + 1);
    await settled(page);
    const stopped = await timeOf(page);
    expect(await pictureOf(page)).not.toBe(start);
    expect(await timeOf(page)).toBe(stopped);
  });

  it("brings back the same picture at the same time", async () => {
    const start = await pictureOf(page);
    await page.keyboard.press("End");
    await shows(end);
    expect(await pictureOf(page)).not.toBe(start);
    await page.keyboard.press("Home");
    await shows(0);
    expect(await difference(page, await pictureOf(page), start)).toBeLessThan(0.002);
  });
});

describe("Arrows", () => {
  it("step by one record, with Shift by ten, and not beyond the ends", async () => {
    await page.keyboard.press("ArrowRight");
    await shows(interval);
    await page.keyboard.press("Shift+ArrowRight");
    await shows(11 * interval);
    await page.keyboard.press("ArrowLeft");
    await shows(10 * interval);
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await shows(0);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    await shows(end);
    await page.keyboard.press("ArrowLeft");
    await shows(end - interval);
  });

  it("stop the motion", async () => {
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  });
});

describe("Speed", () => {
  it("doubles with + and halves with -, within bounds", async () => {
    expect(await speed()).toBe("1");
    await page.keyboard.press("+");
    await expect.poll(speed, patience).toBe("2");
    for (let i = 0; i < 8; i++) await page.keyboard.press("+");
    await expect.poll(speed, patience).toBe("16");
    for (let i = 0; i < 12; i++) await page.keyboard.press("-");
    await expect.poll(speed, patience).toBe("0.0625");
    for (let i = 0; i < 4; i++) await page.keyboard.press("+");
    await expect.poll(speed, patience).toBe("1");
  });
});

describe("The slider", () => {
  it("sets the time when it is clicked and dragged", async () => {
    const slider = page.getByRole("slider", { name: "Time" });
    const box = (await slider.boundingBox())!;
    const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(middle, y);
    await expect.poll(async () => Math.abs((await timeOf(page)) - end / 2), patience).toBeLessThan(0.2);
    await page.mouse.move(middle, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs((await timeOf(page)) - 0.75 * end), patience).toBeLessThan(0.25);
  });

  it("moves by keys: arrows a record, PageUp and PageDown a tenth, Home and End to the ends", async () => {
    await page.getByRole("slider", { name: "Time" }).focus();
    await page.keyboard.press("ArrowRight");
    await shows(interval);
    await page.keyboard.press("PageUp");
    await shows(interval + end / 10);
    await page.keyboard.press("End");
    await shows(end);
    await page.keyboard.press("Home");
    await shows(0);
    expect(await page.getByRole("slider", { name: "Time" }).getAttribute("aria-valuetext")).toBe(
      "0.000 of 8.000 seconds",
    );
  });

  it("has a field next to it for typing a time", async () => {
    const field = page.getByLabel("Time in seconds");
    await field.fill("3.21");
    await field.press("Enter");
    await shows(3.21);
    await field.fill("nonsense");
    await field.press("Enter");
    await shows(3.21);
    await field.fill("1e9");
    await field.press("Enter");
    await shows(end);
  });
});

describe("The end", () => {
  it("restarts with repeat, and stops without", async () => {
    const repeat = page.getByRole("button", { name: "Repeat" });
    expect(await repeat.getAttribute("aria-pressed")).toBe("true");
    await page.getByLabel("Time in seconds").fill("7.9");
    await page.getByLabel("Time in seconds").press("Enter");
    await page.keyboard.press("Space");
    await expect.poll(() => timeOf(page), patience).toBeLessThan(7);
    await page.keyboard.press("Space");
    await repeat.click();
    await page.locator("h1").click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await shows(end - interval);
    await page.keyboard.press("Space");
    await shows(end);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await repeat.click();
  });
});

describe("Events", () => {
  it("are marked at their times, and a click moves the cursor there", async () => {
    const mark = page.locator(".scrubber-mark");
    expect(await mark.count()).toBe(1);
    const slider = (await page.getByRole("slider", { name: "Time" }).boundingBox())!;
    const place = (await mark.boundingBox())!;
    const share = (place.x + place.width / 2 - slider.x) / slider.width;
    expect(share).toBeCloseTo(5 / 8, 1);
    await mark.hover();
    expect(await page.locator(".scrubber-hint").textContent()).toContain("5.000 s third lets go");
    await mark.click();
    await shows(5);
  });

  it("are in a list for the keyboard", async () => {
    await page.getByRole("button", { name: "1 event" }).press("Enter");
    const entry = page.getByRole("list", { name: "Events" }).getByRole("button");
    expect(await entry.textContent()).toContain("third lets go");
    await entry.press("Enter");
    await shows(5);
    await entry.press("Escape");
    expect(await entry.isVisible()).toBe(false);
  });
});

describe("Strips", () => {
  it("show energies and constraint errors, and have tables", async () => {
    const energy = page.locator(".strip", { hasText: "Energy" });
    await expect.poll(() => energy.locator(".strip-number").first().textContent(), patience).toBe("0.000");
    await energy.getByRole("button", { name: "Table: energy" }).click();
    const table = page.getByRole("dialog").getByRole("table");
    await table.waitFor();
    expect(await table.locator("thead th").allTextContents()).toEqual([
      "time [s]",
      "kinetic [J]",
      "potential [J]",
      "total [J]",
    ]);
    expect(await table.locator("tbody tr").count()).toBeGreaterThan(100);
    await page.keyboard.press("Escape");
    await table.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Table: constraint error" }).waitFor();
  });
});

describe("?", () => {
  it("opens the help, and Esc closes it", async () => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Help" });
    await help.waitFor();
    for (const key of ["Space", "Home", "Esc"]) expect(await help.textContent()).toContain(key);
    await page.keyboard.press("Space"); // goes to the dialog, not to the time line
    expect(await page.getByRole("button", { name: "Play", exact: true }).count()).toBe(1);
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "hidden" });
  });
});
