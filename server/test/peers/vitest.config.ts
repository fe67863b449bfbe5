import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import root from '../../../vitest.config.js';
import { testsOfTheStore } from './tests-of-the-store.js';

/** The part of `npm run test:peers` that is the server's: those of its tests that open a store once more, on PostgreSQL, and those of S3. */
const { include: _, ...test } = root.test ?? {};

const project = fileURLToPath(new URL('../../../', import.meta.url));

export default mergeConfig(
  { ...root, test },
  defineConfig({
    root: project,
    test: {
      name: 'server',
      include: ['server/test/**/*.peers.ts', ...testsOfTheStore(project, 'server/test')],
      globalSetup: ['server/test/peers/global-setup.ts'],
      setupFiles: ['server/test/peers/use-postgres.ts'],
      maxWorkers: 2,
      testTimeout: 120_000,
      hookTimeout: 300_000,
    },
  }),
);
