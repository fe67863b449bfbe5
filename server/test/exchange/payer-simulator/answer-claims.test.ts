import { readFile } from 'node:fs/promises';
import { createEngine, type Engine } from 'ediloom';
import { acknowledgmentsOf } from 'ediloom/acknowledgment';
import { type ClaimReportCodec, createClaimReportCodec, stateSaid } from 'ediloom/claims';
import { loadGuide } from 'ediloom/guides';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClaimEngines } from '../../../src/exchange/claims/claim-engines.js';
import { answerClaims } from '../../../src/exchange/payer-simulator/answer-claims.js';
import type { ClaimAnswer } from '../../../src/exchange/payer-simulator/claim-answer.js';
import { CLAIM_ORDERS } from '../../../src/exchange/payer-simulator/claim-orders.js';
import { CLAIM_TYPES, CLAIMS, recounted } from '../../support/claims.js';

const ENGINES = new ClaimEngines();
const AT = Date.UTC(2026, 5, 1, 12, 0);
const MEMBER = 'SHP0012345';
/** The number that whoever sends a claim gives it. */
const NUMBER = '01JWCLAIM00000000000000001';

let engine: Engine;
let reports: ClaimReportCodec;
beforeAll(async () => {
  const guide = await loadGuide('277CA-005010X214');
  engine = createEngine({ guides: [guide, await loadGuide('999-005010X231A1')] });
  reports = createClaimReportCodec(guide);
});

/** The professional sample with a number of its sender, for this member. */
function claimFor(member: string): string {
  const { x12 } = CLAIMS.professional;
  return recounted(x12.replace(MEMBER, member).replace('REF*G1*', `REF*D9*${NUMBER}~\nREF*G1*`));
}

async function answersTo(x12: string): Promise<readonly ClaimAnswer[]> {
  const answered = await answerClaims(Buffer.from(x12), { engines: ENGINES, at: AT });
  if (answered === undefined) throw new Error('It was not read.');
  return answered.answers;
}

const kindsOf = (answers: readonly ClaimAnswer[]) => answers.map(({ kind, afterMs }) => `${kind} ${afterMs}`);

/** All that 277CAs say, as their reader has it. */
async function entriesOf(answers: readonly ClaimAnswer[]) {
  const entries = [];
  for (const { kind, x12 } of answers) {
    if (kind !== '277CA') continue;
    const { interchanges, findings } = await engine.parse(x12);
    const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
    expect(findings).toEqual([]);
    expect(sets.flatMap((set) => set.findings)).toEqual([]);
    for (const { data } of sets) entries.push(...(reports.read(data)?.entries ?? []));
  }
  return entries;
}

async function saidOf(answers: readonly ClaimAnswer[]) {
  const entries = await entriesOf(answers);
  return entries.flatMap((entry) => (entry.kind === 'claim' ? [stateSaid(entry.statuses)?.state] : []));
}

