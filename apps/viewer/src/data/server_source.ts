// Reads document and numbers from the program that serves the page (server/page_server.hpp).

import type { PageDocument } from "../document";
import type { Source } from "./source";

type Fetch = (address: string) => Promise<Response>;

export function serverSource(fetchFrom: Fetch = (address) => fetch(address)): Source {
  async function ask(path: string, query: Record<string, string | number> = {}): Promise<Response> {
    const fields = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const address = fields.size > 0 ? `${path}?${fields}` : path;
    let response: Response;
    try {
      response = await fetchFrom(address);
    } catch {
      throw new Error("The program that serves this page does not answer. Is it still running?");
    }
    if (!response.ok) throw new Error(firstLine(await response.text()) || `${path}: ${response.status}`);
    return response;
  }

  async function numbers(path: string, query: Record<string, string | number>): Promise<Float64Array> {
    const bytes = await (await ask(path, query)).arrayBuffer();
    if (bytes.byteLength % 8 !== 0) throw new Error(`${path}: the response is incomplete.`);
    return new Float64Array(bytes); // little-endian, as all machines that run browsers are
  }

  return {
    document: async () => (await (await ask("document.json")).json()) as PageDocument,
    rows: (track, array, first, count, stride = 1) => numbers("rows", { track, array, first, count, stride }),
    overview: (track, array, column, buckets) => numbers("overview", { track, array, column, buckets }),
    mesh: async (index) => (await ask("mesh", { index })).arrayBuffer(),
  };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0].trim().slice(0, 500);
}
