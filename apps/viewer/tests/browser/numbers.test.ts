// Compares the panel of numbers with the records and with values that the program computes from them.

import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { computed, models, recordsOf, resultOf, serve } from "./program";
import { copiedBy, expectShown, numberIn, patience } from "./reading";

useBrowser();

let page: Page;
let copied: any; // the copied JSON at the time of the record
const record = recordsOf("four_bar.yaml").find(({ time }) => Math.abs(time - 1.5) < 1e-9)!;
const joints = ["crank_joint", "coupler_joint", "rocker_joint"];
const recorded = (array: string) => joints.map((joint) => record[`${array}:${joint}`]);
const list = (named: Record<string, number>) => joints.map((joint) => named[joint]);

beforeAll(async () => {
  const address = await serve(resultOf("four_bar.yaml"));
  const allowed = { permissions: ["clipboard-read", "clipboard-write"] };
  ({ page } = await open(`${address}#t=1.5&panel=numbers`, allowed));
  await page.getByText("At 1.500 s").waitFor();
  copied = JSON.parse(await copiedBy(page, page.getByRole("button", { name: "Copy as JSON" })));
});

describe("The copied JSON", () => {
  it("equals the record: state, accelerations and actuation to the last digit", () => {
    expect(copied.time).toBeCloseTo(1.5, 12);
    expect(list(copied.q)).toEqual(recorded("q"));
    expect(list(copied.v)).toEqual(recorded("v"));
    expect(list(copied.a)).toEqual(recorded("a"));
    expect(list(copied.actuation)).toEqual(recorded("actuation"));
    const force = ["nx", "ny", "nz", "fx", "fy", "fz"].map((part) => record[`closing_joint:${part}`]);
    expect(copied.loops.closing_joint).toEqual({ closed: true, force });
  });

  it("splits the torques so that inertial + Coriolis + gravity equals inverse dynamics", () => {
    const bar = join(models, "four_bar.urdf");
    const state = ["q", "v", "a"].map((name) => `--${name}=${recorded(name).join(",")}`);
    const total: number[] = computed("inverse-dynamics", bar, ...state).tau;
    const gravity: number[] = computed("gravity-force", bar, state[0]).gravity;
    const bias: number[] = computed("bias-force", bar, ...state).bias;
    const { inertial, coriolis, gravity: shown, loops_and_other: other } = copied.torques;
    joints.forEach((joint, i) => {
      expect(inertial[joint] + coriolis[joint] + shown[joint]).toBeCloseTo(total[i], 9);
      expect(shown[joint]).toBeCloseTo(gravity[i], 9);
      expect(coriolis[joint]).toBeCloseTo(bias[i] - gravity[i], 9);
      expect(copied.actuation[joint] + other[joint]).toBeCloseTo(total[i], 9);
    });
  });

  it("has the energies of the record", () => {
    expect(copied.energy.kinetic).toBeCloseTo(record["energy:kinetic"], 9);
    expect(copied.energy.potential).toBeCloseTo(record["energy:potential"], 9);
  });
});

describe("The tables", () => {
  it("show the same numbers, with names and units", async () => {
    const state = page.getByRole("region", { name: "State" });
    const row = state.locator("tr", { hasText: "rocker_joint" }).locator("td.number");
    const shown = (await row.allTextContents()).map(numberIn);
    ["q", "v", "a"].forEach((name, i) => expectShown(shown[i], record[`${name}:rocker_joint`]));
    expect(await state.textContent()).toContain("rad");
    const torques = page.getByRole("region", { name: "Joint torques" });
    expect(await torques.locator("thead").textContent()).toMatch(
      /Actuation.*Inertial.*Coriolis.*Gravity.*Loops and other/,
    );
    const actuation = torques.locator("tr", { hasText: "crank_joint" }).locator("td.number").first();
    expectShown(numberIn(await actuation.textContent()), record["actuation:crank_joint"]);
  });

  it("follow the time", async () => {
    await page.locator("h1").click();
    await page.keyboard.press("Home");
    await expect.poll(() => page.getByRole("tabpanel").textContent(), patience).toContain("At 0.000 s");
    const first = page.getByRole("region", { name: "State" }).locator("tr", { hasText: "crank_joint" });
    await expect
      .poll(async () => numberIn(await first.locator("td.number").first().textContent()), patience)
      .toBe(0.6);
  });
});
