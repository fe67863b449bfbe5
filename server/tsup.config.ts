import { defineConfig } from 'tsup';

/** The program, and the worker that runs what customers wrote; packages stay outside. */
export default defineConfig({
  entry: { main: 'src/main.ts', 'worker/worker': 'src/worker/worker.ts' },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  skipNodeModulesBundle: true,
  silent: true,
  clean: false,
});
