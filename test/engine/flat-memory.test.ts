import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Between 30,000 and 150,000 segments: as much as one byte for each would be 120 kB, an object 5 MB. */
const MOST = 2_000_000;

// Segments that found no place were kept by who only checks: ten megabytes of them took 150.
it('who only checks keeps nothing of faulty segments', async () => {
  const program = fileURLToPath(new URL('flat-memory.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--import', 'tsx', program], {
    cwd: ROOT,
  });
  const grown = Object.entries(JSON.parse(stdout) as Record<string, number>);
  expect(grown.length).toBeGreaterThan(0);
  expect(grown.filter(([, bytes]) => bytes > MOST)).toEqual([]);
}, 60_000);
