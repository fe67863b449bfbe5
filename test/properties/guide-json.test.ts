import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addGuideKeywords } from '../../src/ajv/add-guide-keywords.js';
import type { Document } from '../../src/engine/document.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import type { Finding } from '../../src/model/finding.js';
import type { JsonObject } from '../../src/model/json.js';
import { dictionary, fullEngine, guide } from '../engine/guides.js';
import { guideJson } from './guide-json.js';

const RUNS = Number(process.env.EDILOOM_RUNS ?? 15);
const TIMEOUT = 30_000 + RUNS * 400;
const IDS = [
  '270-005010X279A1',
  '271-005010X279A1',
  '837P-005010X222A1',
  '835-005010X221A1',
  '834-005010X220A1',
].concat([
  ...[
    '999-005010X231A1',
    '850-004010',
    '856-004010',
    '810-004010',
    '997-004010',
    '990-004010',
    '864-004010',
    '204-004010',
  ],
]);
/** Those that ajv compiles fast. */
const SMALL = new Set(['270-005010X279A1', '999-005010X231A1', '997-004010', '990-004010', '864-004010']);
const MOMENT = { date: '2026-03-02', time: '10:15' };
const HEADER = {
  senderQualifier: 'ZZ',
  senderId: 'SENDER',
  receiverQualifier: 'ZZ',
  receiverId: 'RECEIVER',
  ...MOMENT,
};
const engine = fullEngine();
const dictionaries = [dictionary('004010'), dictionary('005010')];

describe.each(IDS)('guide-valid JSON of %s', (id) => {
  const plan = compileGuide(guide(id), { dictionaries });
  const made = guideJson(plan);

  it('comes back from encoding and decoding, without findings', { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(made, async (data) => {
        const { bytes, findings } = engine.generate(documentOf(id, data), { findings: 'report' });
        expect(plain(findings)).toEqual([]);
        const read = await engine.parse(bytes);
        expect(plain(findingsOf(read))).toEqual([]);
        expect(withoutFrame(read.interchanges[0]?.groups[0]?.transactions[0]?.data)).toEqual(data);
        // What was written is canonical: it comes back byte for byte.
        expect(text(engine.generate(read, { findings: 'report' }).bytes)).toBe(text(bytes));
      }),
      { numRuns: RUNS },
    );
  });

  it.runIf(SMALL.has(id))('is accepted by ajv', { timeout: TIMEOUT }, () => {
    // What is run a few times need not be optimized, which takes longer.
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, code: { optimize: false } });
    const validate = addGuideKeywords(ajv).compile(guide(id));
    fc.assert(
      fc.property(made, (data) => {
        validate(data);
        expect(validate.errors ?? []).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

function documentOf(id: string, data: JsonObject) {
  return {
    interchanges: [{ header: HEADER, groups: [{ header: MOMENT, transactions: [{ guide: id, data }] }] }],
  };
}

/** Without ST, SE, LS and LE: reading gives some of them, the JSON that was made leaves them to the writer. */
function withoutFrame(data: JsonObject | undefined): unknown {
  return JSON.parse(
    JSON.stringify(data, (key, value) => (/_(ST|SE|LS|LE)$/.test(key) || isEmpty(value) ? undefined : value)),
  );
}

// A section that holds nothing but its ST or SE.
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).every((key) => /_(ST|SE)$/.test(key));
}

/** Rules between elements (balances, situations) are not part of the structure that was made. */
function plain(findings: readonly Finding[]): unknown[] {
  return findings.filter((found) => found.rule === undefined).map(({ reason, at }) => ({ reason, ...at }));
}

function findingsOf({ findings, interchanges }: Document): Finding[] {
  const groups = interchanges.flatMap((interchange) => interchange.groups);
  const sets = groups.flatMap((group) => group.transactions);
  return [...findings, ...[...interchanges, ...groups, ...sets].flatMap((part) => part.findings)];
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
