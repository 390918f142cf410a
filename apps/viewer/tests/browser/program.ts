// Runs the sinew program for the tests of the page: it makes results, exports pages and serves them.

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const project = resolve(import.meta.dirname, "../../../..");
const program = process.env.SINEW_PROGRAM ?? join(project, "build/release/sinew");

export const models = join(project, "models");

// A temporary folder that is removed with the test program.
export const folder = mkdtempSync(join(tmpdir(), "sinew-page-"));
const served: ChildProcess[] = [];

export function sinew(...args: string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

const sceneAt = (name: string) => (isAbsolute(name) ? name : join(models, name));

// The result file of a scene in models/ (or elsewhere, by its path), simulated on first use.
const results = new Map<string, string>();
export function resultOf(scene: string, ...options: string[]): string {
  const key = [scene, ...options].join(" ");
  const file = results.get(key) ?? join(folder, `${results.size}.h5`);
  if (!results.has(key)) {
    sinew("simulate", sceneAt(scene), "--quiet", "-o", file, ...options);
    results.set(key, file);
  }
  return file;
}

// The output of `sinew compute`.
export function computed(what: string, model: string, ...options: string[]): Record<string, any> {
  return JSON.parse(sinew("compute", what, model, ...options, "--json"));
}

// The records of a scene as the program writes them to CSV, by column name.
export function recordsOf(scene: string, ...options: string[]): Record<string, number>[] {
  const file = join(folder, "records.csv");
  sinew("simulate", sceneAt(scene), "--quiet", "-o", join(folder, "records.h5"), "--csv", file, ...options);
  const [head, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const names = head.split(",");
  return lines.map((line) => {
    const numbers = line.split(",");
    return Object.fromEntries(names.map((name, i) => [name, Number(numbers[i])]));
  });
}

// A file in the folder of the tests.
export function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

// The address of a page on disk.
let exports = 0;
export function exported(...files: string[]): string {
  const page = join(folder, `page${exports++}.html`);
  sinew("view", ...files, "--export", page);
  return pathToFileURL(page).href;
}

// Serves until the tests end; returns the address, which contains the token.
export async function serve(...args: string[]): Promise<string> {
  const server = spawn(program, ["view", ...args, "--no-open"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  served.push(server);
  return new Promise((resolveAddress, reject) => {
    let said = "";
    server.stdout!.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      const address = /http:\/\/\S+/.exec(said);
      if (address) resolveAddress(address[0]);
    });
    server.on("exit", (code) => reject(new Error(`sinew view ended with ${code}: ${said}`)));
  });
}

// The address as the page shows it: without the token.
export function shownAddress(address: string): string {
  return new URL("/", address).href;
}

export function stopServing(): void {
  for (const server of served) server.kill("SIGINT");
  rmSync(folder, { recursive: true, force: true });
}
