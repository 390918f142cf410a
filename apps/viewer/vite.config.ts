import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";

// Provides the compiled library as a module: `import bytes from "virtual:sinew-engine"` is its base64 text.
function engine(): Plugin {
  const file =
    process.env.SINEW_ENGINE ?? resolve(import.meta.dirname, "../../build/release/viewer/engine.wasm");
  const id = "virtual:sinew-engine";
  return {
    name: "sinew-engine",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      this.addWatchFile(file);
      return `export default "${readFileSync(file).toString("base64")}";`;
    },
  };
}

// Builds one script and one style sheet, which are embedded in the program and in the pages that it exports.
export default defineConfig({
  plugins: [engine()],
  build: {
    outDir: process.env.SINEW_PAGE ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        codeSplitting: false,
        entryFileNames: "page.js",
        assetFileNames: "page[extname]",
      },
    },
  },
});
