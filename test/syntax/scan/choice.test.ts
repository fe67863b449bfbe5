import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { forceScan } from '../../../src/syntax/scan/scan-ahead.js';
import { Tokenizer } from '../../../src/syntax/tokenizer.js';
import { interchange } from '../interchange-text.js';
import { bytesOf, cutAt, type Reading, readChunks } from '../split.js';

const LONG = bytesOf(interchange(Array.from({ length: 3000 }, (_, at) => `REF*18*${at}`)));
const SHORT = bytesOf(interchange(['REF*18*1']));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  forceScan(undefined);
});

/** What the scan uses of WebAssembly. */
const { Instance, Module } = WebAssembly;

describe('the choice of a scan', () => {
  it('tries WebAssembly once, for the first long input, and never at import', async () => {
    const made = vi.fn();
    vi.stubGlobal('WebAssembly', {
      Instance,
      Module: new Proxy(Module, {
        construct: (target, given) => {
          made();
          return Reflect.construct(target, given);
        },
      }),
    });
    const Fresh = await freshTokenizer();
    expect(segmentsOf(new Fresh(), SHORT)).toBe(3);
    expect(made).not.toHaveBeenCalled();
    for (let n = 0; n < 3; n++) expect(segmentsOf(new Fresh(), LONG)).toBe(3002);
    expect(made).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is absent', undefined],
    ['is forbidden by a policy', { Module: throwing(new EvalError('CompileError: blocked by CSP')) }],
    ['lacks memory', { Module, Instance: throwing(new RangeError('could not allocate memory')) }],
  ])('reads the same where WebAssembly %s', async (_, there) => {
    vi.stubGlobal('WebAssembly', there);
    const Fresh = await freshTokenizer();
    expect(segmentsOf(new Fresh(), LONG)).toBe(3002);
  });

  it('gives the same reading with either scan and with both in turn, however the input is cut', () => {
    const odd = fc.constantFrom(
      '~\n',
      '~ ',
      'BIN*4*~~~~',
      'N3*\xff',
      'N3*a\0b',
      '~~',
      'IEA',
      'N1*A:B^C',
      'X'.repeat(3000),
    );
    const parts = fc.array(fc.tuple(odd, fc.nat(150)), { maxLength: 8 });
    fc.assert(
      fc.property(parts, fc.array(fc.nat(20_000), { maxLength: 4 }), (chosen, cuts) => {
        const segments = chosen.flatMap(([part, plain]) => [part, ...Array<string>(plain).fill('REF*18*1234567')]);
        const bytes = bytesOf(interchange(segments));
        const read = (scan: 'loop' | 'wide' | undefined, at: readonly number[]): Reading => {
          forceScan(scan);
          return readChunks(cutAt(bytes, at));
        };
        const byLoop = read('loop', []);
        expect(read('wide', [])).toEqual(byLoop);
        expect(read(undefined, [])).toEqual(byLoop);
        expect(read(undefined, cuts)).toEqual(byLoop);
      }),
      { numRuns: 60 },
    );
  });

  it('serves tokenizers that are fed in turn', () => {
    forceScan('wide');
    const inputs = ['*', '|'].map((element) =>
      bytesOf(interchange(Array(900).fill(`REF${element}18${element}A*B|C`), { element })),
    );
    const alone = inputs.map((bytes) => readChunks([bytes]).segments.length);
    const readers = inputs.map((bytes) => readSteps(bytes));
    const counts = [0, 0];
    for (let step = 0; step < 40; step++)
      readers.forEach((reader, at) => {
        counts[at] = (counts[at] ?? 0) + (reader.next().value ?? 0);
      });
    expect(counts).toEqual(alone);
  });
});

/** Segments of each of 40 pieces, the last with the end. */
function* readSteps(bytes: Uint8Array): Generator<number, number> {
  const tokenizer = new Tokenizer();
  const size = Math.ceil(bytes.length / 40);
  for (let step = 0; step < 40; step++) {
    const batches = tokenizer.push(bytes.subarray(step * size, (step + 1) * size));
    yield batches.reduce((sum, { count }) => sum + count, 0);
  }
  return 0;
}

/** The class as it is when nothing was read yet. */
async function freshTokenizer(): Promise<typeof Tokenizer> {
  vi.resetModules();
  return (await import('../../../src/syntax/tokenizer.js')).Tokenizer;
}

function segmentsOf(tokenizer: Tokenizer, bytes: Uint8Array): number {
  return [...tokenizer.push(bytes), ...tokenizer.end()].reduce((sum, { count }) => sum + count, 0);
}

function throwing(error: Error) {
  return class {
    constructor() {
      throw error;
    }
  };
}
