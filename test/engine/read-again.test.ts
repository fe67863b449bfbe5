import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import type { Engine } from '../../src/engine/engine.js';
import type { ReadOptions } from '../../src/engine/engine-options.js';
import { utf8 } from '../../src/syntax/encoding.js';
import { fullEngine } from './guides.js';

// Each verb keeps what has read one input for the next (parse has a test of its own). Nothing of the one may be seen in the other, by
// whatever options each is read.

type Read = (engine: Engine, source: Uint8Array, options?: ReadOptions) => Promise<unknown>;

const VERBS: Readonly<Record<string, Read>> = {
  validate: (engine, source, options) => engine.validate(source, options),
  acknowledge: (engine, source, options) => engine.acknowledge(source, options),
  stream: (engine, source, options) => all(engine.stream(source, options)),
  'stream of a loop': (engine, source, options) => all(engine.stream(source, { ...options, loop: '2100C' })),
  'stream that holds': (engine, source, options) => all(engine.stream(source, { ...options, holdBytes: 3_000 })),
  trace: (engine, source, options) => all(engine.trace(source, options)),
};

const WAYS: readonly ReadOptions[] = [
  {},
  { badValues: true },
  { characterSet: 'Basic' },
  { encoding: utf8 },
  { foldTags: true, unwrap: true },
  { guide: 'generic' },
  { guide: ({ transaction }) => (transaction === 2 ? 'generic' : undefined) },
];

const files = SET_NAMES.map((set) =>
  Uint8Array.from(Buffer.concat([...generateFile({ set, bytes: 2_500, seed: 5, largestSet: 2 })])),
);

async function all(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const given: unknown[] = [];
  for await (const event of events) given.push(event);
  return given;
}

async function outcome(read: Promise<unknown>): Promise<unknown> {
  return read.catch((error: unknown) => String(error));
}

function damaged(index: number, at: number, by: string): Uint8Array {
  const file = files[index] ?? new Uint8Array(0);
  const place = Math.floor(at * file.length);
  return Buffer.concat([file.subarray(0, place), Buffer.from(by), file.subarray(place + by.length)]);
}

const damage = fc.tuple(
  fc.nat(files.length - 1),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom('', '~', '*', 'ISA*00', 'ST*271*0002~', 'IEA*1*1~', '\u0007', 'é', '~SE*1*1~', '~HL*9*8*22*1~'),
);

describe.each(Object.entries(VERBS))('%s, one input after the other', (_, read) => {
  const engine = fullEngine();

  it('gives what an engine of its own would give', async () => {
    await fc.assert(
      fc.asyncProperty(damage, fc.constantFrom(...WAYS), async (fault, way) => {
        const bytes = damaged(...fault);
        expect(await outcome(read(engine, bytes, way))).toEqual(await outcome(read(fullEngine(), bytes, way)));
      }),
      { numRuns: 15 },
    );
  });

  it('keeps apart what is read at the same time', async () => {
    const alone = await Promise.all(files.map((bytes) => read(fullEngine(), bytes)));
    const together = await Promise.all([...files, ...files].map((bytes) => read(engine, bytes)));
    expect(together).toEqual([...alone, ...alone]);
  });
});

describe('who listens', () => {
  const engine = fullEngine();
  const wrong = damaged(0, 0.6, '~XX*1~');
  let findings: unknown;

  beforeAll(async () => {
    ({ findings } = await fullEngine().validate(wrong));
  });

  it('may throw, and the next input is read as if nothing had been', async () => {
    const onFinding = (): void => {
      throw new Error('told too much');
    };
    await expect(engine.validate(wrong, { onFinding })).rejects.toThrow('told too much');
    expect(await engine.validate(wrong)).toMatchObject({ findings });
  });

  it('may read another input meanwhile', async () => {
    const inside: Promise<unknown>[] = [];
    const onFinding = (): void => {
      if (inside.length < 3) inside.push(engine.validate(wrong));
    };
    const outside = await engine.validate(wrong, { onFinding });
    expect(outside.findings).toEqual(findings);
    for (const read of inside) expect(await read).toMatchObject({ findings });
    expect(inside.length).toBeGreaterThan(0);
  });

  it('is not told of the next input', async () => {
    const told: unknown[] = [];
    await engine.validate(wrong, { onFinding: (found) => told.push(found) });
    const before = told.length;
    await engine.validate(wrong);
    expect([before > 0, told.length]).toEqual([true, before]);
  });

  it('may leave a stream before its end', async () => {
    const [bytes = new Uint8Array(0)] = files;
    for await (const _ of engine.stream(bytes)) break;
    expect(await all(engine.stream(bytes))).toEqual(await all(fullEngine().stream(bytes)));
  });
});
