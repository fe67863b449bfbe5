import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ELIGIBILITY_WORK } from './eligibility/work.js';

// Eligibility a second on one core: process CPU time, best of fifteen passes, each row in a process of its own and compiled as it
// ships (what runs TypeScript as it is wraps every function). Run it on a quiet machine: npm run bench:eligibility

const here = fileURLToPath(new URL('./eligibility/', import.meta.url));
// Beside the sources, as the guides are found from there.
const program = `${here}compiled.mjs`;
try {
  const entryPoints = [`${here}time-one.ts`];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  for (const index of ELIGIBILITY_WORK.keys()) {
    const { status } = spawnSync(process.execPath, [program, String(index)], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(program, { force: true });
}
