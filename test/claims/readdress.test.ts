import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { type ClaimType, shapeOf } from '../../src/claims/claim-type.js';
import { loadGuides } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject } from '../../src/model/json.js';

const FOLDER = new URL('../../fixtures/claims/', import.meta.url);
const TYPES: Readonly<Record<string, ClaimType>> = { p: 'professional', i: 'institutional', d: 'dental' };
const guides = await loadGuides();
const files = readdirSync(FOLDER).filter((name) => /^[pid]\d.*\.edi$/.test(name));

const NEW = {
  transactionId: 'OUR-TRANSACTION',
  claimNumber: 'OUR-CLAIM',
  route: { submitterId: 'OURSUBMITTER', receiverName: 'THE PAYER', receiverId: 'RECEIVER9', payerId: 'PAYER9' },
};

function segmentsOf(text: string): readonly string[] {
  return text.split('~').map((segment) => segment.trim());
}

async function readdressed(name: string, change: (text: string) => string = (text) => text) {
  const type = TYPES[name.charAt(0)] ?? 'professional';
  const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
  if (guide === undefined) throw new Error(`no guide of ${type}`);
  const engine = createEngine({ guides: [guide] });
  const codec = createClaimCodec(type, guide);
  const text = change(readFileSync(new URL(name, FOLDER), 'utf8'));
  const document = await engine.parse(Buffer.from(text));
  const interchange = document.interchanges[0];
  const data = interchange?.groups[0]?.transactions[0]?.data as JsonObject;
  const before = JSON.stringify(data);
  const [found] = codec.decode(data).claims;
  if (interchange === undefined || found === undefined) throw new Error('no claim');
  let made = 0;
  const result = codec.readdress(data, found, { ...NEW, makeNumber: () => `MADE${++made}` });
  expect(JSON.stringify(data)).toBe(before);
  expect(result.notes).toEqual([]);
  const { header, delimiters } = interchange;
  const groups = [{ header: { date: '2026-03-01', time: '0915' }, transactions: [result.transaction] }];
  const { bytes } = engine.generate({ interchanges: [{ header, delimiters, groups }] }, { findings: 'report' });
  return { before: segmentsOf(text), after: segmentsOf(new TextDecoder().decode(bytes)), ...result };
}

/** Segments of the envelope, and the numbers of sets and groups that stand at their ends. */
const ENVELOPE = /^(ISA|GS|ST|SE|GE|IEA)\*|^$/;

describe('a claim that came as an 837', () => {
  it.each(files)('%s goes out as it came, but for who sends it and what answers name', async (name) => {
    const { before, after } = await readdressed(name);
    const gone = before.filter((segment) => !ENVELOPE.test(segment) && !after.includes(segment));
    const come = after.filter((segment) => !ENVELOPE.test(segment) && !before.includes(segment));
    expect(gone.map((segment) => /^(BHT|NM1\*41|NM1\*40|NM1\*PR|REF\*D9)/.exec(segment)?.[0])).not.toContain(undefined);
    expect(come).toEqual([
      expect.stringMatching(/^BHT\*0019\*00\*OUR-TRANSACTION\*/),
      expect.stringMatching(/^NM1\*41\*.*\*46\*OURSUBMITTER$/),
      'NM1*40*2*THE PAYER*****46*RECEIVER9',
      expect.stringMatching(/^NM1\*PR\*2\*.*\*PI\*PAYER9$/),
      'REF*D9*OUR-CLAIM',
    ]);
    // The same segments at the same places: none has moved, come twice or been lost.
    const tags = (all: readonly string[]) =>
      all.filter((one) => !one.startsWith('REF*D9')).map((one) => one.split('*')[0]);
    expect(tags(after)).toEqual(tags(before));
  });

  it.each(files)('%s gets numbers for lines that have none, and keeps those that are there', async (name) => {
    const withNumbers = await readdressed(name);
    expect(withNumbers.lineNumbers.filter((number) => number.startsWith('MADE'))).toEqual([]);
    let kept = 0;
    const { after, before, lineNumbers } = await readdressed(name, (text) =>
      text.replace(/REF\*6R\*[^~]*~\n?/g, (segment) => (kept++ === 0 ? segment : '')),
    );
    const made = lineNumbers.map((_, at) => `MADE${at}`).slice(1);
    expect(lineNumbers.slice(1)).toEqual(made);
    expect(after.filter((segment) => segment.startsWith('REF*6R*'))).toEqual(lineNumbers.map((one) => `REF*6R*${one}`));
    expect(after.filter((segment) => segment.startsWith('REF*6R*MADE'))).toHaveLength(made.length);
    expect(before.filter((segment) => segment.startsWith('REF*6R*'))).toHaveLength(1);
  });
});
