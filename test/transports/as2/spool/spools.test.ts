import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import { readOctets } from '../../../../src/transports/as2/spool/octets.js';
import { createTemporarySpool } from '../../../../src/transports/as2/spool/temporary-spool.js';

const directory = await mkdtemp(join(tmpdir(), 'ediloom-spool-'));
afterAll(() => rm(directory, { recursive: true }));

describe.each([
  ['memory', createMemorySpool()],
  ['temporary file', createTemporarySpool(directory)],
])('spool in a %s', (_, spool) => {
  it('gives back what was written, whole and in parts, twice at once', async () => {
    const writer = await spool.create();
    const all = Buffer.alloc(700_001, 'abcdefg');
    const reused = Buffer.alloc(7);
    for (const [from, to] of [
      [0, 0],
      [0, 7],
      [7, 300_000],
      [300_000, 300_001],
      [300_001, 700_001],
    ] as const) {
      const piece = to - from === 7 ? reused : Buffer.alloc(to - from);
      all.copy(piece, 0, from, to);
      await writer.write(piece);
      reused.fill(0);
    }
    const octets = await writer.finish();
    expect(octets.size).toBe(all.length);
    const [one, two] = await Promise.all([readOctets(octets, 1e6), readOctets(octets, 1e6)]);
    expect(all.equals(one) && all.equals(two)).toBe(true);
    const parts: Uint8Array[] = [];
    for await (const part of octets.open(262_143, 262_150)) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(all.subarray(262_143, 262_150));
    await writer.discard();
    await writer.discard();
  });

  it('holds nothing at first, and can be given up before its end', async () => {
    const empty = await spool.create();
    expect((await empty.finish()).size).toBe(0);
    await empty.discard();
    const given = await spool.create();
    await given.write(Uint8Array.of(1));
    await given.discard();
  });
});

it('what a killed process left under a name is removed before the first file is made, and nothing else', async () => {
  // No process has this id: it is above what systems give.
  const left = `ediloom-999999999-${randomUUID()}.tmp`;
  const others = [`ediloom-1-note.tmp`, `other-999999999-${randomUUID()}.tmp`];
  for (const name of [left, ...others]) await writeFile(join(directory, name), 'x');
  const writer = await createTemporarySpool(directory).create();
  await writer.discard();
  expect((await readdir(directory)).sort()).toEqual(others.sort());
  for (const name of others) await rm(join(directory, name));
});

it('no temporary file stays, and none can be seen while it is used', async () => {
  const writer = await createTemporarySpool(directory).create();
  await writer.write(Uint8Array.of(1));
  const names = await readdir(directory);
  expect(names).toEqual(process.platform === 'win32' ? [expect.stringMatching(/^ediloom-/)] : []);
  await writer.discard();
  expect(await readdir(directory)).toEqual([]);
});
