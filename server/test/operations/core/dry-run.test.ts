import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coreAppForFile, rowsOf } from '../../support/core-app.js';
import { CONNECTION, PARTNERSHIP, purchaseOrder } from '../../support/partner-rows.js';
import { sendOrders } from '../../support/sent-file.js';
import type { TestApp } from '../../support/test-app.js';

const URL = '/2023-08-01/dry-run';
/** A claim of a professional, valid but for CLM02. */
const CLAIM = [
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *261122*1736*^*00501*000000001*0*T*>~',
  'GS*HC*SENDER*RECEIVER*20261122*1736*1*X*005010X222A1~',
  'ST*837*0001*005010X222A1~',
  'BHT*0019*00*EXAMPLE*20260131*1200*31~',
  'NM1*41*1*EXAMPLE*****46*EXAMPLE~',
  'PER*IC**EM*EXAMPLE~',
  'NM1*40*2*EXAMPLE*****46*EXAMPLE~',
  'HL*1**20*1~',
  'NM1*85*1*EXAMPLE~',
  'N3*EXAMPLE~',
  'N4*EXAMPLE~',
  'REF*EI*EXAMPLE~',
  'HL*2*1*22*0~',
  'SBR*A~',
  'NM1*IL*1*EXAMPLE~',
  'NM1*PR*2*EXAMPLE*****PI*EXAMPLE~',
  'CLM*EXAMPLE*999***EX>B>E*N*A*N*I~',
  'HI*ABK>EXAMPLE~',
  'LX*1~',
  'SV1*ER>EXAMPLE*0*MJ*1***1~',
  'DTP*472*D8*20260131~',
  'SE*20*0001~',
  'GE*1*1~',
  'IEA*1*000000001~',
].join('');

