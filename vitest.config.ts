import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const entry = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    // Tests and the README's examples name the package as its users do; here the names mean the sources.
    alias: [{ find: /^ediloom$/, replacement: entry('./src/index.ts') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    coverage: { provider: 'v8', include: ['src/**/*.ts'], exclude: ['src/generated/**', 'src/cli/main.ts'] },
  },
});
