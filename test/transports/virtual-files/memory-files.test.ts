import { describe, expect, it } from 'vitest';
import { virtualFilesContract } from '../../../src/testing/virtual-files-contract.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';

describe('files in memory', () => {
  for (const check of virtualFilesContract(() => createMemoryFiles())) it(check.name, check.run);

  it('has no more room than it is given, and gets back what is removed', async () => {
    const files = createMemoryFiles({ maxBytes: 10 });
    const file = await files.open('/a', 'create');
    await file.write(0, new Uint8Array(8));
    await expect(file.write(8, new Uint8Array(3))).rejects.toMatchObject({ code: 'no-space' });
    await file.write(8, new Uint8Array(2));
    expect((await file.stat()).size).toBe(10);
    await files.remove('/a');
    const other = await files.open('/b', 'create');
    await other.write(0, new Uint8Array(10));
    await expect(other.truncate(11)).rejects.toMatchObject({ code: 'no-space' });
  });

  it('takes its time from the clock it is given', async () => {
    let now = 5000;
    const files = createMemoryFiles({ now: () => now });
    const file = await files.open('/a', 'create');
    now = 7000;
    await file.write(0, new Uint8Array(1));
    expect((await files.stat('/a'))?.modified).toBe(7000);
  });
});
