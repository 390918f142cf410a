// How long pages take to open and frames to make: measured and said, not judged, and only where SINEW_MEASURE is set.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { launch, open } from "./browser";
import { exported, resultOf, serve, stopServing } from "./program";
import { show } from "./reading";

const measure = Boolean(process.env.SINEW_MEASURE);
let browser: Browser;

beforeAll(async () => {
  if (measure) browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  stopServing();
});

const said: string[] = [];
function say(what: string, milliseconds: number): void {
  said.push(`${what}: ${milliseconds.toFixed(milliseconds < 100 ? 2 : 0)} ms`);
}
afterAll(() => said.forEach((line) => console.log(line)));

// From the start of the navigation to the first picture of the robot.
async function opening(address: string): Promise<number> {
  const { page, context } = await open(browser, address, {}, (fresh) =>
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

interface Frame {
  script: number; // median of what callbacks of requestAnimationFrame take, milliseconds
  slow: number; // 95 of 100 are below
  layout: number; // mean of styles and layout
}

// While it plays, without drawing by the graphics card.
async function playing(page: Page): Promise<Frame> {
  const performance = await page.context().newCDPSession(page);
  await performance.send("Performance.enable");
  const layouts = async () => {
    const { metrics } = await performance.send("Performance.getMetrics");
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    return 1000 * (of("LayoutDuration") + of("RecalcStyleDuration"));
  };
  await page.keyboard.press("Space");
  await page.evaluate(() => ((window as any).spent.length = 0));
  const before = await layouts();
  await page.waitForFunction(() => (window as any).spent.length >= 120, null, { timeout: 50_000 });
  const spent: number[] = await page.evaluate(() => (window as any).spent);
  const layout = ((await layouts()) - before) / spent.length;
  await page.keyboard.press("Space");
  spent.sort((a, b) => a - b);
  const share = (part: number) => spent[Math.floor(spent.length * part)];
  return { script: share(0.5), slow: share(0.95), layout };
}

// Adds up what the callbacks of one frame take. Calls of WebGL do nothing meanwhile: without a graphics card they would
// be all that is measured.
function watch(): void {
  const usual = window.requestAnimationFrame.bind(window);
  const spent: number[] = ((window as any).spent = []);
  let frame = -1;
  window.requestAnimationFrame = (run) =>
    usual((now) => {
      const begun = performance.now();
      run(now);
      const took = performance.now() - begun;
      if (now === frame) spent[spent.length - 1] += took;
      else spent.push(took);
      frame = now;
    });
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
    const { page } = await open(browser, address, {}, (fresh) => fresh.addInitScript(watch));
    for (const panel of ["Robot", "Plots", "Recursion", "Matrices", "Numbers"]) {
      await show(page, panel);
      if (panel === "Recursion") await page.getByRole("button", { name: /^left_knee, moves / }).click();
      await page.locator("h1").click();
      await page.keyboard.press("Home");
      const { script, slow, layout } = await playing(page);
      say(`humanoid plays, ${panel}: script of a frame, median`, script);
      say(`humanoid plays, ${panel}: script of a frame, 95 of 100 are below`, slow);
      say(`humanoid plays, ${panel}: styles and layout of a frame, mean`, layout);
    }
  });
});
