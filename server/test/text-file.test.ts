import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readTextFile } from '../src/text-file.js';

it('a file that the operator names is not read beyond what is taken, however large it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-text-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'payers.csv');
  writeFileSync(path, '\uFEFFPrimaryPayerId');
  expect(await readTextFile(path)).toBe('PrimaryPayerId');
  // Ten gigabytes that take no room.
  truncateSync(path, 10 * 1024 ** 3);
  await expect(readTextFile(path)).rejects.toThrow('has more than 16777216 bytes: divide it.');
  await expect(readTextFile(join(folder, 'none'))).rejects.toThrow('cannot be read (ENOENT).');
});
