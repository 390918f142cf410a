import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config";

export default mergeConfig(
  page,
  defineConfig({
    test: {
      testTimeout: 60_000,
      hookTimeout: 120_000,
      maxWorkers: 2, // each with a browser that draws in software and a program under test
    },
  }),
);
