import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import { type ClaimType, shapeOf } from '../../src/claims/claim-type.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { loadGuides } from '../../src/guides/catalogue.js';
import { compareClaims } from '../corpus/claims/compare-claims.js';
import { LOSSES } from '../corpus/claims/losses.js';

const TYPES: readonly ClaimType[] = ['professional', 'institutional', 'dental'];
const FIXTURES = new URL('../../fixtures/', import.meta.url);
const guides = await loadGuides();
const engine = createEngine({ guides });
const codecs = new Map(
  TYPES.flatMap((type) => {
    const guide = guides.find(({ $id }) => $id.endsWith(`:${shapeOf(type).guide}`));
    return guide === undefined ? [] : [[shapeOf(type).guide, createClaimCodec(type, guide)] as const];
  }),
);

const read = (path: string) => readFileSync(new URL(path, FIXTURES), 'utf8');
const compared = (text: string) => compareClaims(new TextEncoder().encode(text), engine, codecs);

const FILES = [
  ...readdirSync(new URL('claims/', FIXTURES)).filter((name) => /^[pid].*\.edi$/.test(name)),
  '../claim-837p/input.edi',
].map((name) => `claims/${name}`);

describe('an 837 that is read as a request and written again', () => {
  it.each(FILES)('%s comes back segment for segment', async (path) => {
    const claims = await compared(read(path));
    expect(claims.length).toBeGreaterThan(0);
    for (const claim of claims) expect(claim).toMatchObject({ reasons: [], unexplained: [] });
  });

  it('comes back claim by claim where a set has several', async () => {
    const text = read('claims/p1-subscriber.edi');
    const from = text.indexOf('CLM*');
    const claim = text.slice(from, text.indexOf('SE*'));
    const claims = await compared(
      text.slice(0, from) + claim + claim.replace('185.5', '185.50') + text.slice(text.indexOf('SE*')),
    );
    expect(claims).toMatchObject([
      { reasons: [], unexplained: [] },
      { reasons: [], unexplained: [] },
    ]);
  });

  /** Each reason of the list, by an edit of a file that comes back whole. */
  const LOST: readonly (readonly [string, string, string, string])[] = [
    [
      ...(['of a subscriber who is not the patient', 'p2-dependent-cob'] as const),
      ...(['MI*SHP0099~\n', 'MI*SHP0099~\nN3*5 Oak Ave~\nN4*Dayton*OH*454030003~\nDMG*D8*19790214*F~\n'] as const),
    ],
    ['who renders is not named', 'p1-subscriber', 'XX*1555001027~', 'XX*1555001019~'],
    ['a place of service is not repeated', 'p1-subscriber', '*UN*1***1:2~', '*UN*1*11**1:2~'],
    ['a request has the id that a payer has', 'p1-subscriber', '*PI*99901~', '*XV*99901~'],
    ['whether the address for payments', 'p1-subscriber', 'NM1*87*2~', 'NM1*87*1~'],
    ['the period of a statement', 'i2-outpatient-cob', 'RD8*20260120-20260120~\nCL1', 'D8*20260120~\nCL1'],
    ['what kind of place CLM05 names', 'p1-subscriber', '11:B:1', '11::1'],
    ['the guide has no place', 'p2-dependent-cob', 'AMT*D*60~\n', 'AMT*D*60~\nAMT*F2*15~\n'],
    ['the composites of the file', 'p1-subscriber', 'HI*ABK:E119*ABF:I10~', 'HI*ABK>E119*ABF>I10~'],
    ['CLM06 is not used', 'i2-outpatient-cob', '13:A:1**A', '13:A:1*Y*A'],
    ['a group that has a number', 'p1-subscriber', 'SBR*P*18*G-100***', 'SBR*P*18*G-100*STAFF**'],
    ['a group that has a number', 'i2-outpatient-cob', 'SBR*S**G-200***', 'SBR*S***STAFF**'],
    ['tax numbers are written', 'p1-subscriber', 'REF*EI*123456780~', 'REF*EI*12-3456780~'],
    [
      'the receiver of a dental claim',
      'd1-crown',
      'NM1*40*2*Sample Dental*****46*99904~',
      'NM1*40*2*Sample Dental*****46*77~',
    ],
  ];

  it.each(LOST)('loses what the list says: %s (%s)', async (reason, name, from, to) => {
    const text = read(`claims/${name}.edi`);
    expect(text).toContain(from);
    const [claim] = await compared(text.replace(from, to));
    const { reason: whole } = LOSSES.find((loss) => loss.reason.startsWith(reason)) ?? { reason };
    expect(claim).toMatchObject({ reasons: [whole], unexplained: [] });
  });

  it('has an edit here for each reason', () => {
    const without = LOSSES.filter(({ reason }) => !LOST.some(([start]) => reason.startsWith(start)));
    expect(without).toEqual([]);
  });

  it('is told of where something else is lost', async () => {
    const text = read('claims/p1-subscriber.edi').replace('PWK*OZ*EL***AC*ACN0001~', 'PWK*OZ*EL***XX*ACN0001~');
    const [claim] = await compared(text);
    expect(claim?.unexplained).toEqual(['-2300/PWK', '+2300/PWK']);
  });
});
