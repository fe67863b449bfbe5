import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import root from '../../../vitest.config.js';

/** The part of `npm run test:peers` that is the server's: all its tests once more, on PostgreSQL, and those of S3. */
const { include: _, ...test } = root.test ?? {};

export default mergeConfig(
  { ...root, test },
  defineConfig({
    root: fileURLToPath(new URL('../../../', import.meta.url)),
    test: {
      name: 'server',
      include: ['server/test/**/*.peers.ts', 'server/test/**/*.test.ts'],
      globalSetup: ['server/test/peers/global-setup.ts'],
      setupFiles: ['server/test/peers/use-postgres.ts'],
      maxWorkers: 2,
      testTimeout: 120_000,
      hookTimeout: 300_000,
    },
  }),
);