describe('DryRun', () => {
  let test: TestApp;
  const tryJson = (payload: object) => test.call('POST', URL, { payload, headers: { authorization: test.testKey } });
  const tryFile = (payload: string, type = 'application/edi-x12') =>
    test.call('POST', URL, { payload, headers: { authorization: test.testKey, 'content-type': type } });

  afterAll(() => test.close());
  beforeAll(async () => {
    test = await coreAppForFile();
    const acks = JSON.stringify({ enabled: true });
    await test.queries((queries) => queries.update('partnerships').set({ ack_configuration: acks }).execute());
  });

  it('gives the file that would be sent, and stores nothing', async () => {
    const body = { transactionGroups: [{ transactionSettingId: 'po', transactions: [purchaseOrder('TRY')] }] };
    const answer = await tryJson({ partnershipId: PARTNERSHIP, ...body });
    expect(answer.statusCode).toBe(200);
    const { valid, interchanges } = answer.json();
    expect(valid).toBe(true);
    expect(interchanges).toMatchObject([
      {
        partnershipId: PARTNERSHIP,
        connectionId: CONNECTION,
        filename: 'dry-run.x12',
        groups: [
          { transactionSettingId: 'po', guideId: '850-004010', functionalIdentifierCode: 'PO', release: '004010' },
        ],
        findings: [],
      },
    ]);
    expect(await rowsOf(test, 'executions')).toEqual([]);
    expect(await rowsOf(test, 'jobs')).toEqual([]);
    const { edi } = await sendOrders(test, ['TRY']);
    expect(interchanges[0].edi).toBe(edi);
  });

  it('tells what is wrong without being wrong itself', async () => {
    const transactions = [{ heading: {} }];
    const answer = await tryJson({
      partnershipId: PARTNERSHIP,
      transactionGroups: [{ transactionSettingId: 'po', transactions }],
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ valid: false, interchanges: [{ partnershipId: PARTNERSHIP }] });
    const [{ findings, edi }] = answer.json().interchanges;
    expect(edi).toBeUndefined();
    expect(findings[0].path).toMatch(/^\/transactionGroups\/0\/transactions\/0\//);
    expect((await tryJson({ partnershipId: 'nowhere', transactionGroups: [] })).statusCode).toBe(400);
    const other = await test.account('Other');
    const foreign = await test.call('POST', URL, {
      payload: { partnershipId: PARTNERSHIP, transactionGroups: [{ transactionSettingId: 'po', transactions }] },
      headers: { authorization: other.testKey },
    });
    expect(foreign.statusCode).toBe(404);
  });

  it.each(['application/edi-x12', 'text/plain; charset=utf-8'])('reads a file (%s) as if it came in', async (type) => {
    const { edi } = await sendOrders(test, ['OUT']);
    const [, sender, receiver] = ['', 'ZZ*NORTH          ', 'ZZ*BUYER          '];
    const incoming = edi.replace(`${sender}*${receiver}`, `${receiver}*${sender}`);
    const before = (await rowsOf(test, 'executions')).length;
    const answer = await tryFile(incoming, type);
    expect(answer.statusCode).toBe(200);
    const { valid, interchanges } = answer.json();
    expect(valid).toBe(true);
    expect(interchanges).toMatchObject([
      {
        partnershipId: PARTNERSHIP,
        groups: [{ transactionSettingId: 'in-po', guideId: '850-004010', transactionSetIdentifier: '850' }],
        verdict: 'A',
      },
    ]);
    expect(interchanges[0].acknowledgment).toMatch(
      /^ISA\*.*\*ZZ\*NORTH {10}\*ZZ\*BUYER {10}\*.*GS\*FA\*.*~ST\*997\*0001~AK1\*PO\*\d+~.*AK9\*A\*1\*1\*1~/,
    );
    expect(await rowsOf(test, 'executions')).toHaveLength(before);
  });

  it('tells of a file also what no acknowledgment has a code for', async () => {
    const { edi } = await sendOrders(test, ['OUT']);
    const { valid, interchanges } = (await tryFile(edi.replace('PO1*1*12', 'PO1*1*012'))).json();
    expect({ valid, findings: interchanges[0].findings }).toMatchObject({
      valid: true,
      findings: [{ severity: 'warning', element: 'PO102' }],
    });
    // The claim charges 999, its one line 0.
    const told = (await tryFile(CLAIM)).json();
    expect(told).toMatchObject({
      valid: false,
      interchanges: [{ verdict: 'A', findings: [{ rule: 'balance-claim' }] }],
    });
  });

  it('says when nobody knows the ids, and when it is no X12', async () => {
    const { edi } = await sendOrders(test, ['OUT']);
    const { interchanges } = (await tryFile(edi)).json();
    expect(interchanges[0].partnershipId).toBeUndefined();
    expect(interchanges[0].acknowledgment).toBeUndefined();
    const broken = edi
      .replace('PO1*1*12', 'PO1*1*TWELVE')
      .replace('ZZ*NORTH          *ZZ*BUYER', 'ZZ*BUYER          *ZZ*NORTH');
    const told = (await tryFile(broken)).json();
    expect(told.valid).toBe(false);
    expect(told.interchanges[0].findings[0]).toMatchObject({ segment: 'PO1', element: 'PO102' });
    const answer = await tryFile('hello');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'FAILED_TO_PARSE']);
    // The engine names an option of its own, which no request has.
    expect(answer.json().message).toMatch(/ISA on, as it was received\.$/);
    const wide = await tryFile(edi.replace('CTT*', `N9${'*1'.repeat(20_000)}~CTT*`));
    expect([wide.statusCode, wide.json().message]).toEqual([400, expect.not.stringContaining('limits.')]);
    expect((await tryFile('hello', 'text/html')).statusCode).toBe(415);
  });

  it('takes up to 1,000 interchanges and groups in one file', async () => {
    const [isa = '', gs = '', iea = ''] = [0, 1, -2].map((at) => `${CLAIM.split('~').at(at)}~`);
    const file = (groups: number) => `${isa}${`${gs}GE*0*1~`.repeat(groups)}${iea.replace('*1*', `*${groups}*`)}`;
    expect((await tryFile(file(999))).statusCode).toBe(200);
    const refused = await tryFile(file(1_000));
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'The file has more than 1,000 interchanges and groups. Try it in parts.',
    ]);
  });

  it('takes up to 2,000 kinds of sets in one file', async () => {
    const [isa = '', gs = '', iea = ''] = [0, 1, -2].map((at) => `${CLAIM.split('~').at(at)}~`);
    const file = (kinds: number) => {
      const sets = Array.from(
        { length: kinds },
        (_, kind) => `ST*${1_000 + kind}*${1_000 + kind}~SE*2*${1_000 + kind}~`,
      );
      return `${isa}${gs}${sets.join('').repeat(2)}GE*${2 * kinds}*1~${iea}`;
    };
    const taken = await tryFile(file(2_000));
    expect([taken.statusCode, taken.json().interchanges[0].groups.length]).toEqual([200, 2_000]);
    const refused = await tryFile(file(2_001));
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'The groups of the file have more than 2,000 kinds of transaction sets (ST01). Try it in parts.',
    ]);
  });
});
