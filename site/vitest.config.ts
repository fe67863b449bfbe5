import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import root from '../vitest.config.js';

/** The root's, without what builds the server for its own tests. */
const plugins = (root.plugins ?? []).flat().filter((plugin) => named(plugin) === 'guide-entry');
const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** What both projects share. */
const shared = {
  plugins,
  resolve: {
    alias: [
      { find: /^ediloom$/, replacement: source('index.ts') },
      { find: /^ediloom\/guides$/, replacement: source('guides/catalogue.ts') },
      { find: /^ediloom\/testing\/arbitraries$/, replacement: source('testing/arbitraries.ts') },
      { find: /^ediloom\/(compile|read|validate|words|write)$/, replacement: source('$1.ts') },
      { find: /^ediloom\/(streams|stores)\/([\w-]+)$/, replacement: source('$1/$2.ts') },
      {
        find: /^ediloom\/(acknowledgment|charset|claims|eligibility|encodings|remittance|testing|transports|transports\/[\w-]+)$/,
        replacement: source('$1/index.ts'),
      },
    ],
  },
};
const limits = { pool: 'forks', maxWorkers: 2, testTimeout: 240_000, hookTimeout: 240_000 } as const;

/**
 * `npm run test:site`: runs the recipes, builds the site, and looks at it in a browser. The recipes alone, without the build:
 * `npm run test:site -- --project recipes`.
 */
export default defineConfig({
  root: fileURLToPath(new URL('./', import.meta.url)),
  test: {
    projects: [
      { ...shared, test: { ...limits, name: 'recipes', include: ['test/{recipes,make}/**/*.test.ts'] } },
      {
        ...shared,
        test: {
          ...limits,
          name: 'site',
          include: ['test/site/**/*.test.ts'],
          globalSetup: ['test/site/global-setup.ts'],
        },
      },
    ],
  },
});

function named(plugin: unknown): string | undefined {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin ? String(plugin.name) : undefined;
}
