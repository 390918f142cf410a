// The library compiled for the browser, out of the page itself.

import bytes from "virtual:sinew-engine";
import type { Engine } from "./engine";
import { engineFrom } from "./wasm_engine";

export { engineFrom };

export function loadEngine(): Promise<Engine> {
  return engineFrom(Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)));
}
