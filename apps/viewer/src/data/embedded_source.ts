// Reads document and numbers that are embedded in the page (server/export.hpp): JSON, and bytes in base64.

import type { PageDocument, ResultData } from "../document";
import { leastAndGreatest } from "./overview";
import type { Source } from "./source";

// The properties of an element that are used.
export interface Carrier {
  textContent: string | null;
}
export type FindCarrier = (id: string) => Carrier | null;

export const documentId = "sinew-document";

export function embeddedSource(find: FindCarrier): Source {
  let opened: Promise<PageDocument> | null = null;
  const arrays = new Map<string, Float64Array>();
  const meshes = new Map<number, ArrayBuffer>();

  // Removes the text after decoding: it is a third larger than the bytes.
  function take(id: string): string {
    const carrier = find(id);
    if (!carrier) throw new Error(`This page does not contain '${id}'.`);
    const text = carrier.textContent ?? "";
    carrier.textContent = "";
    return text;
  }

  async function open(): Promise<PageDocument> {
    return JSON.parse(take(documentId)) as PageDocument;
  }

  function array(track: number, path: string): Float64Array {
    const id = `sinew-rows-${track}-${path}`;
    let numbers = arrays.get(id);
    if (!numbers) {
      numbers = new Float64Array(bytesOf(take(id)));
      arrays.set(id, numbers);
    }
    return numbers;
  }

  async function resultOf(track: number): Promise<ResultData> {
    const result = (await source.document()).tracks[track]?.result;
    if (!result) throw new Error(`Track ${track} has no result.`);
    return result;
  }

  function widthOf(result: ResultData, path: string): number {
    const data = result.arrays.find((candidate) => candidate.path === path);
    if (!data) throw new Error(`The result has no array '${path}'.`);
    return data.columns.length;
  }

  const source: Source = {
    document: () => (opened ??= open()),

    async rows(track, path, first, count, stride = 1) {
      const width = widthOf(await resultOf(track), path);
      const all = array(track, path);
      if (stride === 1) return all.slice(first * width, (first + count) * width);
      const some = new Float64Array(count * width);
      for (let i = 0; i < count; i++) {
        const from = (first + i * stride) * width;
        some.set(all.subarray(from, from + width), i * width);
      }
      return some;
    },

    async overview(track, path, column, buckets) {
      const result = await resultOf(track);
      const width = widthOf(result, path);
      const all = array(track, path);
      return leastAndGreatest((row) => all[row * width + column], result.rows, buckets);
    },

    async mesh(index) {
      let bytes = meshes.get(index);
      if (!bytes) {
        bytes = bytesOf(take(`sinew-mesh-${index}`));
        meshes.set(index, bytes);
      }
      return bytes;
    },
  };
  return source;
}

function bytesOf(base64: string): ArrayBuffer {
  const characters = atob(base64.trim());
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
}
