import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, type Source } from '../../src/syntax/source.js';

const TEXT = 'ISA*00*Größe 𝄞 ~ IEA';
const BYTES = new TextEncoder().encode(TEXT);

async function read(source: Source): Promise<string> {
  const all: number[] = [];
  for await (const chunk of chunksOf(source)) all.push(...chunk);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(all));
}

function buffer(): ArrayBuffer {
  return BYTES.slice().buffer;
}

async function* given(...chunks: readonly unknown[]): AsyncGenerator<never> {
  for (const chunk of chunks) yield chunk as never;
}

describe('what X12 is read from', () => {
  const streamed = (chunk: unknown) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(chunk);
        controller.close();
      },
    });

  it.each<[string, () => Source]>([
    ['text', () => TEXT],
    ['bytes', () => BYTES],
    ['a buffer', buffer],
    ['a view of a buffer', () => new DataView(buffer())],
    ['a Blob', () => new Blob([TEXT])],
    ['a File', () => new File([TEXT], 'in.edi')],
    ['a Response', () => new Response(TEXT)],
    ['a Request', () => new Request('http://here.example/', { method: 'POST', body: TEXT })],
    ['a list of buffers', () => [buffer()]],
    ['a list of texts', () => [TEXT.slice(0, 7), TEXT.slice(7)]],
    ['a stream of buffers', () => streamed(buffer())],
    ['a stream of text', () => streamed(TEXT)],
    ['chunks of all kinds', () => given(TEXT.slice(0, 4), BYTES.slice(4, 9), BYTES.slice(9).buffer)],
  ])('%s', async (_, source) => {
    expect(await read(source())).toBe(TEXT);
  });

  it('the body of a Response that has none is empty', async () => {
    expect(await read(new Response(null, { status: 204 }))).toBe('');
  });

  it('a character may be cut between two texts, and half of one at the end is U+FFFD', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(20), { maxLength: 6 }), async (text, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
        const pieces = places.map((from, at) => text.slice(from, places[at + 1] ?? text.length));
        expect(await read(given(...pieces))).toBe(text);
      }),
    );
    expect(await read(given('a\ud834'))).toBe('a\ufffd');
  });

  it.each([
    ['nothing', undefined],
    ['a number', 7],
    ['an object', {}],
  ])('not %s', async (_, source) => {
    await expect(read(source as unknown as Source)).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
  });

  it('a promise is told to be awaited', async () => {
    const source = Promise.resolve(BYTES) as unknown as Source;
    await expect(read(source)).rejects.toThrow('The source of X12 is a promise. Await it.');
  });

  it('no chunks of something else', async () => {
    await expect(read(given(BYTES, 7))).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
    await expect(read(new Uint16Array([73, 83]))).resolves.toBe('I\0S\0');
  });
});
