import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateSaid } from '../../../src/claims/report/claim-state.js';
import type { ClaimEntry, ReceivedReport } from '../../../src/claims/report/flat-report.js';
import { tieClaim, tieRefusal } from '../../../src/claims/report/tie-report.js';
import { codec, exampleRequest, generated, parsed, readFixture, setOf } from './report-fixtures.js';

async function reading(name: string): Promise<ReceivedReport> {
  const { data } = await parsed(readFixture(name));
  const report = codec.read(data);
  if (report === undefined) throw new Error(`${name} is no 277CA`);
  return report;
}

/** Segments between ST and SE. */
function bodyOf(x12: string): readonly string[] {
  const lines = x12.split('\n');
  const at = (tag: string) => lines.findIndex((line) => line.startsWith(`${tag}*`));
  return lines.slice(at('ST') + 1, at('SE'));
}

function claimsOf({ entries }: ReceivedReport): readonly ClaimEntry[] {
  return entries.filter((entry) => entry.kind === 'claim');
}

const HEAD = [
  'BHT*0085*08*X*20260302*1030*TH~HL*1**20*1~NM1*PR*2*NORTH*****PI*P1~TRN*1*R1~DTP*050*D8*20260302~DTP*009*D8*20260302~',
  'HL*2*1*21*1~NM1*41*2*MAPLE*****46*MB1~TRN*2*B1~STC*A1:19:PR*20260302*WQ*1~',
].join('');
const PROVIDER = 'HL*3*2*19*1~NM1*85*2*CLINIC*****XX*1555001019~';
const PATIENT = 'NM1*QC*1*LIND*ROSA****MI*M1~';
const INSURED = 'NM1*IL*1*LIND*ROSA****MI*M1~';
const CLAIM = 'TRN*2*PCN1~STC*A7:21*20260302*U*1~REF*D9*C1~DTP*472*D8*20260301~';
const REORDERED = 'TRN*2*PCN1~DTP*472*D8*20260301~REF*D9*C1~STC*A7:21*20260302*U*1~';

