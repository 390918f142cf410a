import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config";

export default mergeConfig(
  page,
  defineConfig({
    test: {
      testTimeout: 60_000,
      hookTimeout: 120_000,
      fileParallelism: false, // browsers share two cores with the program under test
    },
  }),
);
