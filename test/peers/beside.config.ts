import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import { testsOfTheStore } from '../../server/test/peers/tests-of-the-store.js';
import root from '../../vitest.config.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What is left where `npm run test:peers` runs on the same Node: all tests but those that it runs on PostgreSQL, of which the store's own run on the
 * embedded database, too.
 */
export default mergeConfig(
  root,
  defineConfig({
    root: project,
    test: { exclude: testsOfTheStore(project, 'server/test').filter((path) => !path.startsWith('server/test/store/')) },
  }),
);
