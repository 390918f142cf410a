// Saves a file through the browser.

import { h } from "./dom";

export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: fileName(name) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// A name that is valid in all file systems.
export function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, "_").replace(/^[._]+/, "");
  return plain.slice(0, 120) || "sinew";
}
