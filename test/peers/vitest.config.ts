import { defineConfig } from 'vitest/config';

/** `npm run test:peers`: against real servers and clients, which are installed from Debian and started on loopback. */
export default defineConfig({
  test: {
    include: ['test/peers/**/*.peers.ts'],
    globalSetup: ['test/peers/servers/global-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
