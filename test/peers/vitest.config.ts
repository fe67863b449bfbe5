import { defineConfig } from 'vitest/config';
import server from '../../server/test/peers/vitest.config.js';

/**
 * `npm run test:peers`: against real servers and clients, which are installed from Debian and started on loopback. One part alone:
 * `npm run test:peers -- --project server`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'transports',
          include: ['test/peers/**/*.peers.ts'],
          globalSetup: ['test/peers/servers/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      server,
    ],
  },
});
