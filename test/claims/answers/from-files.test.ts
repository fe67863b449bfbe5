import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { claimStatuses, matchAnswers, submittedClaims } from '../../../src/claims/index.js';
import { loadGuide } from '../../../src/guides/catalogue.js';
import { createEngine } from '../../../src/index.js';
import { isObject } from '../../../src/mapping/occurrences.js';
import { remittance } from '../../../src/remittance/index.js';

const professional = await loadGuide('837P-005010X222A1');
const institutional = await loadGuide('837I-005010X223A2');
const dental = await loadGuide('837D-005010X224A2');
const acknowledgment = await loadGuide('277CA-005010X214');
const payment = await loadGuide('835-005010X221A1');
const engine = createEngine({ guides: [professional, institutional, dental, acknowledgment, payment] });

async function dataOf(x12: string | Uint8Array) {
  const { interchanges } = await engine.parse(typeof x12 === 'string' ? new TextEncoder().encode(x12) : x12);
  const set = interchanges[0]?.groups[0]?.transactions[0];
  if (set === undefined) throw new Error('no set');
  return set.data;
}

const fixture = (name: string): Uint8Array => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url));

it.each([
  ['claims/p1-subscriber.edi', professional],
  ['claims/p2-dependent-cob.edi', professional],
  ['claims/i1-inpatient.edi', institutional],
  ['claims/d1-crown.edi', dental],
])('%s has the claims that its segments say', async (name, guide) => {
  const bytes = fixture(name);
  const lines = new TextDecoder().decode(bytes).split(/~\s*/);
  const element = (start: string, at: number) => lines.find((line) => line.startsWith(start))?.split('*')[at];
  expect(submittedClaims(guide, await dataOf(bytes))).toMatchObject([
    {
      patientControlNumber: element('CLM*', 1),
      charge: String(Number(element('CLM*', 2))),
      transactionId: element('BHT*', 3),
      billingNpi: element('NM1*85', 9),
      memberId: element('NM1*IL', 9),
    },
  ]);
});

it('what a 277CA and an 835 say comes to the claims of an 837', async () => {
  const sent = submittedClaims(professional, await dataOf(fixture('claims/p1-subscriber.edi')));
  const number = sent[0]?.patientControlNumber ?? '';
  const ca = new TextDecoder()
    .decode(fixture('claim-acknowledgment-277ca/input.edi'))
    .replace('TRN*2*CLAIM1', `TRN*2*${number}`);
  const era = new TextDecoder().decode(fixture('remittance-835/input.edi')).replace('CLP*A-1001', `CLP*${number}`);
  const answers = {
    statuses: [claimStatuses(acknowledgment, await dataOf(ca))],
    remittances: [remittance(payment, await dataOf(era))],
  };
  const accepted = matchAnswers(sent, { statuses: answers.statuses });
  expect(accepted.claims.map(({ standing }) => standing)).toEqual(['accepted']);
  const paid = matchAnswers(sent, answers);
  expect(paid.claims).toMatchObject([{ standing: 'processed', paid: '130', patientResponsibility: '15' }]);
  // All that the 835 says of the claim comes with it.
  expect(paid.claims[0]?.payments[0]?.claim.lines.map((line) => line.adjustments[0]?.reasonName)).toEqual([
    'Deductible',
    'Over fee schedule',
  ]);
});

it('reads subscribers and dependents of several providers', async () => {
  const [first, second] = [
    await dataOf(fixture('claims/p1-subscriber.edi')),
    await dataOf(fixture('claims/p2-dependent-cob.edi')),
  ];
  const providers = [first, second].flatMap(({ detail }) =>
    isObject(detail ?? null) ? Object.entries(detail ?? {}) : [],
  );
  const [key = ''] = providers.map(([name]) => name);
  const both = { ...first, detail: { [key]: providers.flatMap(([, loops]) => loops) } };
  const claims = [first, second]
    .flatMap((data) => submittedClaims(professional, data))
    .map(({ transactionId: _, ...one }) => one);
  expect(claims).toHaveLength(2);
  expect(submittedClaims(professional, both).map(({ transactionId: _, ...one }) => one)).toEqual(claims);
  expect(() => submittedClaims(professional, { claim_information_CLM: {} })).toThrow(
    expect.objectContaining({ code: 'X12_DATA_INVALID' }),
  );
});

it('refuses guides of other sets', async () => {
  expect(() => submittedClaims(payment, { heading: {} })).toThrow(
    expect.objectContaining({ code: 'X12_PATH_INVALID' }),
  );
});
