// Reads numbers off the page as a user would.

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

// For expect.poll: the machine that runs the tests may be busy.
export const patience = { timeout: 20_000, interval: 100 };

export async function timeOf(page: Page): Promise<number> {
  return Number(await page.getByLabel("Time in seconds").inputValue());
}

export async function framesOf(page: Page): Promise<number> {
  return Number(await page.locator(".scene").getAttribute("data-frames"));
}

// The pixels of the picture, once drawing has finished.
export async function pictureOf(page: Page): Promise<string> {
  await settled(page);
  const picture = await page.locator(".scene canvas").screenshot();
  return picture.toString("base64");
}

// Waits until two frames of the screen have passed without another picture.
export async function settled(page: Page): Promise<void> {
  let before = -1;
  for (let now = await framesOf(page); now !== before; now = await framesOf(page)) {
    before = now;
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
}

export async function show(page: Page, panel: string): Promise<Locator> {
  await page.getByRole("tab", { name: panel, exact: true }).click();
  return page.locator(`#panel-${panel.toLowerCase()}`);
}

// A number as the page writes it.
export function numberIn(text: string | null): number {
  const written = /[−-]?\d+(\.\d+)?(e[−-]?\d+)?/.exec(text ?? "");
  return written ? Number(written[0].replaceAll("−", "-")) : NaN;
}

// Equal up to the digits that the page shows: below one it counts decimals, and far below one an exponent replaces a
// digit.
export function expectShown(shown: number, exact: number, digits = 4): void {
  const size = Math.abs(exact);
  const last = size < 1e-3 ? size * 10 ** (2 - digits) : size < 1 ? 10 ** -digits : size * 10 ** (1 - digits);
  const rounding = 0.51 * last + 1e-12;
  expect(Math.abs(shown - exact), `${shown} is shown for ${exact}`).toBeLessThanOrEqual(rounding);
}

// The text that a button copies to the clipboard.
export async function copiedBy(page: Page, button: Locator): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await button.click();
  const copied = await page.waitForFunction(() => navigator.clipboard.readText());
  return (await copied.jsonValue()) as string;
}

// The fraction of pixels in which two pictures differ visibly: edges may be rendered slightly differently.
export async function difference(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      if (a.length !== b.length) return 1;
      let differing = 0;
      for (let i = 0; i < a.length; i += 4)
        if (Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k]))) > 40) differing += 1;
      return differing / (a.length / 4);
    },
    [one, other],
  );
}
