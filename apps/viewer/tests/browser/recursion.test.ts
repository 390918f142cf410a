// Compares the recursion and the matrices with hand-computed values and with the program.

import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { computed, models, recordsOf, resultOf, serve } from "./program";
import { expectShown, framesOf, numberIn, patience, pictureOf, show } from "./reading";

useBrowser();

// The value next to the equation of that name.
async function valueOf(page: Page, name: string): Promise<number> {
  return numberIn(await page.locator(`.equations li[data-name="${name}"] .value`).first().textContent());
}

const status = (page: Page) => page.locator(".step-status").textContent();
const sweep = (page: Page, name: string) =>
  page.getByRole("group", { name: "Sweeps" }).getByRole("button", { name });

async function pick(page: Page, joint: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${joint}, moves `) }).click();
  await expect.poll(() => status(page), patience).toMatch(new RegExp(`: ${joint}$`));
}

describe("A pendulum of 1 kg and 1 m", () => {
  let page: Page;
  const q = 0.5;

  beforeAll(async () => {
    const address = await serve(join(models, "classics/pendulum.urdf"));
    ({ page } = await open(`${address}#panel=recursion&pose=bob_joint:${q}`));
  });

  it("has D = m l^2 = 1, and its innovation is the torque m g l sin q that balances gravity", async () => {
    await pick(page, "bob_joint");
    await expect.poll(() => valueOf(page, "innovation variance"), patience).toBe(1);
    expectShown(await valueOf(page, "innovation"), 9.81 * Math.sin(q));
    expectShown(await valueOf(page, "predicted torque"), 0);
    const gain = page.getByRole("table", { name: "Kalman gain" }).locator(".value");
    const G = (await gain.allTextContents()).map(numberIn);
    expect(Math.hypot(...G.slice(0, 3))).toBeCloseTo(1, 3); // one about its axis, and the force 1/l
    expect(Math.hypot(...G.slice(3))).toBeCloseTo(1, 3);
  });

  it("does not accelerate under the balancing torque, and falls with g sin q without it", async () => {
    await sweep(page, "Smoother").click();
    await expect.poll(() => valueOf(page, "residual"), patience).toBeCloseTo(9.81 * Math.sin(q), 2);
    expectShown(await valueOf(page, "joint acceleration"), 0);
    await page.getByLabel("zero: the robot falls").check();
    await expect.poll(() => valueOf(page, "residual"), patience).toBe(0);
    expectShown(await valueOf(page, "joint acceleration"), -9.81 * Math.sin(q));
  });

  it("shows every equation with its citation and unit", async () => {
    await sweep(page, "Filter").click();
    await expect.poll(() => page.locator(".equations li").count(), patience).toBeGreaterThan(6);
    const sources = await page.locator(".equations cite").allTextContents();
    expect(sources).toContain("R87 (38)");
    expect(sources.every((text) => /R87|R88|SOA/.test(text))).toBe(true);
    expect(await page.locator('li[data-name="innovation variance"] .unit').textContent()).toBe("kg m²");
    expect(await page.locator('li[data-name="innovation"] .unit').textContent()).toBe("N m");
  });
});

