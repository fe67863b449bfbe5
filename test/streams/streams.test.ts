import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileChunks, segmentStream } from '../../src/streams/node.js';
import { createSegmentTransform } from '../../src/streams/web.js';
import type { Segment } from '../../src/syntax/segment.js';
import { tokenize } from '../../src/syntax/tokenize.js';
import { interchange } from '../syntax/interchange-text.js';
import { bytesOf, cutAt } from '../syntax/split.js';

const text = interchange(Array.from({ length: 100 }, (_, i) => `REF*18*${i}`));
const bytes = bytesOf(text);

describe('segmentStream', () => {
  it('turns bytes into segments', async () => {
    const segments: Segment[] = await Readable.from(cut(1000)).pipe(segmentStream()).toArray();
    expect(segments).toHaveLength(102);
    expect(segments[100]?.raw).toBe('REF*18*99');
  });

  it('fails with the X12Error, in the middle or at the end', async () => {
    const failing = (text: string) =>
      Readable.from([Buffer.from(text)])
        .pipe(segmentStream())
        .toArray();
    await expect(failing('x'.repeat(300))).rejects.toMatchObject({ code: 'X12_NOT_AN_INTERCHANGE' });
    await expect(failing('ISA*')).rejects.toMatchObject({ code: 'X12_NOT_AN_INTERCHANGE' });
  });
});

describe('createSegmentTransform', () => {
  it('turns bytes into segments', async () => {
    const ids: string[] = [];
    for await (const { id } of new Blob([text]).stream().pipeThrough(createSegmentTransform())) ids.push(id);
    expect(ids).toHaveLength(102);
    expect([ids[0], ids[1], ids.at(-1)]).toEqual(['ISA', 'REF', 'IEA']);
  });

  it('fails with the X12Error', async () => {
    const reader = new Blob(['{"not": "X12"}']).stream().pipeThrough(createSegmentTransform()).getReader();
    await expect(reader.read()).rejects.toMatchObject({ code: 'X12_NOT_AN_INTERCHANGE' });
  });
});

describe('readFileChunks', () => {
  let folder = '';
  let path = '';
  const large = interchange(Array.from({ length: 200_000 }, (_, i) => `REF*18*${i}`));
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ediloom-'));
    path = join(folder, 'large.edi');
    await writeFile(path, large);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads every byte, buffers used in turn', async () => {
    let segments = 0;
    let last = '';
    for await (const batch of tokenize(readFileChunks(path))) {
      segments += batch.count;
      last = batch.raw(Math.max(0, batch.count - 2));
    }
    expect([segments, last]).toEqual([200_002, 'REF*18*199999']);
    const memory = new Set<ArrayBufferLike>();
    for await (const chunk of readFileChunks(path)) memory.add(chunk.buffer);
    expect(memory.size).toBe(2);
  });

  it('stops at its signal and when the caller does', async () => {
    const controller = new AbortController();
    const chunks = readFileChunks(path, { signal: controller.signal });
    await chunks.next();
    controller.abort();
    await expect(chunks.next()).rejects.toMatchObject({ code: 'X12_ABORTED' });
    await expect(readFileChunks(path, { signal: controller.signal }).next()).rejects.toMatchObject({
      code: 'X12_ABORTED',
    });
    for await (const _ of readFileChunks(path)) break;
  });

  it('passes on what the file system says', async () => {
    await expect(readFileChunks(join(folder, 'missing')).next()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

function cut(size: number): Buffer[] {
  return cutAt(
    bytes,
    Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => (i + 1) * size),
  ).map((piece) => Buffer.from(piece));
}
