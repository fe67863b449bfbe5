import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import { Random } from '../../bench/generate/random.js';
import { idOf } from '../../src/engine/choose-guide.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { createWriter } from '../../src/engine/create-writer.js';
import type { Document } from '../../src/engine/document.js';
import type { GenerateOptions } from '../../src/engine/engine-options.js';
import { shortWays } from '../../src/engine/short-ways.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { exampleOf } from '../../src/guide/document/example.js';
import { lendWindow } from '../../src/guide/put/put-window.js';
import { forceWay, type ShortWay } from '../../src/guide/put/short-way.js';
import { encodeTransaction } from '../../src/guide/write/encode.js';
import { SegmentWriter } from '../../src/syntax/segment-writer.js';
import { mutatedJson } from '../before/json-ways.js';
import { generateOptions } from '../before/random-options.js';
import { dictionary, fullEngine, guide } from '../engine/guides.js';
import { DELIMITERS } from './batch.js';
import { SMALL_GUIDE } from './small-guide.js';

// An engine puts sets without a look, and reads them; who only writes has nobody who reads, and judges every value. Both give the same.

const GUIDES = ['837P-005010X222A1', '271-005010X279A1', '835-005010X221A1', '850-004010'].map(guide);
const clock = () => Date.UTC(2026, 3, 1, 9, 31);
const engine = fullEngine({ clock, guides: GUIDES });
const writer = createWriter({ clock, guides: GUIDES, dictionaries: ['004010', '005010'].map(dictionary) });

async function documentOf(set: (typeof SET_NAMES)[number], seed: number, bytes: number): Promise<Document> {
  return engine.parse(Buffer.concat([...generateFile({ set, seed, bytes, largestSet: seed })]));
}

function written(by: Pick<typeof engine, 'generate'>, document: Document, options: GenerateOptions = {}) {
  const { bytes, ...rest } = by.generate(document, { findings: 'report', ...options });
  return { text: Buffer.from(bytes).toString('latin1'), ...rest };
}

/** The same, or the words of what was thrown. */
function outcome(...given: Parameters<typeof written>): unknown {
  try {
    return written(...given);
  } catch (error) {
    return String(error);
  }
}

/** What stands in the window that waits. */
function waiting(): Buffer {
  return Buffer.from(lendWindow().bytes);
}

/** With every value judged. */
function longWay<T>(call: () => T): T {
  forceWay('long');
  try {
    return call();
  } finally {
    forceWay('short');
  }
}

type Json = Record<string, unknown>;

/** Objects of the document, the outer ones first. */
function objectsIn(value: unknown, found: Json[] = []): Json[] {
  if (typeof value !== 'object' || value === null) return found;
  if (!Array.isArray(value)) found.push(value as Json);
  for (const one of Object.values(value)) objectsIn(one, found);
  return found;
}

beforeAll(() => forceWay('short'));
afterAll(() => forceWay(undefined));

