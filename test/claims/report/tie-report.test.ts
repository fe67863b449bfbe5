import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClaimEntry, ReportEntry } from '../../../src/claims/report/flat-report.js';
import { type SentClaim, tieClaim, tieRefusal } from '../../../src/claims/report/tie-report.js';
import { codec, parsed, readFixture } from './report-fixtures.js';

const ROSA: SentClaim = {
  claimNumber: '01JTESTREF0000000000000001',
  transactionId: '01JTESTCLAIM00000000000001',
  patientControlNumber: 'PCN7F3K9Q2X',
  payer: 'north',
  charge: '185.50',
  memberId: 'SHP0012345',
  billingNpi: '1555001019',
  billingTaxId: '123456780',
};
/** The same patient and number, of another day. */
const OTHER: SentClaim = {
  ...ROSA,
  claimNumber: '01JTESTREF0000000000000009',
  transactionId: '01JTESTCLAIM00000000000009',
};

async function entriesOf(name: string, change = (x12: string) => x12): Promise<readonly ReportEntry[]> {
  const { data } = await parsed(change(readFixture(name)));
  return codec.read(data)?.entries ?? [];
}

/** The first claim of the broken answer, which has neither REF D9 nor REF 1K. */
async function claimOf(change?: (x12: string) => string): Promise<ClaimEntry> {
  const claim = (await entriesOf('answers/broken-levels.edi', change)).find(({ kind }) => kind === 'claim');
  if (claim?.kind !== 'claim') throw new Error('no claim');
  return claim;
}

const NORTH = { payer: 'north' };

describe('the claim of a report', () => {
  it('is the one whose number came back in REF D9, whatever else is said', async () => {
    const claim = (await entriesOf('answers/of-a-payer.edi')).find(({ kind }) => kind === 'claim');
    if (claim?.kind !== 'claim') throw new Error('no claim');
    const renamed = { ...ROSA, transactionId: 'X', patientControlNumber: 'Y', charge: '1', memberId: 'Z' };
    expect(tieClaim(claim, [OTHER, renamed])).toEqual({ found: 'one', by: 'claim-number', claim: renamed });
  });

  it('without REF D9 is that of its BHT03 and CLM01', async () => {
    expect(tieClaim(await claimOf(), [OTHER, ROSA])).toEqual({ found: 'one', by: 'transaction', claim: ROSA });
    expect(tieClaim(await claimOf(), [ROSA, { ...ROSA, patientControlNumber: 'OTHER' }])).toMatchObject({
      claim: ROSA,
    });
  });

  it('without both is the only one with its CLM01, payer, charge and member', async () => {
    const claim = await claimOf((x12) => x12.replace('TRN*2*01JTESTCLAIM00000000000001', 'TRN*2*B77'));
    expect(tieClaim(claim, [ROSA], NORTH)).toEqual({ found: 'one', by: 'claim', claim: ROSA });
    expect(tieClaim(claim, [ROSA, OTHER], NORTH)).toEqual({ found: 'several', by: 'claim', claims: [ROSA, OTHER] });
    for (const [name, value] of Object.entries({
      ...{ payer: 'south', charge: '185.51', memberId: 'SHP0012346', patientControlNumber: 'PCN7F3K9Q2' },
    }))
      expect([name, tieClaim(claim, [{ ...ROSA, [name]: value }], NORTH).found]).toEqual([name, 'none']);
    expect(tieClaim(claim, [ROSA]).found).toBe('none');
  });

  it('is none where a number of ours names another claim', async () => {
    // That one is closed, and this one has all else like it: a claim that was sent again.
    expect(tieClaim(await claimOf(), [OTHER], NORTH).found).toBe('none');
    const foreign = await claimOf((x12) =>
      x12
        .replace('TRN*2*01JTESTCLAIM00000000000001', 'TRN*2*B77')
        .replace('DTP*472', 'REF*D9*01JTESTREF0000000000000005~\nDTP*472'),
    );
    expect(tieClaim(foreign, [ROSA], NORTH).found).toBe('none');
    expect(tieClaim(foreign, [ROSA], { ...NORTH, isOwnNumber: () => false })).toMatchObject({ by: 'claim' });
  });

  it('is told apart by charge and member where a submission has its CLM01 twice, or by nobody', async () => {
    const twin = { ...ROSA, claimNumber: 'C2', charge: '20' };
    expect(tieClaim(await claimOf(), [twin, ROSA], NORTH)).toEqual({ found: 'one', by: 'claim', claim: ROSA });
    const same = { ...ROSA, claimNumber: 'C2' };
    expect(tieClaim(await claimOf(), [same, ROSA], NORTH)).toMatchObject({ found: 'several', claims: [same, ROSA] });
    expect(tieClaim(await claimOf(), [same, ROSA])).toMatchObject({ found: 'several', by: 'transaction' });
  });

  it('is none where nothing was said or sent', async () => {
    expect(tieClaim(await claimOf(), []).found).toBe('none');
    const nothing: ClaimEntry = { kind: 'claim', statuses: [], providers: [], lines: [] };
    const empty = { claimNumber: '', transactionId: '', patientControlNumber: '', payer: '', charge: '', memberId: '' };
    expect(tieClaim(nothing, [empty], { payer: '' }).found).toBe('none');
  });

  it('never is one of several that are alike in everything a rule asks', () => {
    const small = fc.constantFrom('', 'a', 'b');
    const sent = fc.record({
      ...{ claimNumber: small, transactionId: small, patientControlNumber: small },
      ...{ payer: small, charge: fc.constantFrom('1', '2.00'), memberId: small },
    });
    const told = fc.record({ claimNumber: small, transactionId: small, patientControlNumber: small, id: small });
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 5 }), told, small, (claims, { id, ...numbers }, payer) => {
        const statuses = [{ charge: '1.00' }];
        const entry: ClaimEntry = { kind: 'claim', statuses, providers: [], lines: [], patient: { id }, ...numbers };
        const tie = tieClaim(entry, claims, { payer });
        if (tie.found !== 'one') return;
        const twice = tieClaim(entry, [...claims, { ...tie.claim }], { payer });
        expect(twice.found).toBe('several');
        expect(tieClaim(entry, [...claims].reverse(), { payer })).toEqual(tie);
      }),
    );
  });
});

