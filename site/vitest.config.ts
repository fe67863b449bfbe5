import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import root from '../vitest.config.js';

/** The root's, without what builds the server for its own tests. */
const plugins = (root.plugins ?? []).flat().filter((plugin) => named(plugin) === 'guide-entry');
const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** `npm run test:site`: runs the recipes, builds the site, and looks at it in a browser. */
export default defineConfig({
  root: fileURLToPath(new URL('./', import.meta.url)),
  plugins,
  resolve: {
    alias: [
      { find: /^ediloom$/, replacement: source('index.ts') },
      { find: /^ediloom\/guides$/, replacement: source('guides/catalogue.ts') },
      { find: /^ediloom\/(streams|stores)\/([\w-]+)$/, replacement: source('$1/$2.ts') },
      {
        find: /^ediloom\/(acknowledgment|charset|claims|eligibility|encodings|testing|transports|transports\/[\w-]+)$/,
        replacement: source('$1/index.ts'),
      },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/built-site.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

function named(plugin: unknown): string | undefined {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin ? String(plugin.name) : undefined;
}
