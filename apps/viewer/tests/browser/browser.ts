// Debian's Chromium with pages that may not complain: errors on the console, exceptions and requests to other hosts fail
// the test during which they happen.

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

// For a file of tests: a browser from before the first to after the last, and none of their pages may complain.
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

// Opens the address and waits until the robot is drawn. A small window: pictures are drawn without a graphics card.
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

// What software rendering says of itself.
function isDriversTalk(text: string): boolean {
  return /GL Driver Message|GPU stall|SwiftShader|software WebGL/i.test(text);
}
