import { describe, expect, it } from 'vitest';
import { claimStatuses } from '../../../src/claims/index.js';
import { loadGuide } from '../../../src/guides/catalogue.js';
import { guide, parsed, readFixture, setOf } from './report-fixtures.js';

async function statusesOf(x12: string) {
  return claimStatuses(guide, (await parsed(x12)).data);
}

/** A 277CA with the STCs of one claim. */
async function claimWith(...statuses: readonly string[]) {
  const segments = [
    'BHT*0085*08*X*20260302*1030*TH~HL*1**20*1~NM1*PR*2*NORTH*****PI*P1~TRN*1*R1~DTP*050*D8*20260302~DTP*009*D8*20260302~',
    'HL*2*1*21*1~NM1*41*2*MAPLE*****46*MB1~TRN*2*B1~STC*A1:19:PR*20260302*WQ*1~HL*3*2*19*1~NM1*85*2*CLINIC*****XX*1555001019~',
    `HL*4*3*PT~NM1*QC*1*LIND*ROSA****MI*M1~TRN*2*PCN1~${statuses.join('~')}~DTP*472*D8*20260301~`,
  ];
  const { claims } = await statusesOf(setOf(segments.join('')));
  return claims[0];
}

describe('claimStatuses', () => {
  it('says which claims were taken and which were not, by all their numbers', async () => {
    const { reportId, date, claims, refusals } = await statusesOf(readFixture('answers/of-a-payer.edi'));
    expect({ reportId, date, refusals }).toEqual({ reportId: 'ACK-1', date: '2026-03-02', refusals: [] });
    const told = claims.map((one) => [one.patientControlNumber, one.outcome, one.payerClaimNumber, one.charge]);
    expect(told).toEqual([
      ['PCN7F3K9Q2X', 'accepted', 'NH-2026-9', '185.5'],
      ['PCN7F3K9Q3X', 'rejected', undefined, '150'],
      ['PCN-A5', 'accepted', 'NH-2026-10', '150'],
      ['PCNI1H5R8', 'rejected', undefined, '200'],
    ]);
    expect(claims.map(({ isSplit }) => isSplit)).toEqual([false, false, true, false]);
    expect(claims[0]).toMatchObject({
      ...{ claimNumber: '01JTESTREF0000000000000001', transactionId: '01JTESTCLAIM00000000000001' },
      ...{ from: '2026-02-10', to: '2026-02-11', source: { name: 'NORTH HEALTH' }, patient: { name: 'LIND' } },
      providers: [{ qualifier: 'XX', id: '1555001019' }],
    });
  });

  it('gives each code of each STC with its names, and what the STC says beside', async () => {
    const { claims } = await statusesOf(readFixture('answers/of-a-payer.edi'));
    const [, second] = claims[1]?.statuses ?? [];
    expect(claims[1]?.statuses.map(({ category, status }) => `${category}:${status}`)).toEqual([
      ...['A3:21', 'A7:562', 'A7:145', 'A6:464'],
    ]);
    expect(second).toEqual({
      ...{ category: 'A7', categoryName: 'Rejected, information invalid', status: '562', statusName: 'NPI' },
      ...{ entity: '82', entityName: 'Rendering Provider', date: '2026-03-02', action: 'U' },
      text: 'TAXONOMY AND NPI DISAGREE',
    });
    expect(claims[1]?.lines[1]).toMatchObject({
      ...{ lineControlNumber: 'LINE-2', procedureQualifier: 'NU', charge: '50', from: '2026-02-12', to: '2026-02-13' },
      statuses: [{ category: 'A7', status: '455', statusName: 'Revenue code', action: 'U' }],
    });
  });

  it.each([
    ['A1', ['STC*A1:19*20260302*WQ*1'], 'accepted'],
    ['A2', ['STC*A2:20*20260302*WQ*1'], 'accepted'],
    ['A3', ['STC*A3:21*20260302*U*1'], 'rejected'],
    ['A6', ['STC*A6:21*20260302*U*1'], 'rejected'],
    ['A7', ['STC*A7:21*20260302*U*1'], 'rejected'],
    ['A8', ['STC*A8:21*20260302*U*1'], 'rejected'],
    ['A2 beside A7', ['STC*A2:20*20260302*WQ*1', 'STC*A7:562*20260302*WQ*1'], 'rejected'],
    ['A1 that is refused', ['STC*A1:19*20260302*U*1'], 'rejected'],
    ['a code that nobody knows', ['STC*Q9:9999*20260302*WQ*1'], 'undecided'],
  ])('%s is told as it is meant', async (_, statuses, outcome) => {
    expect((await claimWith(...statuses))?.outcome).toBe(outcome);
  });

  it('has no name for a code that nobody knows, also where objects have a property of that name', async () => {
    const claim = await claimWith('STC*Q9:constructor:toString*20260302*WQ*1');
    expect(claim?.statuses).toMatchObject([{ category: 'Q9', status: 'constructor', entity: 'toString' }]);
    expect(claim?.statuses[0]).toMatchObject({
      ...{ categoryName: undefined, statusName: undefined, entityName: undefined },
    });
  });

  it('tells of batches and providers that were refused whole', async () => {
    const batch = await statusesOf(readFixture('answers/batch-rejected.edi'));
    expect(batch.refusals.map(({ kind, providers }) => [kind, providers.length])).toEqual([['batch', 0]]);
    expect(batch.refusals[0]?.statuses.length).toBeGreaterThan(0);
    const provider = await statusesOf(readFixture('answers/provider-rejected.edi'));
    expect(provider.refusals.some(({ kind, providers }) => kind === 'provider' && providers.length > 0)).toBe(true);
  });

  it('refuses guides and data that are of no 277CA', async () => {
    const { data } = await parsed(readFixture('277ca-accepted.edi'));
    const other = await loadGuide('850-004010');
    expect(() => claimStatuses(other, data)).toThrow(expect.objectContaining({ code: 'X12_PATH_INVALID' }));
    for (const wrong of [{}, { segments: [] }])
      expect(() => claimStatuses(guide, wrong)).toThrow(expect.objectContaining({ code: 'X12_DATA_INVALID' }));
  });
});
