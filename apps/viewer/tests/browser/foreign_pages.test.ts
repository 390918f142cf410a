// Pages of other sites, and of other ports of this machine, cannot read the page that the program serves.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, ready } from "./browser";
import { models, serve, shownAddress, stopServing } from "./program";

let browser: Browser;
let foreign: Server;
let opened: string; // the address of the program's page that the program prints, with its token
let address: string; // the same without the token
let foreignPort: number;

beforeAll(async () => {
  opened = await serve(join(models, "arm7.urdf"));
  address = shownAddress(opened);
  foreign = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end(`<!doctype html><title>foreign</title><a href="${opened}">the robot</a>`);
  });
  await new Promise<void>((listening) => foreign.listen(0, "127.0.0.1", listening));
  foreignPort = (foreign.address() as AddressInfo).port;
  browser = await launch("--host-resolver-rules=MAP foreign.test 127.0.0.1");
});

afterAll(async () => {
  await browser.close();
  foreign.close();
  stopServing();
});

async function foreignPage(host: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`http://${host}:${foreignPort}/`);
  return page;
}

describe.each(["foreign.test", "127.0.0.1"])("A page of %s on another port", (host) => {
  it("reads neither document nor numbers", async () => {
    const page = await foreignPage(host);
    for (const mode of ["cors", "no-cors"] as const) {
      const text = await page.evaluate(
        ([url, how]) =>
          fetch(url, { mode: how as RequestMode }).then(
            (answer) => answer.text(),
            () => "",
          ),
        [`${address}document.json${new URL(opened).search}`, mode],
      );
      expect(text).toBe("");
    }
    await page.close();
  });

  it("can neither load its script, nor connect a socket, nor show it in a frame", async () => {
    const page = await foreignPage(host);
    const reached = await page.evaluate(async (url) => {
      const loads = (element: HTMLElement) =>
        new Promise<boolean>((done) => {
          element.onload = () => done(true);
          element.onerror = () => done(false);
          document.body.append(element);
        });
      const script = Object.assign(document.createElement("script"), { src: `${url}page.js` });
      const socket = new WebSocket(url.replace("http", "ws"));
      const connected = new Promise<boolean>((done) => {
        socket.onopen = () => done(true);
        socket.onerror = () => done(false);
      });
      return [await loads(script), await connected];
    }, address);
    expect(reached).toEqual([false, false]);
    await page.evaluate((url) => {
      const frame = Object.assign(document.createElement("iframe"), { src: url });
      const loaded = new Promise((done) => (frame.onload = done)); // of the browser's error page
      document.body.append(frame);
      return loaded.then(() => {});
    }, opened);
    const shown = await Promise.all(page.frames().map((frame) => frame.locator("#page").count()));
    expect(shown.every((count) => count === 0)).toBe(true);
    await page.close();
  });

  it("may link to it", async () => {
    const page = await foreignPage(host);
    await page.getByRole("link").click();
    await ready(page);
    expect(page.url()).toBe(address);
    await page.close();
  });
});

describe("A foreign name that was made to point to this machine", () => {
  it("is refused", async () => {
    const page = await browser.newPage();
    const port = new URL(address).port;
    const answer = await page.goto(`http://foreign.test:${port}/document.json`);
    expect(answer?.status()).toBe(421);
    await page.close();
  });
});

describe("Another user of this machine", () => {
  it("is told that a token is missing, and reads nothing", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(403);
    expect(await page.getByRole("heading").textContent()).toBe("This page needs its token");
    for (const target of ["document.json", "rows?track=0&array=q&first=0&count=1", "mesh?index=0"])
      expect((await page.goto(address + target))?.status()).toBe(403);
    await context.close();
  });
});

describe("The token", () => {
  it("leaves the address, and lets the page be loaded again and opened in another tab", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${opened}#panel=numbers`);
    await ready(page);
    expect(page.url()).toBe(`${address}#panel=numbers`);
    await page.reload();
    await ready(page);
    const tab = await context.newPage();
    await tab.goto(address);
    await ready(tab);
    const cookies = await context.cookies();
    expect(cookies.map(({ httpOnly, value }) => [httpOnly, opened.includes(value)])).toEqual([[true, false]]);
    await context.close();
  });
});
