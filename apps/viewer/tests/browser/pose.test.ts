// Compares poses set by hand with values that the program computes at the same position.

import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { computed, models, resultOf, serve } from "./program";
import { copiedBy, patience, pictureOf, show } from "./reading";

useBrowser();

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

async function numbersOf(page: Page): Promise<any> {
  const panel = await show(page, "Numbers");
  return JSON.parse(await copiedBy(page, panel.getByRole("button", { name: "Copy as JSON" })));
}

async function matrixOf(page: Page): Promise<any> {
  const panel = await show(page, "Matrices");
  return JSON.parse(await copiedBy(page, panel.getByRole("button", { name: "Copy as JSON" })));
}

const list = (named: Record<string, number>) => Object.values(named);

function expectNear(found: readonly number[], wanted: readonly number[], tolerance = 1e-9): void {
  expect(found.length).toBe(wanted.length);
  const size = Math.max(1e-3, ...wanted.map(Math.abs));
  found.forEach((x, i) =>
    expect(Math.abs(x - wanted[i]), `${found} is not ${wanted}`).toBeLessThan(tolerance * size),
  );
}

describe("Sliders of an arm", () => {
  const arm = join(models, "arm7.urdf");
  let page: Page;

  beforeAll(async () => {
    ({ page } = await open(`${await serve(arm)}#torques=none`, clipboard));
  });

  it("have the limits and units of the robot's file", async () => {
    const slider = page.getByRole("slider", { name: "joint2", exact: true });
    expect([await slider.getAttribute("min"), await slider.getAttribute("max")]).toEqual(["-2", "2"]);
    const row = page.locator(".slider-row", { has: slider });
    expect(await row.textContent()).toMatch(/−2\.00 … 2\.00.*°.*rad/);
  });

  it("move the robot, by pointer, by key and by number", async () => {
    const start = await pictureOf(page);
    const field = page.getByLabel("joint2, in rad");
    await field.fill("0.7");
    await field.press("Enter");
    await expect
      .poll(() => page.getByRole("slider", { name: "joint2", exact: true }).inputValue(), patience)
      .toBe("0.7");
    expect(await pictureOf(page)).not.toBe(start);
    const slider = page.getByRole("slider", { name: "joint3", exact: true });
    await slider.scrollIntoViewIfNeeded();
    const box = (await slider.boundingBox())!;
    await page.mouse.click(box.x + 0.75 * box.width, box.y + box.height / 2);
    await expect.poll(async () => Number(await slider.inputValue()), patience).toBeGreaterThan(0.5);
    const before = Number(await slider.inputValue());
    await slider.press("ArrowLeft");
    await expect.poll(async () => Number(await slider.inputValue()), patience).toBeLessThan(before);
    await page.getByLabel("joint4, in rad").fill("-1.3");
    await page.getByLabel("joint4, in rad").press("Enter");
  });

  it("give the accelerations, energy and mass matrix that the program computes there", async () => {
    const { q, v, a, torques, energy } = await numbersOf(page);
    expect(q.joint2).toBe(0.7);
    expect(q.joint4).toBe(-1.3);
    expect(list(v).every((x) => x === 0)).toBe(true);
    const at = `--q=${list(q).join(",")}`;
    expectNear(list(a), computed("forward-dynamics", arm, at).qdd);
    expectNear(list(torques.gravity), computed("gravity-force", arm, at).gravity);
    expectNear([energy.potential], [computed("energy", arm, at).potential]);
    const shown = await matrixOf(page);
    expect(shown.q).toEqual(list(q));
    const wanted: number[][] = computed("mass-matrix", arm, at).mass_matrix;
    wanted.forEach((row, i) => expectNear(shown.values[i], row));
    expectNear(shown.D, computed("udut", arm, at).D);
  });

  it("go back to the start", async () => {
    const panel = await show(page, "Robot");
    await panel.getByRole("button", { name: "Random" }).click();
    await expect.poll(() => page.evaluate(() => location.hash), patience).toContain("pose=");
    const random = list((await numbersOf(page)).q);
    expect(random.every((x) => Math.abs(x) <= 2.9)).toBe(true);
    expect(random.every((x) => x !== 0)).toBe(true);
    await (await show(page, "Robot")).getByRole("button", { name: "Start" }).click();
    expect(list((await numbersOf(page)).q)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("are found by a search, and so is the body, which can be followed", async () => {
    const panel = await show(page, "Robot");
    await panel.getByLabel("Search bodies and joints").fill("joint5");
    await expect.poll(() => panel.locator(".slider-row").count(), patience).toBe(1);
    await panel.getByRole("treeitem", { name: "joint5" }).last().click();
    const details = panel.getByRole("region", { name: "Selected body" });
    await expect.poll(() => details.textContent(), patience).toContain("joint5, revolute");
    await details.getByRole("button", { name: "Follow" }).click();
    expect(await details.getByRole("button", { name: "Follow" }).getAttribute("aria-pressed")).toBe("true");
    await panel.getByLabel("Search bodies and joints").fill("no such thing");
    await panel.getByText("No body or joint matches.").waitFor();
    await panel.getByLabel("Search bodies and joints").fill("");
    await page.locator("h1").click();
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "hidden" });
  });

  it("have switches next to them, each of which changes the picture", async () => {
    const panel = await show(page, "Robot");
    for (const name of [
      "Shapes",
      "Collision shapes",
      "Skeleton",
      "Frames",
      "Centres of mass",
      "Inertia ellipsoids",
      "Ground grid",
    ]) {
      const before = await pictureOf(page);
      await panel.getByLabel(name, { exact: true }).click();
      expect(await pictureOf(page), name).not.toBe(before);
      await panel.getByLabel(name, { exact: true }).click();
    }
    const before = await pictureOf(page);
    await panel.getByLabel("Opacity").fill("40");
    expect(await pictureOf(page)).not.toBe(before);
  });
});

describe("A loop", () => {
  const bar = join(models, "four_bar.urdf");

  it("stays closed while a slider moves, with the numbers that the program computes", async () => {
    const { page, context } = await open(`${await serve(bar)}#torques=none`, clipboard);
    for (const value of ["0.9", "2.6", "-2.2"]) {
      await show(page, "Robot");
      const slider = page.getByRole("slider", { name: "crank_joint" });
      await slider.fill(value);
      await expect.poll(() => slider.inputValue(), patience).toBe(value);
      await expect.poll(() => page.evaluate(() => location.hash), patience).toContain(`crank_joint:${value}`);
      const { q, a, loops } = await numbersOf(page);
      expect(q.crank_joint).toBe(Number(value));
      const there = computed("forward-dynamics", bar, `--q=${list(q).join(",")}`);
      expect(there.position_error).toBeLessThan(1e-9);
      expectNear(list(a), there.qdd, 1e-6);
      expectNear(loops.closing_joint.force.slice(3), there.loop_forces[0].force, 1e-6);
    }
    await context.close();
  });
});

describe("A result that is posed", () => {
  it("shows a note, and returns to its recording", async () => {
    const { page, context } = await open(await serve(resultOf("slider_crank.yaml")));
    const note = page.getByText("Posed by hand");
    expect(await note.isVisible()).toBe(false);
    await page.locator(".slider-row input[type=range]").first().press("ArrowRight");
    await note.waitFor();
    await page.getByRole("button", { name: "Back to the recording" }).click();
    await note.waitFor({ state: "hidden" });
    await context.close();
  });
});

describe("A floating robot", () => {
  it("has sliders for position and rotation, and keeps a unit quaternion", async () => {
    const address = await serve(join(models, "quadruped.urdf"), "--base", "floating");
    const { page, context } = await open(address, clipboard);
    const rotation = page.getByRole("slider", { name: /rotation x/ });
    await rotation.fill("1");
    await expect.poll(() => rotation.inputValue(), patience).toBe("1");
    const { q } = await numbersOf(page);
    const quaternion = Object.keys(q)
      .filter((name) => / q[wxyz]$/.test(name))
      .map((name) => q[name]);
    expectNear(quaternion, [Math.cos(0.5), Math.sin(0.5), 0, 0]);
    await context.close();
  });
});
