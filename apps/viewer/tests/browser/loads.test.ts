// The page opens: served by the program, and from a file on disk without a network.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { open, useBrowser } from "./browser";
import { exported, models, resultOf, serve, sinew, folder } from "./program";
import { framesOf, patience, timeOf } from "./reading";

useBrowser();

describe("A served page", () => {
  it("shows a result: its name, the picture, the time line and five panels", async () => {
    const { page, context } = await open(await serve(resultOf("three_arm_release.yaml")));
    expect(await page.title()).toBe("three_arm_release – sinew");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("three_arm_release");
    expect(await page.getByRole("tab").allTextContents()).toEqual([
      "Robot",
      "Plots",
      "Recursion",
      "Matrices",
      "Numbers",
    ]);
    expect(await timeOf(page)).toBe(0);
    expect(await page.locator(".scene canvas").getAttribute("aria-label")).toContain("plate and arms");
    await context.close();
  });

  it("shows a robot alone, without a time line", async () => {
    const { page, context } = await open(await serve(join(models, "arm7.urdf")));
    expect(await page.title()).toBe("arm7 – sinew");
    expect(await page.getByLabel("Time in seconds").count()).toBe(0);
    await page.keyboard.press("Space"); // there is nothing to play, and no error
    await page.keyboard.press("End");
    await page.keyboard.press("Shift+ArrowRight");
    expect(await page.getByRole("treeitem").count()).toBeGreaterThan(5);
    await context.close();
  });

  it("reports missing WebGL, and the rest works", async () => {
    const address = await serve(resultOf("four_bar.yaml"));
    const { page, context } = await open(address, {}, (fresh) =>
      fresh.addInitScript(() => {
        const usual = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
          return kind.startsWith("webgl") ? null : (usual.call(this, kind as "2d") as any);
        } as typeof usual;
      }),
    ).then((opened) => {
      opened.complaints.splice(0); // three.js reports that there is no context
      return opened;
    });
    expect(await page.getByRole("note").textContent()).toContain("WebGL");
    await page.keyboard.press("End");
    await expect.poll(() => timeOf(page), patience).toBe(6);
    await context.close();
  });
});

describe("A page on disk", () => {
  it("opens, plays and computes without a network", async () => {
    const address = exported(resultOf("four_bar.yaml"));
    const context = { offline: true };
    const { page } = await open(address, context);
    expect(await page.title()).toBe("four_bar – sinew");
    const before = await framesOf(page);
    await page.keyboard.press("Space");
    await expect.poll(() => timeOf(page), patience).toBeGreaterThan(0.1);
    expect(await framesOf(page)).toBeGreaterThan(before);
    await page.keyboard.press("Space");
    await page.keyboard.press("4");
    await expect.poll(() => page.locator(".matrices .readout").textContent(), patience).toContain("kg m²");
    await page.context().close();
  });

  it("is also written by simulate --html", async () => {
    const page = join(folder, "written.html");
    sinew(
      "simulate",
      join(models, "slider_crank.yaml"),
      "--quiet",
      "-o",
      join(folder, "w.h5"),
      "--html",
      page,
    );
    const { page: shown, context } = await open(`file://${page}`, { offline: true });
    expect(await shown.title()).toBe("slider_crank – sinew");
    await context.close();
  });

  it("makes no requests", async () => {
    const address = exported(join(models, "arm6.urdf"));
    const asked: string[] = [];
    const { context } = await open(address, {}, async (page) => {
      page.on("request", (request) => asked.push(request.url()));
    });
    const others = asked.filter((url) => url !== address && !/^(data|blob):/.test(url));
    expect(others).toEqual([]);
    expect(readFileSync(fileURLToPath(address), "utf8")).not.toMatch(
      /<(script|link|img)[^>]+(src|href)=["']?https?:/,
    );
    await context.close();
  });
});
