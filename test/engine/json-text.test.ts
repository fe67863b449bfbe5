import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import { Random } from '../../bench/generate/random.js';
import { jsonTextOf, requireTextRoom } from '../../src/model/json-text.js';
import type { Source } from '../../src/syntax/source.js';
import { cutAtRandom } from '../before/cut-at-random.js';
import { bytesOf, recipeOf } from '../before/mutant.js';
import { readOptions } from '../before/random-options.js';
import { fullEngine } from './guides.js';

const FOLDER = new URL('../../fixtures/', import.meta.url);
const FIXTURES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.edi'))
  .sort()
  .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'latin1') }));
const GENERATED = SET_NAMES.flatMap((set) =>
  [1, 2, 3].map((seed) => {
    const chunks = [...generateFile({ set, seed, bytes: 4_000, largestSet: seed })];
    return { name: `generated ${set} ${seed}`, text: Buffer.concat(chunks).toString('latin1') };
  }),
);
const FILES = [...FIXTURES, ...GENERATED];
const ENGINES = [fullEngine(), fullEngine({ numbers: 'string' }), fullEngine({ guides: [] })];
const engine = ENGINES[0] ?? expect.fail();
const bytesFrom = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** A result, or the words of what was thrown. */
async function outcome(call: () => Promise<string>): Promise<string> {
  return call().catch((error: unknown) => String(error));
}

async function collected(all: AsyncIterable<unknown>): Promise<string[]> {
  const list: string[] = [];
  for await (const one of all) list.push(typeof one === 'string' ? one : JSON.stringify(one));
  return list;
}

type By = typeof engine;

async function expectSame(by: By, source: () => Source, options: object = {}): Promise<void> {
  const text = await outcome(() => by.parseText(source(), options));
  expect(text).toBe(await outcome(async () => JSON.stringify(await by.parse(source(), options))));
  await expectSameLines(by, source, options);
}

async function expectSameLines(by: By, source: () => Source, options: object): Promise<void> {
  const lines = await outcome(async () => (await collected(by.parseLines(source(), options))).join('\n'));
  expect(lines).toBe(await outcome(async () => (await collected(by.stream(source(), options))).join('\n')));
}

