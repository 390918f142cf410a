// Opens pages in Debian's Chromium. Errors on the console, exceptions and requests to other hosts fail the test in
// which they occur.

import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { stopServing } from "./program";

const flags = [
  "--no-sandbox",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export async function launch(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...flags, ...more],
  });
}

export interface Opened {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

let browser: Browser;
const said: string[][] = [];

// For a file of tests: starts a browser before the first test, closes it after the last, and fails if a page
// complained.
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(() => {
    const all = said.flatMap((complaints) => complaints.splice(0));
    expect(all).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    stopServing();
  });
}

// Opens the address and waits until the robot is drawn. The window is small because there is no graphics card.
export async function open(
  address: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  said.push(complaints);
  const home = new URL(address);
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !isDriversTalk(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["http:", "https:", "ws:", "wss:"].includes(url.protocol) && url.host !== home.host)
      complaints.push(`request to another host: ${request.url()}`);
  });
  await prepare(page);
  await page.goto(address);
  await ready(page);
  return { page, context, complaints };
}

export async function ready(page: Page): Promise<void> {
  await page.locator("[data-ready=true]").first().waitFor({ timeout: 50_000 });
}

// Messages of software rendering.
function isDriversTalk(text: string): boolean {
  return /GL Driver Message|GPU stall|SwiftShader|software WebGL/i.test(text);
}
