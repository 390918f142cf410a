// Calls functions of the compiled library (apps/viewer/engine/engine.cpp): numbers in, numbers out, errors as
// exceptions.

// Functions that the compiled library imports: a clock (for random seeds) and an exit.
const surroundings = {
  env: { emscripten_notify_memory_growth: (): void => undefined },
  wasi_snapshot_preview1: {
    clock_time_get: (): number => 52, // ENOSYS
    proc_exit: (code: number): never => {
      throw new Error(`the engine stopped with code ${code}`);
    },
  },
};

type Exported = (argument?: number) => number;

export class WasmCalls {
  private constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly functions: Record<string, Exported>,
  ) {}

  static async from(bytes: BufferSource): Promise<WasmCalls> {
    const { instance } = await WebAssembly.instantiate(bytes, surroundings);
    const { memory, ...functions } = instance.exports;
    const calls = new WasmCalls(memory as WebAssembly.Memory, functions as Record<string, Exported>);
    calls.functions._initialize();
    return calls;
  }

  // Returns a fresh copy. Throws an Error with the library's message.
  call(name: string, robot: number, ...input: ArrayLike<number>[]): Float64Array {
    let size = 0;
    for (const piece of input) size += piece.length;
    // Memory moves when it grows, so views are made for each call.
    const at = this.functions.sinew_input(size);
    const numbers = new Float64Array(this.memory.buffer, at, size);
    let next = 0;
    for (const piece of input) {
      numbers.set(piece, next);
      next += piece.length;
    }
    const count = this.functions[`sinew_${name}`](robot);
    if (count < 0) throw new Error(this.error());
    return new Float64Array(this.memory.buffer, this.functions.sinew_output(), count).slice();
  }

  setNames(names: Uint8Array): void {
    const at = this.functions.sinew_names(names.length);
    new Uint8Array(this.memory.buffer, at, names.length).set(names);
  }

  private error(): string {
    const bytes = new Uint8Array(this.memory.buffer, this.functions.sinew_error());
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