describe('sets that are put and read', () => {
  it('are what judging each value writes, whatever was done to the document', async () => {
    const random = new Random(77);
    const documents = await Promise.all(SET_NAMES.map((set) => documentOf(set, 1, 4_000)));
    for (let run = 0; run < 1_500; run++) {
      const document = mutatedJson(random, random.pick(documents), () => undefined);
      const options = random.chance(30) ? generateOptions(random) : {};
      const judged = longWay(() => outcome(writer, document, options));
      expect(outcome(engine, document, options)).toEqual(judged);
      expect(outcome(writer, document, options)).toEqual(judged);
    }
  });

  it('are so where they are right: nothing is left to the long way', async () => {
    for (const set of SET_NAMES) {
      const document = await documentOf(set, 2, 100_000);
      const lengths: number[] = [];
      for (const { guide: id = '', data } of document.interchanges.flatMap(({ groups }) =>
        groups.flatMap(({ transactions }) => transactions),
      )) {
        const plan = compileGuide(GUIDES.find((one) => idOf(one) === id) ?? expect.fail());
        const way = shortWays(100)(plan);
        const shortWay: ShortWay = (...asked) => {
          const segments = way(...asked);
          lengths.push(segments);
          return segments;
        };
        const sink = new SegmentWriter({ delimiters: DELIMITERS });
        const options = { controlNumber: '0001', at: { interchange: 1 } };
        const { findings, segments } = encodeTransaction(plan, data, sink, { ...options, shortWay });
        expect([findings, segments]).toEqual([[], lengths.at(-1)]);
        const text = Buffer.from(sink.take()).toString('latin1');
        const count = text.split('~').length - 1;
        expect([count, text.slice(text.lastIndexOf('SE*'))]).toEqual([segments, `SE*${count}*0001~`]);
        // Of segments that are judged one by one none but the envelope is written value by value.
        const watched = new SegmentWriter({ delimiters: DELIMITERS });
        const begin = vi.spyOn(watched, 'begin');
        encodeTransaction(plan, data, watched, options);
        expect(Buffer.from(watched.take()).toString('latin1')).toBe(text);
        expect(new Set(begin.mock.calls.flat())).toEqual(new Set(['ST']));
      }
      expect(lengths.length).toBeGreaterThan(0);
    }
  });

  it('are tried for as long as few of them are put in vain', () => {
    const plan = compileGuide(structuredClone(SMALL_GUIDE));
    const asked: number[] = [];
    const write = (segments: number) => {
      const sink = new SegmentWriter({ delimiters: DELIMITERS });
      const before = asked.length;
      const shortWay: ShortWay = () => {
        asked.push(segments);
        return segments;
      };
      const options = { controlNumber: '0001', at: { interchange: 1 }, shortWay };
      return { ...encodeTransaction(plan, exampleOf(SMALL_GUIDE), sink, options), isAsked: asked.length > before };
    };
    forceWay(undefined);
    try {
      const first = write(-40);
      expect(first.isAsked).toBe(true);
      // What went the long way counts for a quarter.
      let written = first.segments / 4;
      for (let sets = 0; written < 8 * 40; sets++) {
        const { isAsked, segments } = write(100);
        expect([sets, isAsked]).toEqual([sets, false]);
        written += segments / 4;
      }
      expect(write(100)).toMatchObject({ isAsked: true, segments: 100 });
      // Written the short way, it outweighs what was put in vain: one in so many may fail.
      expect(write(-10).isAsked).toBe(true);
      expect(write(100).isAsked).toBe(true);
    } finally {
      forceWay('short');
    }
  });

  it('tell a key without a name, wherever it stands', async () => {
    const document = await documentOf('837P', 1, 4_000);
    let places = 0;
    for (const one of objectsIn(document.interchanges[0]?.groups[0]?.transactions[0]?.data)) {
      for (const value of ['', undefined, 'x']) {
        one[''] = value;
        const found = written(engine, document).findings;
        expect(found.map(({ reason }) => reason)).toContain('property-unknown');
        delete one[''];
      }
      places++;
    }
    expect(places).toBeGreaterThan(50);
  });

  it('may be longer than a window, and break it anywhere', async () => {
    for (const set of SET_NAMES) {
      const document = await documentOf(set, 3, 300_000);
      expect(written(engine, document)).toEqual(written(writer, document));
      // The last claim, benefit, or line is at fault.
      const last = objectsIn(document).findLast((one) =>
        Object.keys(one).some((key) => /_(SVC|SV1|EB|PO1)$/.test(key)),
      );
      if (last !== undefined) last.unknown_ZZ = {};
      const spoilt = written(engine, document);
      expect(spoilt).toEqual(written(writer, document));
      expect(spoilt.findings.map(({ reason }) => reason)).toEqual(last === undefined ? [] : ['property-unknown']);
    }
  });

  it.each([
    ['longer than a window', 70_000],
    ['as long as what is left of one', 16_000],
  ])('have texts that are %s', async (_, length) => {
    const document = await documentOf('850', 1, 4_000);
    const long = objectsIn(document).find((one) => 'free_form_description_05' in one || 'description_05' in one) ?? {};
    for (const key of Object.keys(long).filter((one) => one.endsWith('_05'))) long[key] = 'X'.repeat(length);
    expect(written(engine, document)).toEqual(written(writer, document));
  });

  it('are written the long way where a getter of the data writes meanwhile', async () => {
    const document = await documentOf('837P', 1, 4_000);
    const other = await documentOf('837P', 2, 4_000);
    const plain = written(engine, structuredClone(document));
    const expected = written(engine, structuredClone(other));
    const within: unknown[] = [];
    for (const one of objectsIn(document).slice(20, 40))
      for (const [key, value] of Object.entries(one))
        Object.defineProperty(one, key, {
          enumerable: true,
          get: () => {
            within.push(written(engine, other));
            return value;
          },
        });
    expect(written(engine, document)).toEqual(plain);
    expect(within.length).toBeGreaterThan(10);
    for (const one of within) expect(one).toEqual(expected);
  });

  it('leave nothing behind, right, wrong, or broken off by what was thrown', async () => {
    const marker = 'ZZMARKERZZ';
    const document = await documentOf('837P', 1, 4_000);
    const named = objectsIn(document).filter((one) => 'subscriber_last_name_03' in one);
    expect(named.length).toBeGreaterThan(0);
    for (const one of named) one.subscriber_last_name_03 = marker;
    const wrong = structuredClone(document);
    for (const one of objectsIn(wrong).filter((each) => 'subscriber_last_name_03' in each))
      one.subscriber_first_name_04 = `${marker}~`;
    const throwing = structuredClone(document);
    Object.defineProperty(
      objectsIn(throwing).findLast((one) => Object.keys(one).some((key) => key.endsWith('_SV1'))),
      'a',
      {
        enumerable: true,
        get: () => {
          throw new Error(marker);
        },
      },
    );
    // What the last but the SE had stands behind all that comes after it.
    const late = structuredClone(document);
    const flat = objectsIn(late.interchanges[0]?.groups[0]?.transactions[0]?.data).filter(
      (one) =>
        !Object.keys(one).some((key) => key.includes('_set_')) &&
        Object.values(one).every((value) => typeof value === 'string'),
    );
    Object.assign(flat.at(-1) ?? expect.fail(), {
      [Object.keys(flat.at(-1) ?? {}).at(-1) ?? '']: marker.repeat(30),
      unknown: '',
    });
    for (const each of [document, wrong, throwing, late]) {
      written(engine, each);
      written(writer, each);
      expect(waiting().includes(marker)).toBe(false);
    }
    const onRepair = () => {
      throw new Error('told enough');
    };
    const small = {
      characterSet: 'basic',
      repairs: { convertToUppercase: true },
      onRepair,
    } as unknown as GenerateOptions;
    expect(() => written(writer, wrong, small)).toThrow();
    expect(waiting().includes(marker)).toBe(false);
  });

  it('stand where the data has them, though they would be right elsewhere', () => {
    const given = { clock, guides: [SMALL_GUIDE] };
    const transactions = [{ guide: idOf(SMALL_GUIDE), data: exampleOf(SMALL_GUIDE) as Json }];
    const header = {
      senderQualifier: 'ZZ',
      senderId: 'AA',
      receiverQualifier: 'ZZ',
      receiverId: 'BB',
      usageIndicatorCode: 'T',
    };
    const document = { interchanges: [{ header, groups: [{ transactions }] }] } as unknown as Document;
    const both = () => [written(createEngine(given), document), written(createWriter(given), document)] as const;
    const [sound] = both();
    expect(sound.findings).toEqual([]);
    // As a member's it is what reading would find.
    const source = objectsIn(document).find((one) => 'name_NM1' in one) ?? expect.fail();
    source.subscriber_HL_loop = [{ policy_REF: { qualifier_01: '1L', identifier_02: '12' } }];
    const [put, judged] = both();
    expect(put).toEqual(judged);
    expect(put.findings.map(({ reason }) => reason)).toEqual(['element-code']);
  });
});