describe("An arm of seven axes", () => {
  const arm = join(models, "arm7.urdf");
  const pose = { joint1: 0.3, joint2: 0.5, joint3: -0.4, joint4: -1, joint5: 0.2, joint6: 0.8, joint7: 0.1 };
  const at = `--q=${Object.values(pose).join(",")}`;
  let page: Page;

  beforeAll(async () => {
    const items = Object.entries(pose).map(([name, value]) => `${name}:${value}`);
    ({ page } = await open(`${await serve(arm)}#panel=recursion&pose=${items.join(",")}`));
  });

  it("plays its sweeps: velocities outward, filter inward, smoother outward", async () => {
    expect(await sweep(page, "").allTextContents()).toEqual(["Velocities →", "← Filter", "Smoother →"]);
    const frames = await framesOf(page);
    await page.getByRole("button", { name: "Play the sweeps" }).last().click();
    await expect.poll(() => status(page), patience).toContain("Step 3 of 21: joint3");
    expect(await framesOf(page)).toBeGreaterThan(frames);
    await page.getByRole("button", { name: "Pause the sweeps" }).click();
    const stopped = await status(page);
    await page.getByRole("button", { name: "Next step" }).click();
    await expect.poll(() => status(page), patience).not.toBe(stopped);
    await sweep(page, "Filter").click();
    await expect.poll(() => status(page), patience).toBe("Step 8 of 21: joint7");
  });

  it("has at every joint the D of U D U^T and the innovation e with U e = tau", async () => {
    const { U, D } = computed("udut", arm, at) as { U: number[][]; D: number[] };
    const tau: number[] = computed("gravity-force", arm, at).gravity;
    const e = solvedUpper(U, tau); // at rest there is no bias, and gravity enters as the base's acceleration
    for (const [i, joint] of Object.keys(pose).entries()) {
      await pick(page, joint);
      await expect.poll(() => valueOf(page, "innovation variance"), patience).toBeCloseTo(D[i], 3);
      expectShown(await valueOf(page, "innovation variance"), D[i]);
      expectShown(await valueOf(page, "innovation"), e[i]);
    }
  });

  it("has P that grows from tip to base, and draws each step differently", async () => {
    const masses: number[] = [];
    const pictures = new Set<string>();
    for (const joint of ["joint7", "joint5", "joint3", "joint1"]) {
      await pick(page, joint);
      const text = await page.locator('li[data-name^="covariance"] summary').textContent();
      masses.push(numberIn(text!.split("to")[1]));
      pictures.add(await pictureOf(page));
    }
    expect(masses).toEqual([...masses].sort((a, b) => a - b));
    expect(pictures.size).toBe(4);
  });

  it("can be stepped through by keyboard", async () => {
    await pick(page, "joint3");
    await page.getByRole("button", { name: /^joint3, moves / }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => status(page), patience).toMatch(/: joint4$/);
    const slider = page.getByRole("slider", { name: "Step of the recursion" });
    await slider.press("End");
    await expect.poll(() => status(page), patience).toBe("Step 21 of 21: joint7");
  });

  it("shows the mass matrix that the program computes, entry by entry, by name", async () => {
    const panel = await show(page, "Matrices");
    const wanted: number[][] = computed("mass-matrix", arm, at).mass_matrix;
    await panel.getByText("Table of the numbers").click();
    const rows = panel.getByRole("table").locator("tbody tr");
    await expect.poll(() => rows.count(), patience).toBe(7);
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent!)),
    );
    const largest = Math.max(...wanted.flat().map(Math.abs));
    texts.forEach(([name, ...cells], i) => {
      expect(name).toBe(`joint${i + 1}`);
      cells.forEach((text, j) => expect(numberIn(text)).toBeCloseTo(wanted[i][j], largest > 1 ? 3 : 4));
    });
    const map = panel.getByRole("application");
    await map.press("Home");
    await map.press("ArrowDown");
    await expect.poll(() => panel.locator(".readout").textContent(), patience).toContain("torque at joint2");
    expectShown(numberIn(await panel.locator(".readout strong").textContent()), wanted[1][0]);
    expect(await panel.locator(".heat-map svg").textContent()).toContain("joint7");
  });

  it("shows the inverse and the factors as well", async () => {
    const panel = await show(page, "Matrices");
    const { U, D } = computed("udut", arm, at) as { U: number[][]; D: number[] };
    const inverse: number[][] = computed("inverse-mass-matrix", arm, at).inverse_mass_matrix;
    const entry = async (kind: string, text: string) => {
      await panel
        .getByRole("group", { name: "Matrix" })
        .getByRole("button", { name: kind, exact: true })
        .click();
      await expect.poll(() => panel.locator(".readout").textContent(), patience).toContain(text);
      return numberIn(await panel.locator(".readout strong").textContent());
    };
    const map = panel.getByRole("application");
    await map.press("End"); // row 2, column 7
    expectShown(await entry("Inverse", "acceleration of joint2"), inverse[1][6]);
    expectShown(await entry("Factor U", "torque at joint2"), U[1][6]);
    await entry("Inverse factor W", "innovation at joint2");
    for (let i = 0; i < 6; i++) await map.press("ArrowDown");
    expectShown(await entry("Factor U", "D of joint7"), D[6]);
  });
});

describe("Three arms with a plate", () => {
  let page: Page;

  beforeAll(async () => {
    const address = await serve(resultOf("three_arm_release.yaml"));
    ({ page } = await open(`${address}#panel=recursion&t=2`));
  });

  it("have the five stages of R88", async () => {
    const stages = await sweep(page, "").allTextContents();
    expect(stages).toEqual([
      "Velocities →",
      "← 1 Filter",
      "2 Grasps",
      "3 Contact",
      "← 4 Correction",
      "5 Smoother →",
    ]);
    for (const [name, about] of [
      ["Filter", "stage 1: inward"],
      ["Grasps", "stage 2"],
      ["Contact", "stage 3"],
      ["Correction", "stage 4: inward"],
      ["Smoother", "stage 5: outward"],
    ]) {
      await sweep(page, name).click();
      await expect.poll(() => page.locator(".step-head .sweep").textContent(), patience).toBe(about);
      expect(await page.locator(".recursion-problem").isVisible()).toBe(false);
    }
  });

  it("have the recorded contact forces, before and after one arm releases", async () => {
    const records = recordsOf("three_arm_release.yaml");
    await sweep(page, "Contact").click();
    for (const [time, arms] of [
      [2, ["first", "second", "third"]],
      [6, ["first", "second"]],
    ] as const) {
      await page.getByLabel("Time in seconds").fill(String(time));
      await page.getByLabel("Time in seconds").press("Enter");
      const rows = page.getByRole("table", { name: "contact forces" }).locator("tbody tr");
      await expect.poll(() => rows.count(), patience).toBe(6 * arms.length);
      const record = records.find((one) => Math.abs(one.time - time) < 1e-9)!;
      // The record has the forces on the arms, the second ends of the grasps; the page shows those on the plate.
      const wanted = arms.flatMap((arm) =>
        ["nx", "ny", "nz", "fx", "fy", "fz"].map((part) => -record[`${arm}:${part}`]),
      );
      const shown = async () => (await rows.locator(".value").allTextContents()).map(numberIn);
      const largest = Math.max(...wanted.map(Math.abs));
      const error = async () => Math.max(...(await shown()).map((x, i) => Math.abs(x - wanted[i]))) / largest;
      await expect.poll(error, patience).toBeLessThan(1e-3);
    }
  });
});

// Back substitution.
function solvedUpper(U: readonly number[][], right: readonly number[]): number[] {
  const x = [...right];
  for (let i = x.length - 1; i >= 0; i--) {
    for (let j = i + 1; j < x.length; j++) x[i] -= U[i][j] * x[j];
    x[i] /= U[i][i];
  }
  return x;
}