describe('a file of claims', () => {
  it.each(CLAIM_TYPES)(
    'of type %s is answered by a 999 that takes it and a 277CA that names the claim',
    async (type) => {
      const answers = await answersTo(CLAIMS[type].x12);
      expect(kindsOf(answers)).toEqual(['999 0', '277CA 0']);
      const { groups } = acknowledgmentsOf(await engine.parse(answers[0]?.x12 ?? ''));
      expect(groups.map(({ acknowledgment }) => acknowledgment.verdict)).toEqual(['A']);
      const [batch, , claim] = await entriesOf(answers);
      expect(batch).toMatchObject({ kind: 'batch', source: { entity: 'PR' }, totals: { accepted: '1' } });
      expect(claim).toMatchObject({
        kind: 'claim',
        statuses: [{ action: 'WQ', codes: [{ category: 'A2', status: '20' }] }],
      });
    },
  );

  it('goes back to who has sent it, under its number and with one of the payer', async () => {
    const [, report] = await answersTo(claimFor(MEMBER));
    const text = Buffer.from(report?.x12 ?? []).toString();
    expect(text).toMatch(/^ISA\*00\* {10}\*00\* {10}\*ZZ\*TESTPAYER {6}\*ZZ\*EDILOOMTEST {4}\*/);
    const [, , claim] = await entriesOf([report as ClaimAnswer]);
    expect(claim).toMatchObject({
      ...{ claimNumber: NUMBER, patientControlNumber: 'PCN7F3K9Q2X' },
      payerClaimNumber: expect.stringMatching(/^SIM[0-9A-F]{12}$/),
    });
  });

  it('is answered by the same bytes at the same time, and by other numbers at another', async () => {
    const x12 = Buffer.from(claimFor(MEMBER));
    const first = await answerClaims(x12, { engines: ENGINES, at: AT });
    expect(await answerClaims(x12, { engines: ENGINES, at: AT })).toEqual(first);
    expect(await answerClaims(x12, { engines: ENGINES, at: AT + 1 })).not.toEqual(first);
  });

  it.each([
    ['SIM-A0', ['999 0', '277CA 0'], ['ACCEPTED']],
    ['SIM-A1', ['999 0', '277CA 0'], ['ACCEPTED']],
    ['SIM-A2', ['999 0', '277CA 0'], ['IN_ADJUDICATION']],
    ['SIM-A3', ['999 0', '277CA 0'], ['REJECTED']],
    ['SIM-A4', ['999 0', '277CA 0'], ['REJECTED']],
    ['SIM-A5', ['999 0', '277CA 0'], ['ACCEPTED']],
    ['SIM-A6', ['999 0', '277CA 0'], ['REJECTED']],
    ['SIM-A7', ['999 0', '277CA 0'], ['REJECTED']],
    ['sim-a8', ['999 0', '277CA 0'], ['REJECTED']],
    ['SIM-DELAY-25', ['999 0', '277CA 25000'], ['IN_ADJUDICATION']],
    ['SIM-LATE-A3', ['999 0', '277CA 0', '277CA 1000'], ['IN_ADJUDICATION', 'REJECTED']],
    ['SIM-EARLY', ['277CA 0', '999 1000'], ['IN_ADJUDICATION']],
    ['SIM-TWICE', ['999 0', '277CA 0', '277CA 1000'], ['IN_ADJUDICATION', 'IN_ADJUDICATION']],
    ['SIM-NO-NUMBER', ['999 0', '277CA 0'], ['IN_ADJUDICATION']],
    ['SIM-BATCH', ['999 0', '277CA 0'], []],
    ['SIM-ONLY-999', ['999 0'], []],
    ['SIM-999', ['999 0'], []],
    ['SIM-TA1', ['TA1 0'], []],
    ['SIM-NEVER', [], []],
    ['SIM-NOTHING-SUCH', ['999 0', '277CA 0'], ['REJECTED']],
  ])('is answered as the member id %s says', async (member, kinds, states) => {
    const answers = await answersTo(claimFor(member));
    expect(kindsOf(answers)).toEqual(kinds);
    expect(await saidOf(answers)).toEqual(states);
  });

  it('is refused with the codes that are ordered', async () => {
    const entries = await entriesOf(await answersTo(claimFor('SIM-A8-29-IL')));
    expect(entries.at(-1)).toMatchObject({
      statuses: [{ action: 'U', codes: [{ category: 'A8', status: '29', entity: 'IL' }] }],
    });
    expect(entries.at(-1)).not.toHaveProperty('payerClaimNumber');
  });

  it('is refused by its batch alone where that is ordered', async () => {
    const entries = await entriesOf(await answersTo(claimFor('SIM-BATCH')));
    expect(entries).toMatchObject([
      { kind: 'batch', transactionId: '01JTESTCLAIM00000000000001', patients: 0, statuses: [{ action: 'U' }] },
    ]);
  });

  it('is named by its patient control number alone where that is ordered', async () => {
    const [, , claim] = await entriesOf(await answersTo(claimFor('SIM-NO-NUMBER')));
    expect(claim).toMatchObject({ patientControlNumber: 'PCN7F3K9Q2X' });
    expect(claim).not.toHaveProperty('claimNumber');
  });

  it('has its set rejected by the 999 where that is ordered', async () => {
    const [answer] = await answersTo(claimFor('SIM-999'));
    const { groups } = acknowledgmentsOf(await engine.parse(answer?.x12 ?? ''));
    expect(groups.map(({ acknowledgment }) => acknowledgment.verdict)).toEqual(['R']);
  });

  it('has each of its sets answered by itself', async () => {
    const members = [MEMBER, 'SIM-A7', 'SIM-999', 'SIM-ONLY-999'];
    const [before = '', rest = ''] = claimFor(MEMBER).split(/(?=ST\*837)/);
    const after = rest.slice(rest.indexOf('GE*'));
    const set = rest.slice(0, rest.indexOf('GE*'));
    const sets = members.map((member, place) => set.replace(MEMBER, member).replaceAll('*0001', `*000${place + 1}`));
    const answers = await answersTo(`${before}${sets.join('')}${after.replace('GE*1', 'GE*4')}`);
    expect(kindsOf(answers)).toEqual(['999 0', '277CA 0']);
    const { groups } = acknowledgmentsOf(await engine.parse(answers[0]?.x12 ?? ''));
    expect(groups[0]?.acknowledgment.transactions.map(({ verdict }) => verdict)).toEqual(['A', 'A', 'R', 'A']);
    expect(await saidOf(answers)).toEqual(['IN_ADJUDICATION', 'REJECTED']);
  });

  it('that is broken is rejected by its own faults, and its claims get no 277CA', async () => {
    expect(kindsOf(await answersTo(claimFor(MEMBER).replace('BHT*0019*00', 'BHT*0019*77')))).toEqual(['999 0']);
  });

  it('that is of another transaction is rejected', async () => {
    const answers = await answersTo(
      'ISA*00*          *00*          *ZZ*CLINIC         *ZZ*PAYER          *260131*0944*^*00501*000000001*0*T*:~' +
        'GS*HS*CLINIC*PAYER*20260131*0944*1*X*005010X279A1~ST*270*0001*005010X279A1~BHT*0022*13*X*20260131*0944~SE*3*0001~GE*1*1~IEA*1*000000001~',
    );
    const { groups } = acknowledgmentsOf(await engine.parse(answers[0]?.x12 ?? ''));
    expect(groups.map(({ acknowledgment }) => acknowledgment.verdict)).toEqual(['R']);
    expect(answers).toHaveLength(1);
  });

  it.each(['', 'ISA', 'no X12'])('that is %j is not answered', async (text) => {
    expect(await answerClaims(Buffer.from(text), { engines: ENGINES, at: AT })).toBeUndefined();
  });
});

it('the README has the same member ids', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('### Answers to tests\n');
  for (const { memberId } of CLAIM_ORDERS) expect(section.split(/\n##+ /)[0]).toContain(`\`${memberId}\``);
});
