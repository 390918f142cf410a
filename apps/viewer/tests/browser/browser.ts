// Debian's Chromium with a page that may not complain: errors on its console, exceptions and requests to other hosts fail
// the test that opened it.

import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";

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

// Opens the address and waits until the robot is drawn.
export async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
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
  await page.goto(address);
  await page.locator("[data-ready=true]").first().waitFor({ timeout: 30_000 });
  return { page, context, complaints };
}

// What software rendering says of itself.
function isDriversTalk(text: string): boolean {
  return /GL Driver Message|GPU stall|SwiftShader|software WebGL/i.test(text);
}