describe('a batch that is refused whole', () => {
  const mine = [ROSA, { ...ROSA, claimNumber: 'C2', billingNpi: '1555001050', billingTaxId: '999999998' }, OTHER];

  it('takes all claims of its BHT03', async () => {
    const [batch] = await entriesOf('answers/batch-rejected.edi');
    expect(batch?.kind).toBe('batch');
    expect(batch?.kind === 'batch' && tieRefusal(batch, mine)).toEqual(mine.slice(0, 2));
  });

  it('takes those of the billing provider alone, by NPI or tax id', async () => {
    for (const change of [(x12: string) => x12, (x12: string) => x12.replace('XX*1555001019', 'FI*123456780')]) {
      const [batch, provider] = await entriesOf('answers/provider-rejected.edi', change);
      expect(batch?.kind === 'batch' && tieRefusal(batch, mine)).toEqual([]);
      expect(provider?.kind === 'provider' && tieRefusal(provider, mine)).toEqual([ROSA]);
    }
    const [, unknown] = await entriesOf('answers/provider-rejected.edi', (x12) => x12.replace('XX*', 'SV*'));
    expect(unknown?.kind === 'provider' && tieRefusal(unknown, mine)).toEqual([]);
  });

  it('takes none where its claims speak for themselves, or it was taken', async () => {
    const refused = await entriesOf('answers/broken-levels.edi', (x12) => x12.replaceAll('*WQ*', '*U*'));
    for (const entry of [...refused, ...(await entriesOf('answers/of-a-payer.edi'))])
      if (entry.kind !== 'claim') expect(tieRefusal(entry, mine)).toEqual([]);
  });
});
