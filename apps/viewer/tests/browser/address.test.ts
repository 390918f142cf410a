// The address stores the view, and any address can be opened.

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, ready, useBrowser } from "./browser";
import { resultOf, serve, shownAddress } from "./program";
import { copiedBy, difference, patience, pictureOf, show, timeOf } from "./reading";

useBrowser();

let address: string;

beforeAll(async () => {
  address = await serve(resultOf("three_arm_release.yaml"));
});

const hash = (page: Page) => page.evaluate(() => location.hash);

describe("The view", () => {
  it("is stored in the address and restored after a reload", async () => {
    const allowed = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page, context } = await open(address, allowed);
    const start = await pictureOf(page);
    const panel = await show(page, "Robot");
    await panel.getByLabel("Frames").check();
    await panel.getByLabel("Ground grid").uncheck();
    await panel.getByLabel("Opacity").fill("60");
    await panel.getByRole("treeitem", { name: "second/elbow" }).click();
    await page.getByRole("button", { name: "Repeat" }).click();
    await page.getByLabel("Speed").selectOption("4");
    await page.getByLabel("Time in seconds").fill("4.2");
    await page.getByLabel("Time in seconds").press("Enter");
    const box = (await page.locator(".scene canvas").boundingBox())!;
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 380, box.y + 230, { steps: 3 });
    await page.mouse.up();
    await page.getByRole("button", { name: /^Theme/ }).click(); // light
    await page.getByRole("button", { name: /^Theme/ }).click(); // dark
    await show(page, "Recursion");
    await page.getByRole("group", { name: "Sweeps" }).getByRole("button", { name: "Contact" }).click();
    const parts = [
      "t=4.2",
      "speed=4",
      "loop=off",
      "show=frames,-grid",
      "opacity=0.6",
      "camera=",
      "theme=dark",
    ];
    for (const part of [...parts, "panel=recursion", "step=", "selected=second/elbow"])
      await expect.poll(() => hash(page), patience).toContain(part);
    // The camera comes to rest slowly, and the address follows some time later.
    let kept = "";
    const isKept = async () => {
      kept = await hash(page);
      await page.waitForTimeout(1_000);
      return (await hash(page)) === kept;
    };
    await expect.poll(isKept, patience).toBe(true);
    const picture = await pictureOf(page);
    const link = await copiedBy(page, page.getByRole("button", { name: "Copy the link to this view" }));
    expect(link).toBe(`${shownAddress(address)}${kept}`);
    await page.reload();
    await ready(page);
    expect(await timeOf(page)).toBe(4.2);
    expect(await page.getByLabel("Speed").inputValue()).toBe("4");
    expect(await page.getByRole("button", { name: "Repeat" }).getAttribute("aria-pressed")).toBe("false");
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Recursion");
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    expect(await hash(page)).toBe(kept);
    const isAsBefore = async () => difference(page, await pictureOf(page), picture);
    await expect.poll(isAsBefore, patience).toBeLessThan(0.01);
    expect(await difference(page, await pictureOf(page), start)).toBeGreaterThan(0.1);
    await context.close();
  });

  it("stores where the camera comes to rest, even if each picture takes half a second", async () => {
    const slowly = (page: Page) =>
      page.addInitScript(() => {
        const draw = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (callback) => window.setTimeout(() => draw(callback), 500);
      });
    const { page, context } = await open(address, {}, slowly);
    const box = (await page.locator(".scene canvas").boundingBox())!;
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 420, box.y + 240);
    await page.mouse.up();
    await expect.poll(() => hash(page), patience).toContain("camera=");
    const atRest = await pictureOf(page);
    await page.reload();
    await ready(page);
    const isAsBefore = async () => difference(page, await pictureOf(page), atRest);
    await expect.poll(isAsBefore, patience).toBeLessThan(0.01);
    await context.close();
  });

  it("follows an address that the user types", async () => {
    const { page, context } = await open(address);
    await page.evaluate(() => (location.hash = "t=2.5&panel=numbers"));
    await expect.poll(() => timeOf(page), patience).toBe(2.5);
    await expect
      .poll(() => page.getByRole("tab", { selected: true }).textContent(), patience)
      .toBe("Numbers");
    await context.close();
  });
});

describe("An invalid address", () => {
  it("is harmless", async () => {
    const junk = [
      "t=NaN&speed=-1e999&opacity=7&camera=1,2&panel=constructor&matrix=__proto__&theme=toString",
      "t=1e308&step=999999999&selected=%E0%A4%A&follow=<script>&show=__proto__,-constructor,,&plots=x:y,,:,q:",
      "pose=first/joint1:1e400,nothing:1,first/joint2:,:&panel=recursion&step=-5&torques=all",
      "camera=0,0,0,0,0,0&plots=" + "q:first/joint1,".repeat(500) + "&panel=plots",
      "%%%=&&&==;#?" + "a".repeat(20_000),
    ];
    const { page, context } = await open(`${address}#${junk[0]}`);
    for (const one of junk) {
      await page.goto(`${address}#${one}`);
      await page.reload();
      await ready(page);
      expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0);
      const time = await timeOf(page);
      expect(time >= 0 && time <= 8).toBe(true);
      await page.locator("h1").click();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => timeOf(page), patience).toBe(0.02);
    }
    await context.close();
  });
});