describe('277CAs as they come', () => {
  it.each(['277ca-accepted.edi', '277ca-rejected.edi', 'answers/of-a-payer.edi', 'answers/batch-rejected.edi'])(
    '%s is read without loss: what was read is the set again',
    async (name) => {
      const x12 = readFixture(name);
      const { data, findings } = await parsed(x12);
      expect(findings).toEqual([]);
      const { transaction, notes } = codec.encode(codec.decode(data) ?? {});
      expect(notes).toEqual([]);
      expect(bodyOf(generated(transaction))).toEqual(bodyOf(x12));
    },
  );

  it('answers/provider-rejected.edi is, too', async () => {
    const x12 = readFixture('answers/provider-rejected.edi');
    const { data } = await parsed(x12);
    const { transaction } = codec.encode(codec.decode(data) ?? {});
    expect(bodyOf(generated(transaction))).toEqual(bodyOf(x12));
  });

  it('reads TRN without STC in 2200C and HL04 of a patient; the latter is all that does not come back', async () => {
    const x12 = readFixture('answers/broken-levels.edi');
    const { data, findings } = await parsed(x12);
    expect(findings.map(({ at }) => `${at.segmentId}${at.element}`)).toEqual(['HL4']);
    const { transaction } = codec.encode(codec.decode(data) ?? {});
    expect(bodyOf(generated(transaction))).toEqual(bodyOf(x12.replace('HL*4*3*PT*0~', 'HL*4*3*PT~')));
    const [, provider, claim] = codec.read(data)?.entries ?? [];
    expect(provider).toMatchObject({ kind: 'provider', traceNumber: '0', statuses: [], patients: 1 });
    expect(claim).toMatchObject({ kind: 'claim', patientControlNumber: 'PCN7F3K9Q2X' });
  });

  it('reads what the guide has no use for: a text of a batch, a date of a provider', async () => {
    const x12 = readFixture('answers/provider-rejected.edi')
      .replace('*WQ*185.5~', '*WQ*185.5********SEE BELOW~')
      .replace('STC*A3:24:85**U', 'STC*A3:24:85*20260302*U');
    const { data, findings } = await parsed(x12);
    expect(findings.map(({ at }) => `${at.loopId} ${at.segmentId}${at.element}`)).toEqual([
      '2200B STC12',
      '2200C STC2',
    ]);
    const [batch, provider] = codec.read(data)?.entries ?? [];
    expect(batch?.statuses).toMatchObject([{ text: 'SEE BELOW' }]);
    expect(provider?.statuses).toMatchObject([{ date: '20260302', action: 'U' }]);
  });

  it('tells whose each claim is, with the numbers that tie it', async () => {
    const report = await reading('answers/of-a-payer.edi');
    expect(report).toMatchObject({ reportId: 'ACK-1', date: '20260302', time: '103015' });
    expect(report.receipts).toEqual([{ traceNumber: 'R-77', received: '20260301', processed: '20260302' }]);
    const batch = 'batch 3 01JTESTCLAIM00000000000001';
    expect(
      report.entries.map((entry) =>
        entry.kind === 'claim'
          ? [entry.patientControlNumber, entry.claimNumber, entry.payerClaimNumber, entry.patient?.id].join(' ')
          : `${entry.kind} ${entry.patients} ${entry.kind === 'batch' ? entry.transactionId : entry.providers[0]?.id}`,
      ),
    ).toEqual([
      ...[batch, 'provider 2 1555001019'],
      'PCN7F3K9Q2X 01JTESTREF0000000000000001 NH-2026-9 SHP0012345',
      'PCN7F3K9Q3X 01JTESTREF0000000000000002  SHP0012345',
      'PCN-A5  NH-2026-10 U900',
      ...['provider 1 223456789', 'PCNI1H5R8   SHP0555'],
    ]);
  });

  it('tells every STC with its three codes, and the lines by their numbers', async () => {
    const [, refused] = claimsOf(await reading('answers/of-a-payer.edi'));
    expect(refused).toMatchObject({ typeOfBill: '131', from: '20260212', to: undefined });
    expect(refused?.statuses).toEqual([
      {
        codes: [
          { category: 'A3', status: '21' },
          { category: 'A7', status: '562', entity: '82' },
          { category: 'A7', status: '145', entity: '82' },
        ],
        ...{ date: '20260302', action: 'U', charge: '150', text: 'TAXONOMY AND NPI DISAGREE' },
      },
      { codes: [{ category: 'A6', status: '464' }], date: '20260302', action: 'U', charge: '150' },
    ]);
    expect(refused?.lines).toMatchObject([
      {
        ...{ lineControlNumber: 'LINE-1', procedureCode: '99213', procedureModifiers: ['25', '59'], charge: '100' },
        ...{ revenueCode: '0450', units: '1', from: '20260212' },
        statuses: [{ codes: [{ category: 'A7' }, { category: 'A7', status: '454' }], text: 'PROCEDURE UNKNOWN' }],
      },
      { lineControlNumber: 'LINE-2', prescriptionNumber: 'RX900', from: '20260212', to: '20260213' },
    ]);
  });

  it('tells totals as they were written', async () => {
    const [batch, provider] = (await reading('answers/of-a-payer.edi')).entries;
    expect(batch).toMatchObject({
      totals: { accepted: '2', rejected: '2', acceptedCharge: '335.50', rejectedCharge: '350' },
    });
    expect(provider).toMatchObject({
      totals: { accepted: '2', rejected: '1' },
      identifiers: [{ qualifier: 'TJ', identifier: '123456780' }],
    });
  });

  it.each([
    ['no level of a provider', '', 'HL*3*2*PT~', PATIENT, CLAIM, []],
    ['no name of a patient', PROVIDER, 'HL*4*3*PT~', '', CLAIM, ['1555001019']],
    ['another level than PT', PROVIDER, 'HL*4*3*22*0~', PATIENT, CLAIM, ['1555001019']],
    [
      'an insured for a patient, and another TRN01',
      PROVIDER,
      'HL*4*3*PT~',
      INSURED,
      `TRN*1${CLAIM.slice(5)}`,
      ['1555001019'],
    ],
    ['an order of its own', PROVIDER, 'HL*4*3*PT~', PATIENT, REORDERED, ['1555001019']],
  ])('reads a claim with %s', async (_, provider, level, patient, claim, providers) => {
    const { data } = await parsed(setOf(`${HEAD}${provider}${level}${patient}${claim}`));
    const entry = codec.read(data)?.entries.at(-1);
    expect(entry).toMatchObject({
      ...{ kind: 'claim', transactionId: 'B1', patientControlNumber: 'PCN1', claimNumber: 'C1', from: '20260301' },
      statuses: [{ codes: [{ category: 'A7', status: '21' }], action: 'U' }],
    });
    expect(entry?.kind === 'claim' && entry.providers.map(({ id }) => id)).toEqual(providers);
    expect(entry?.kind === 'claim' && entry.patient?.id).toBe(patient === '' ? undefined : 'M1');
  });

  it('knows of a patient whose claim has no TRN, so that nothing else is taken to speak for it', async () => {
    const { data } = await parsed(
      setOf(`${HEAD}${PROVIDER}HL*4*3*PT~${PATIENT}${CLAIM.slice(CLAIM.indexOf('~') + 1)}`),
    );
    expect(codec.read(data)?.entries).toMatchObject([
      { kind: 'batch', patients: 1 },
      { kind: 'provider', patients: 1 },
    ]);
  });

  it('reads a set that breaks off, and several batches and sources in one', async () => {
    const batch = (number: number) =>
      `HL*${number}*1*21*0~NM1*41*2*MAPLE*****46*MB1~TRN*2*T${number}~STC*A1:19:PR*20260302*WQ*1~`;
    const head = 'BHT*0085*08*X*20260302*1030*TH~HL*1**20*1~NM1*PR*2*NORTH*****PI*P1~';
    const { data } = await parsed(setOf(`${head}${batch(2)}${batch(3)}`));
    expect(codec.read(data)?.entries.map(({ transactionId }) => transactionId)).toEqual(['T2', 'T3']);
    const cut = await parsed(setOf(head));
    expect(codec.read(cut.data)).toMatchObject({ reportId: 'X', entries: [] });
  });

  it('reads no other set', async () => {
    const { data } = await parsed(setOf('BHT*0010*08*X*20260302*1030*TH~HL*1**20*1~NM1*PR*2*NORTH*****PI*P1~'));
    expect(codec.read(data)).toBeUndefined();
    expect(codec.toReport(data, { transactionId: '', senderId: '', usageIndicator: 'P' })).toBeUndefined();
    expect(codec.read({})).toBeUndefined();
  });

  it('has the same of our own as of a payer', () => {
    const { transaction } = codec.write({
      ...{ type: 'professional', request: exampleRequest(), sender: { name: 'HUB', id: 'HUB1' } },
      ...{ reportId: 'R1', transactionId: 'B1', claimNumber: 'C1', date: '20260301', time: '0915', broken: [] },
    });
    const report = codec.read(transaction.data);
    expect(report).toMatchObject({ reportId: 'R1', date: '20260301', time: '0915' });
    expect(report?.entries.at(-1)).toMatchObject({
      ...{ kind: 'claim', transactionId: 'B1', claimNumber: 'C1', patientControlNumber: 'PCN7F3K9Q2X' },
      ...{ from: '20260210', to: '20260211', patient: { name: 'Lind', firstName: 'Rosa', id: 'SHP0012345' } },
    });
  });
});

describe('damaged guide JSON', () => {
  it('is read as far as it goes, and never throws', async () => {
    const { data } = await parsed(readFixture('answers/of-a-payer.edi'));
    const origin = { transactionId: '', senderId: '', usageIndicator: 'P' };
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), fc.jsonValue(), (dice, junk) => {
        // About one value in fifty is something else.
        const damaged = JSON.parse(JSON.stringify(data), (_, value) => (next(dice) < 0.02 ? junk : value));
        if (typeof damaged !== 'object' || damaged === null) return;
        codec.toReport(damaged, origin);
        const report = codec.read(damaged);
        for (const entry of report?.entries ?? []) {
          stateSaid(entry.statuses);
          if (entry.kind === 'claim') tieClaim(entry, []);
          else tieRefusal(entry, []);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function next(stream: Iterator<number>): number {
  return Number(stream.next().value);
}
