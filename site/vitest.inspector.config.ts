import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const inRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

// Tests of the inspector, in a Chromium where there is one: see test/inspector/support/browser.ts.
export default defineConfig({
  root: inRoot('site'),
  resolve: {
    alias: [
      { find: /^ediloom$/, replacement: inRoot('src/index.ts') },
      { find: /^ediloom\/compile$/, replacement: inRoot('src/compile.ts') },
    ],
  },
  test: {
    include: ['test/inspector/**/*.test.ts'],
    globalSetup: ['test/inspector/support/built-inspector.ts'],
    pool: 'forks',
    // Each file has a browser of its own, and speed is measured: one after the other.
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
