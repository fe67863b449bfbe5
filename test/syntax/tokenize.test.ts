import { describe, expect, it } from 'vitest';
import { Segment, segmentsOf } from '../../src/syntax/segment.js';
import { chunksOf, type Source } from '../../src/syntax/source.js';
import { tokenize } from '../../src/syntax/tokenize.js';
import { interchange } from './interchange-text.js';
import { describeBothScans } from './scan/both-scans.js';
import { bytesOf, piecesOf } from './split.js';

const text = interchange(['NM1*IL*1*DOE', 'EB*1**30^35*A:B^C:D', 'BIN*3*~*~']);

async function idsOf(source: Source): Promise<string[]> {
  const ids: string[] = [];
  for await (const batch of tokenize(source)) for (const { id } of segmentsOf(batch)) ids.push(id);
  return ids;
}

async function* later(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

describeBothScans('tokenize', () => {
  const bytes = bytesOf(text);
  it.each<[string, () => Source]>([
    ['bytes', () => bytes],
    ['a string', () => text],
    ['an iterable', () => piecesOf(bytes, 10)],
    ['an async iterable', () => later(piecesOf(bytes, 10))],
    ['a stream', () => new Blob([text]).stream()],
    ['a stream that cannot be iterated', () => withoutIterator(new Blob([text]).stream())],
  ])('reads %s', async (_, source) => {
    expect(await idsOf(source())).toEqual(['ISA', 'NM1', 'EB', 'BIN', 'IEA']);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', {}],
    ['a list of numbers', [73, 83, 65]],
    ['a stream of objects', [{}]],
  ])('refuses what gives no bytes by code: %s', async (_, source) => {
    await expect(idsOf(source as Source)).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' }); // wrong on purpose
  });

  it('encodes a large string piece by piece, surrogate pairs included', async () => {
    const large = interchange([`N3*${'😀é'.repeat(200_000)}`]);
    const values: string[] = [];
    for await (const batch of tokenize(large)) for (const segment of segmentsOf(batch)) values.push(segment.element(1));
    expect(values[1]).toBe('😀é'.repeat(200_000));
    const chunks: number[] = [];
    for await (const chunk of chunksOf(`${'x'.repeat(600_000)}\ud83d`)) chunks.push(chunk.length);
    expect(Math.max(...chunks)).toBeLessThanOrEqual(64 * 1024);
    expect(chunks.reduce((sum, size) => sum + size)).toBe(600_003);
  });

  it('cuts large chunks so that windows stay small', async () => {
    const large = bytesOf(interchange(Array.from({ length: 50_000 }, () => 'REF*18*1234567890')));
    for await (const batch of tokenize(large)) expect(batch.bytes.length).toBeLessThanOrEqual(65 * 1024);
  });

  it('stops at its signal', async () => {
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of tokenize(piecesOf(bytes, 150), { signal: controller.signal })) controller.abort('enough');
    })();
    await expect(reading).rejects.toMatchObject({ code: 'X12_ABORTED', cause: 'enough' });
    await expect(chunksOf(text, { signal: AbortSignal.abort() }).next()).rejects.toMatchObject({ code: 'X12_ABORTED' });
  });

  it('lets go of a stream that is not read to its end', async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const _ of tokenize(withoutIterator(stream))) break;
    expect(cancelled).toBe(true);
  });
});

describe('Segment', () => {
  const segments = async (): Promise<Segment[]> => {
    const all: Segment[] = [];
    for await (const batch of tokenize(piecesOf(bytesOf(text), 40))) all.push(...segmentsOf(batch));
    return all;
  };

  it('stays when the tokenizer goes on', async () => {
    const [isa, nm1] = await segments();
    expect(isa).toBeInstanceOf(Segment);
    expect(nm1).toMatchObject({ id: 'NM1', raw: 'NM1*IL*1*DOE', offset: 106, interchange: 1, flags: 0 });
    expect(nm1?.elements).toEqual(['IL', '1', 'DOE']);
  });

  it('splits elements into repetitions and components on demand', async () => {
    const eb = (await segments())[2];
    expect([eb?.element(3), eb?.element(4)]).toEqual(['30^35', 'A:B^C:D']);
    expect([eb?.element(3, undefined, 2), eb?.element(4, 2), eb?.element(4, 1, 2)]).toEqual(['35', 'B', 'C']);
    expect([eb?.element(2), eb?.element(9), eb?.element(4, 3), eb?.element(4, 1, 3)]).toEqual(['', '', '', '']);
  });

  it('never splits the ISA or binary data', async () => {
    const [isa, , , bin] = await segments();
    expect(isa?.elements).toHaveLength(16);
    expect([isa?.element(16), isa?.element(16, 1), isa?.element(16, 2)]).toEqual([':', ':', '']);
    expect(bin?.elements).toEqual(['3', '~*~']);
    expect(bin?.element(2, 1, 1)).toBe('~*~');
  });
});

/** As in runtimes whose ReadableStream is no async iterable. */
function withoutIterator(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = { getReader: () => stream.getReader() };
  // Only getReader is used of it.
  return reader as ReadableStream<Uint8Array>;
}
