import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SERVER = fileURLToPath(new URL('../../', import.meta.url));

/** A program of a developer's, which tsx runs: all other tests have these files built. */
const PROGRAM = `
  import { mkdtemp, rm } from 'node:fs/promises';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { folderObjects } from './src/objects/folder-objects.ts';
  import { createCustomerCode } from './src/worker/create-customer-code.ts';

  const code = createCustomerCode({ clock: { now: () => 0 }, workers: 1 });
  const problems = await code.checkGuide({});
  const folder = await mkdtemp(join(tmpdir(), 'ediloom-sources-'));
  const objects = folderObjects({ folder, thread: true });
  const { size } = await objects.put('a/b', new Uint8Array(3));
  console.log(JSON.stringify({ sum: await code.evaluate('a + 1', { a: 1 }), found: problems.length > 0, size }));
  await Promise.all([code.close(), objects.close()]);
  await rm(folder, { recursive: true });
`;

it('workers and writing threads start from the sources too', () => {
  const args = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: SERVER, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ sum: 2, found: true, size: 3 });
});
