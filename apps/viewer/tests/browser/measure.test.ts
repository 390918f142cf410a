// Measures how long pages take to open and frames to draw. It only reports, and runs only if SINEW_MEASURE is set.

import type { Page } from "playwright-core";
import { afterAll, describe, it } from "vitest";
import { open, useBrowser } from "./browser";
import { exported, resultOf, serve } from "./program";
import { framesOf, show } from "./reading";

const measure = Boolean(process.env.SINEW_MEASURE);

useBrowser();

const said: string[] = [];
function say(what: string, milliseconds: number): void {
  said.push(`${what}: ${milliseconds.toFixed(milliseconds < 100 ? 2 : 0)} ms`);
}
afterAll(() => said.forEach((line) => console.log(line)));

// From the start of the navigation to the first picture of the robot.
async function opening(address: string): Promise<number> {
  const { page, context } = await open(address, {}, (fresh) =>
    fresh.addInitScript(() => {
      const look = () => {
        if (document.querySelector("[data-ready=true]")) (window as any).readyAt = performance.now();
        else requestAnimationFrame(look);
      };
      look();
    }),
  );
  const time = await page.waitForFunction(() => (window as any).readyAt as number);
  const milliseconds = await time.jsonValue();
  await context.close();
  return milliseconds;
}

// Milliseconds of processor time that a frame takes on the page's main thread during playback; other programs do not
// affect
// it.
interface Frame {
  script: number;
  layout: number; // and styles
  all: number;
}

const frames = 120;
async function playing(page: Page): Promise<Frame> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await session.send("Performance.enable");
  const spent = async (...names: string[]) => {
    const { metrics } = await session.send("Performance.getMetrics");
    const sum = metrics.reduce((all, { name, value }) => all + (names.includes(name) ? value : 0), 0);
    return (1000 * sum) / frames;
  };
  const read = async () => ({
    script: await spent("ScriptDuration"),
    layout: await spent("LayoutDuration", "RecalcStyleDuration"),
    all: await spent("TaskDuration"),
  });
  await page.keyboard.press("Space");
  const before = await read();
  const from = await framesOf(page);
  const there = (last: number) =>
    Number(document.querySelector<HTMLElement>(".scene")!.dataset.frames) >= last;
  await page.waitForFunction(there, from + frames, { timeout: 50_000 });
  const after = await read();
  await page.keyboard.press("Space");
  await session.detach();
  return {
    script: after.script - before.script,
    layout: after.layout - before.layout,
    all: after.all - before.all,
  };
}

// Without a graphics card, drawing would dominate the measurement.
function drawNothing(): void {
  for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"] as const)
    WebGL2RenderingContext.prototype[name] = () => {};
}

describe.runIf(measure)("Time", () => {
  it("to open a result of 60 seconds", async () => {
    const result = resultOf("three_arm_plate.yaml", "--duration", "60");
    const address = await serve(result);
    say("60 s of three arms, served, first", await opening(address));
    say("60 s of three arms, served, again", await opening(address));
    say("60 s of three arms, from disk", await opening(exported(result)));
    say("humanoid, served", await opening(await serve(resultOf("humanoid_standing.yaml"))));
  });

  it("that a frame of the humanoid takes", { timeout: 300_000 }, async () => {
    const address = await serve(resultOf("humanoid_standing.yaml"));
    const { page } = await open(address, {}, (fresh) => fresh.addInitScript(drawNothing));
    for (const panel of ["Robot", "Plots", "Recursion", "Matrices", "Numbers"]) {
      await show(page, panel);
      if (panel === "Recursion") await page.getByRole("button", { name: /^left_knee, moves / }).click();
      await page.locator("h1").click();
      await page.keyboard.press("Home");
      const { script, layout, all } = await playing(page);
      say(`humanoid plays, ${panel}: script of a frame`, script);
      say(`humanoid plays, ${panel}: styles and layout of a frame`, layout);
      say(`humanoid plays, ${panel}: all that the page's thread does for a frame`, all);
    }
  });
});
