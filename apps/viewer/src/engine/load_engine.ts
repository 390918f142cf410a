// Loads the compiled library, which is embedded in the page.

import bytes from "virtual:sinew-engine";
import type { Engine } from "./engine";
import { engineFrom } from "./wasm_engine";

export { engineFrom };

export function loadEngine(): Promise<Engine> {
  const text = atob(bytes);
  const code = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) code[i] = text.charCodeAt(i);
  return engineFrom(code);
}
