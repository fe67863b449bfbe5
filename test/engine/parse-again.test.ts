import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import type { Engine } from '../../src/engine/engine.js';
import { utf8 } from '../../src/syntax/encoding.js';
import { fullEngine } from './guides.js';

// An engine keeps what has read one document for the next. Nothing of the one may be seen in the other.

const files = SET_NAMES.map((set) => bytesOf(set, 4_000, 3));

function bytesOf(set: (typeof SET_NAMES)[number], bytes: number, seed: number): Uint8Array {
  return Uint8Array.from(Buffer.concat([...generateFile({ set, bytes, seed, largestSet: 2 })]));
}

function readByNew(bytes: Uint8Array): Promise<unknown> {
  // An option that changes nothing: its reader is made for this one input.
  return readBy(fullEngine(), bytes, { encoding: utf8 });
}

async function readBy(engine: Engine, bytes: Uint8Array, options = {}): Promise<unknown> {
  try {
    return await engine.parse(bytes, options);
  } catch (error) {
    return String(error);
  }
}

/** The bytes in pieces, with other work between them. */
async function* slowly(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    yield bytes.slice(from, from + size);
  }
}

describe('reading one document after the other', () => {
  const engine = fullEngine();
  const expected = new Map<number, unknown>();

  beforeAll(async () => {
    for (const [index, bytes] of files.entries()) expected.set(index, await readByNew(bytes));
  });

  it('gives what an engine of its own would give, whatever was read before', async () => {
    const damage = fc.tuple(
      fc.nat(files.length - 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(
        '',
        '~',
        '*',
        '\n',
        'ISA*00',
        'ST*271*0002~',
        'IEA*1*1~',
        '\u0007',
        'é',
        '~SE*1*1~',
        '~HL*9*8*22*1~',
      ),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(files.length - 1), async ([index, at, by, cuts], next) => {
        const file = files[index] ?? new Uint8Array(0);
        const place = Math.floor(at * file.length);
        const rest = cuts ? new Uint8Array(0) : file.subarray(place);
        const damaged = Buffer.concat([file.subarray(0, place), Buffer.from(by), rest]);
        expect(await readBy(engine, damaged)).toEqual(await readByNew(damaged));
        expect(await readBy(engine, files[next] ?? new Uint8Array(0))).toEqual(expected.get(next));
      }),
      { numRuns: 40 },
    );
  });

  it('keeps apart what is read at the same time', async () => {
    const runs = [...files, ...files].map(async (bytes, run) => {
      const source = run % 3 === 0 ? bytes : slowly(bytes, 100 + run * 217);
      expect(await engine.parse(source)).toEqual(expected.get(run % files.length));
    });
    await Promise.all(runs);
  });

  it('takes a text for its bytes', async () => {
    for (const [index, bytes] of files.entries())
      expect(await engine.parse(Buffer.from(bytes).toString('latin1'))).toEqual(expected.get(index));
  });

  it('stops by the signal, also right behind the call, and reads on after it', async () => {
    const [bytes = new Uint8Array(0)] = files;
    const control = new AbortController();
    const reading = engine.parse(bytes, { signal: control.signal });
    control.abort();
    await expect(reading).rejects.toMatchObject({ code: 'X12_ABORTED' });
    await expect(engine.parse(bytes, { signal: control.signal })).rejects.toMatchObject({ code: 'X12_ABORTED' });
    expect(await engine.parse(bytes, { signal: new AbortController().signal })).toEqual(expected.get(0));
  });

  it('leaves a document as it was given', async () => {
    const [first, second] = files;
    const document = await engine.parse(first ?? '');
    const before = JSON.stringify(document);
    await engine.parse(second ?? '');
    await engine.parse(first ?? '');
    expect(JSON.stringify(document)).toBe(before);
  });
});

describe('what has read a document', () => {
  it('holds nothing of it', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void; // there by the flag
    const engine = fullEngine();
    const held: WeakRef<object>[] = [];
    for (const bytes of files) held.push(...(await partsOf(engine, bytes)));
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    expect(held.length).toBeGreaterThan(4 * files.length);
    expect(held.filter((one) => one.deref() !== undefined)).toEqual([]);
  });
});

async function partsOf(engine: Engine, bytes: Uint8Array): Promise<WeakRef<object>[]> {
  const document = await engine.parse(bytes);
  const parts: object[] = [document];
  for (const part of parts)
    for (const child of Object.values(part)) if (typeof child === 'object' && child !== null) parts.push(child);
  return parts.filter((part) => !Object.isFrozen(part)).map((part) => new WeakRef(part));
}