describe('parseText and parseLines', () => {
  it.each(FILES)('give the JSON of parse and stream: $name', async ({ text }) => {
    for (const by of ENGINES) await expectSame(by, () => bytesFrom(text));
  });

  it.each([1, 2, 3, 4])('give it of mutants, however they are read and cut: part %i', async (part) => {
    for (let run = 0; run < 150; run++) {
      const random = new Random(part * 10_000 + run);
      const bytes = bytesOf(recipeOf(random, FILES), FILES);
      const options = readOptions(random, ['837P-005010X222A1', '850-004010']);
      const cuts = cutAtRandom(bytes.length, random);
      await expectSame(random.pick(ENGINES), () => (random.chance(50) ? cuts.chunksOf(bytes) : bytes.slice()), options);
    }
  });

  it('give lines of loops, and hold events back, as stream does', async () => {
    const { text } = FILES.find(({ name }) => name.startsWith('claim-837p')) ?? expect.fail();
    await expectSameLines(engine, () => bytesFrom(text), { loop: '2300' });
    await expectSameLines(engine, () => bytesFrom(text), { holdBytes: 100_000 });
  });

  it('write what edit gives, in which data are text already', async () => {
    const { text } = GENERATED[0] ?? expect.fail();
    const document = await engine.parse(bytesFrom(text));
    const [set] = document.interchanges[0]?.groups[0]?.transactions ?? [];
    let copied = '';
    const edited = await engine.parseText(bytesFrom(text), {
      edit: ({ interchanges, findings }) => {
        const data = interchanges[0]?.groups[0]?.transactions[0]?.data;
        copied = JSON.stringify(data);
        return { count: findings.length, data, again: [data] };
      },
    });
    expect(copied).toBe(JSON.stringify(set?.data));
    const expected = { count: document.findings.length, data: set?.data, again: [set?.data] };
    expect(edited).toBe(JSON.stringify(expected));
    const kinds = engine.parseLines(bytesFrom(text), {
      edit: ({ kind }) => (kind === 'transaction' || kind === 'end' ? { kind } : undefined),
    });
    expect(new Set(await collected(kinds))).toEqual(new Set(['{"kind":"transaction"}', '{"kind":"end"}']));
    // Who only looks gets all of it.
    expect(await engine.parseText(bytesFrom(text), { edit: () => undefined })).toBe(JSON.stringify(document));
  });

  it('refuse an edit that gives a promise, whose JSON would be an empty object', async () => {
    const { text } = GENERATED[0] ?? expect.fail();
    const refused = { code: 'X12_OPTION_INVALID', details: { option: 'edit' } };
    const edit = async (read: object): Promise<object> => read;
    await expect(engine.parseText(bytesFrom(text), { edit })).rejects.toMatchObject(refused);
    await expect(collected(engine.parseLines(bytesFrom(text), { edit }))).rejects.toMatchObject(refused);
  });

  it('throw what edit throws, and read on', async () => {
    const bytes = bytesFrom(GENERATED[0]?.text ?? '');
    const fault = new Error('fault of the caller');
    const edit = (): never => {
      throw fault;
    };
    await expect(engine.parseText(bytes, { edit })).rejects.toBe(fault);
    await expectSame(engine, () => bytes);
  });

  it('read several inputs at once', async () => {
    const sources = GENERATED.map(({ text }) => bytesFrom(text));
    const texts = await Promise.all(
      sources.map((bytes) =>
        engine.parseText(
          (async function* () {
            for (let at = 0; at < bytes.length; at += 500) yield bytes.subarray(at, at + 500);
          })(),
        ),
      ),
    );
    for (const [index, bytes] of sources.entries())
      expect(texts[index]).toBe(JSON.stringify(await engine.parse(bytes)));
  });
});

describe('JSON that is too long', () => {
  const error = { code: 'X12_LIMIT_EXCEEDED', details: { value: 536_870_888 } };

  it('is told by its length, and by what writes it', () => {
    expect(() => requireTextRoom(536_870_888)).not.toThrow();
    expect(() => requireTextRoom(536_870_889)).toThrow(expect.objectContaining(error));
    const tooLong = {
      toJSON(): never {
        throw new RangeError('Invalid string length');
      },
    };
    expect(() => jsonTextOf(tooLong)).toThrow(expect.objectContaining(error));
  });
});

describe('what edits a document while it is written', () => {
  const text = FIXTURES.filter(({ name }) => name.includes('850')).map((file) => file.text)[0] ?? expect.fail();
  const two = bytesFrom(text + text.replaceAll('0001', '0002'));
  const by = ENGINES[0] ?? expect.fail();

  async function expectEdited(edit: (document: object) => object): Promise<void> {
    expect(await by.parseText(two, { edit })).toBe(JSON.stringify(edit(await by.parse(two))));
  }

  it('may make JSON of parts of it meanwhile, and has lone surrogates of its own', async () => {
    await expectEdited((document) => ({ size: { toJSON: () => JSON.stringify(document).length }, document }));
    await expectEdited((document) => ({ text: { toJSON: () => JSON.stringify(document) }, document }));
    await expectEdited((document) => ({ '\udc000': '\udc000', odd: '\udc00', document }));
  });

  it('may go on with lines that are being read', async () => {
    const lines = by.parseLines(two);
    await lines.next();
    const edit = (document: object): object => ({ late: { toJSON: () => void lines.next() }, document });
    const edited = await by.parseText(two, { edit });
    expect(edited).toBe(JSON.stringify({ document: await by.parse(two) }));
    await lines.return();
  });
});
