// Makes the engine from the bytes of the compiled library.

import type { Engine } from "./engine";
import { WasmCalls } from "./wasm_calls";
import { WasmRobot } from "./wasm_robot";

export async function engineFrom(code: BufferSource): Promise<Engine> {
  const calls = await WasmCalls.from(code);
  return { makeRobot: (robot) => new WasmRobot(calls, robot) };
}
