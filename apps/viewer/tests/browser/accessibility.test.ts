// Checks with axe-core that all panels are accessible in both themes, in wide windows and on phones, and that no page
// scrolls sideways. With SINEW_SCREENSHOTS set to a folder, a picture of each page is saved there.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { models, resultOf, serve } from "./program";
import { patience, settled } from "./reading";

useBrowser();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pictures = process.env.SINEW_SCREENSHOTS;
const windows = [
  { name: "desktop", width: 1280, height: 800, theme: "light" },
  { name: "desktop", width: 1280, height: 800, theme: "dark" },
  { name: "phone", width: 390, height: 844, theme: "light" },
  { name: "phone", width: 360, height: 640, theme: "dark" },
] as const;
const panels = ["robot", "plots", "recursion", "matrices", "numbers"];

async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => (window as any).axe.run(document));
  expect(found.passes.length).toBeGreaterThan(10); // axe-core has run
  return found.violations.flatMap(({ id, nodes }: any) =>
    nodes.map(({ html, failureSummary }: any) => `${id}: ${html}\n${failureSummary}`),
  );
}

// Elements beyond the right edge of the window that can be reached by scrolling.
async function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

async function keep(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  await settled(page);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

describe.each([
  { what: "robot", files: () => [join(models, "arm7.urdf")], step: 10 },
  { what: "result", files: () => [resultOf("three_arm_release.yaml")], step: 30 },
  {
    what: "two results",
    files: () => [resultOf("four_bar.yaml"), resultOf("four_bar.yaml", "--duration", "3")],
    step: 5,
  },
])("A page of a $what", ({ what, files, step }) => {
  let page: Page;

  beforeAll(async () => {
    const address = await serve(...files());
    ({ page } = await open(`${address}#step=${step}&t=2`, {}, (fresh) =>
      fresh.addInitScript({ content: axe }),
    ));
  });

  it.each(windows)("is accessible on a $name of width $width in the $theme theme", async (shown) => {
    await page.emulateMedia({ colorScheme: shown.theme });
    await page.setViewportSize({ width: shown.width, height: shown.height });
    for (const [i, panel] of panels.entries()) {
      await page.locator("h1").click();
      await page.keyboard.press(String(i + 1));
      await page.locator(`#panel-${panel}`).waitFor();
      expect(await violations(page), panel).toEqual([]);
      expect(await isTooWide(page), panel).toBe(false);
      await keep(page, `${what}_${panel}_${shown.width}_${shown.theme}`.replaceAll(" ", "_"));
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    expect(await violations(page), "help").toEqual([]);
    await keep(page, `${what}_help_${shown.width}_${shown.theme}`.replaceAll(" ", "_"));
    await page.keyboard.press("Escape");
  });
});

describe("Parts that are opened on demand", () => {
  it("are accessible: tables, quantities, events, messages, matrices", async () => {
    const { page, context } = await open(await serve(resultOf("three_arm_release.yaml")), {}, (fresh) =>
      fresh.addInitScript({ content: axe }),
    );
    await page.getByRole("treeitem").nth(2).click();
    await page.getByRole("button", { name: "1 event" }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Plots" }).click();
    await page.getByText("Quantities", { exact: true }).click();
    await page.getByLabel("Search quantities").fill("energy");
    await page.getByRole("button", { name: /^Table: Positions/ }).click();
    await page.locator(".plot-table table").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Table: energy" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Matrices" }).click();
    await page.getByText("Table of the numbers").click();
    await page.locator("#panel-matrices table").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("tab", { name: "Recursion" }).click();
    await page.getByRole("group", { name: "Sweeps" }).getByRole("button", { name: "Filter" }).click();
    await page.locator(".equations summary").first().click();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});

describe("Themes", () => {
  it("follow the system, and a button overrules it", async () => {
    const { page, context } = await open(await serve(join(models, "arm6.urdf")), {
      colorScheme: "light",
    });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(background, patience).not.toBe(light);
    const dark = await background();
    await page.getByRole("button", { name: "Theme: system" }).click();
    await expect.poll(background, patience).toBe(light);
    await page.getByRole("button", { name: "Theme: light" }).click();
    await expect.poll(background, patience).toBe(dark);
    const brightness = (colour: string) =>
      colour
        .match(/\d+/g)!
        .slice(0, 3)
        .reduce((sum, x) => sum + Number(x), 0);
    expect(brightness(light)).toBeGreaterThan(600);
    expect(brightness(dark)).toBeLessThan(200);
    await context.close();
  });
});

describe("Reduced motion", () => {
  it("stops all animations", async () => {
    const address = await serve(resultOf("four_bar.yaml"));
    const { page, context } = await open(`${address}#panel=recursion&step=4`, {
      reducedMotion: "reduce",
    });
    const moving = () =>
      page.evaluate(() => ({
        running: document.getAnimations().length,
        declared: [...document.querySelectorAll("*")].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          return (
            animationName !== "none" || transitionDuration.split(",").some((time) => parseFloat(time) > 0)
          );
        }).length,
      }));
    expect(await moving()).toEqual({ running: 0, declared: 0 });
    await page.getByRole("tab", { name: "Plots" }).click();
    expect(await moving()).toEqual({ running: 0, declared: 0 });
    await context.close();
  });
});

describe("The keyboard alone", () => {
  it("reaches every button of the bar, with a visible focus", async () => {
    const { page, context } = await open(await serve(resultOf("four_bar.yaml")));
    const reached = new Set<string>();
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const ring = getComputedStyle(element.parentElement!, "::after"); // the picture's
        const seen =
          (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) ||
          boxShadow !== "none" ||
          (ring.content !== "none" && parseFloat(ring.borderTopWidth) > 0);
        return { name: element.getAttribute("aria-label") ?? element.textContent ?? "", seen };
      });
      expect(at.seen, `the focus on ${at.name}`).toBe(true);
      reached.add(at.name);
    }
    for (const name of ["Fit view", "Help", "Play", "Time", "Repeat", "Robot"])
      expect([...reached]).toContain(name);
    await context.close();
  });
});
