import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import { Random } from '../../bench/generate/random.js';
import { idOf } from '../../src/engine/choose-guide.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { createWriter } from '../../src/engine/create-writer.js';
import type { Document } from '../../src/engine/document.js';
import type { GenerateOptions } from '../../src/engine/engine-options.js';
import { exampleOf } from '../../src/guide/document/example.js';
import { lendWindow } from '../../src/guide/put/put-window.js';
import { forceShortWay } from '../../src/guide/write/encode.js';
import { mutatedJson } from '../before/json-ways.js';
import { generateOptions } from '../before/random-options.js';
import { dictionary, fullEngine, guide } from '../engine/guides.js';
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

type Json = Record<string, unknown>;

/** Objects of the document, the outer ones first. */
function objectsIn(value: unknown, found: Json[] = []): Json[] {
  if (typeof value !== 'object' || value === null) return found;
  if (!Array.isArray(value)) found.push(value as Json);
  for (const one of Object.values(value)) objectsIn(one, found);
  return found;
}

beforeAll(() => forceShortWay(true));
afterAll(() => forceShortWay(false));

describe('sets that are put and read', () => {
  it('are what judging each value writes, whatever was done to the document', async () => {
    const random = new Random(77);
    const documents = await Promise.all(SET_NAMES.map((set) => documentOf(set, 1, 4_000)));
    for (let run = 0; run < 1_500; run++) {
      const document = mutatedJson(random, random.pick(documents), () => undefined);
      const options = random.chance(30) ? generateOptions(random) : {};
      expect(outcome(engine, document, options)).toEqual(outcome(writer, document, options));
    }
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
    for (const each of [document, wrong, throwing]) {
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
