import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { type ClaimType, shapeOf } from '../../src/claims/claim-type.js';
import { normalise } from '../../src/claims/prepare-claim.js';
import { loadGuides } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject } from '../../src/model/json.js';

const FOLDER = new URL('../../fixtures/claims/', import.meta.url);
const TYPES: Readonly<Record<string, ClaimType>> = { p: 'professional', i: 'institutional', d: 'dental' };
const guides = await loadGuides();

const examples = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));

function readText(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

function toolsOf(name: string) {
  const type = TYPES[name.charAt(0)] ?? 'professional';
  const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
  if (guide === undefined) throw new Error(`no guide of ${type}`);
  return { type, codec: createClaimCodec(type, guide), engine: createEngine({ guides: [guide] }) };
}

describe('claims in JSON and X12', () => {
  it.each(examples)('%s is written as its 837', (name) => {
    const { codec, engine } = toolsOf(name);
    const edi = readText(`${name}.edi`);
    const [, transactionId = '', date = '', time = ''] = /BHT\*0019\*00\*(\w+)\*(\d+)\*(\d+)/.exec(edi) ?? [];
    const { transaction, notes } = codec.write(JSON.parse(readText(`${name}.json`)), { transactionId, date, time });
    expect(notes).toEqual([]);
    const controlNumber = Number(/IEA\*1\*(\d+)/.exec(edi)?.[1]);
    const header = {
      ...{ senderQualifier: 'ZZ', senderId: 'EDILOOMTEST', receiverQualifier: 'ZZ', receiverId: 'TESTPAYER' },
      ...{ usageIndicatorCode: 'T', date: '2026-03-01', time: '0915', controlNumber },
    } as const;
    const group = { header: { date: '2026-03-01', time: '091500', controlNumber }, transactions: [transaction] };
    const delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };
    const { bytes } = engine.generate({ interchanges: [{ header, delimiters, groups: [group] }] }, { newline: '\n' });
    expect(new TextDecoder().decode(bytes)).toBe(edi);
  });

  it.each(examples)('%s is read as the normal form of its JSON', async (name) => {
    const { type, codec, engine } = toolsOf(name);
    const document = await engine.parse(Buffer.from(readText(`${name}.edi`)));
    const data = document.interchanges[0]?.groups[0]?.transactions[0]?.data as JsonObject;
    const { claims, notes } = codec.decode(data);
    expect(notes).toEqual([]);
    const { usageIndicator: _, ...request } = normalise(type, JSON.parse(readText(`${name}.json`)));
    const { subscriber, dependent } = request;
    // Of a subscriber who is not the patient the set has no address.
    if (dependent !== undefined) delete (subscriber as Record<string, unknown>).address;
    expect(claims.map((claim) => normalise(type, claim.request))).toEqual([request]);
  });
});
