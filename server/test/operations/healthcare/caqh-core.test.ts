import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PayerQuestion, PayerReply } from '../../../src/exchange/payer-routes/payer-exchange.js';
import { coreRoutes } from '../../../src/operations/healthcare/caqh-core.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { elements, FORM_TYPE, form, REQUEST, SOAP_TYPE, soap, token } from '../../caqh-core/fixtures.js';
import { type ForeignAnswer, readAnswer } from '../../caqh-core/foreign-reader.js';
import { answerTo, fakeExchange, insertPayers, ROUTE } from '../../support/eligibility.js';
import { PATIENT } from '../../support/patients.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const URL = '/protocols/caqh-core';

/** A 270 as a clearinghouse sends it. */
const INQUIRY = [
  'ISA*00*          *00*          *30*111111111      *30*222222222      *260102*0304*^*00501*000000009*0*P*:',
  'GS*HS*ABOVE*BELOW*20260102*0304*9*X*005010X279A1',
  'ST*270*0001*005010X279A1',
  'BHT*0022*13*ABOVE-7*20260102*0304',
  'HL*1**20*1',
  'NM1*PR*2*LAKE HEALTH*****PI*00042',
  'HL*2*1*21*1',
  'NM1*1P*2*LAKE CLINIC*****XX*1999999984',
  'HL*3*2*22*0',
  'TRN*1*ABOVE-TRACE*9ABOVE0000',
  `NM1*IL*1*${PATIENT.lastName.toUpperCase()}*${PATIENT.firstName.toUpperCase()}****MI*${PATIENT.memberId}`,
  `DMG*D8*${PATIENT.dateOfBirth}`,
  'EQ*30',
  'SE*12*0001',
  'GE*1*9',
  'IEA*1*000000009',
  '',
].join('~');

let app: TestApp;
let payer: (question: PayerQuestion) => Promise<PayerReply> | PayerReply;

beforeEach(async () => {
  payer = async ({ x12 }) => ({ kind: 'answer', x12: await answerTo(x12) });
  app = await testApp(coreRoutes, {
    parts: ({ store, clock }) => ({
      controlNumbers: createControlNumberTable({ store, clock }),
      payerExchange: fakeExchange([ROUTE], (question) => {
        question.onSending();
        return payer(question);
      }),
      mockPayers: {
        check: () => [{ pointer: '/subscriber/memberId', expected: 'MOCK1' }],
        answer: async () => new Uint8Array(),
      },
    }),
  });
  await insertPayers(app.services.store, [
    { id: 'LAKES', primary: '00042' },
    { id: 'NATIO', primary: 'NATION', usOnly: true },
  ]);
});

afterEach(() => app.close());

type Changed = Readonly<Record<string, string | undefined>>;

interface Got extends ForeignAnswer {
  readonly status: number;
  readonly type: string;
}

/** A partner with tools of its own: what comes back is read by another reader of XML, and of forms by the platform's. */
async function send(payload: string, type: string, headers: Record<string, string> = {}, url = URL): Promise<Got> {
  const answer = await app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type, ...headers } });
  const answerType = String(answer.headers['content-type']);
  return { status: answer.statusCode, type: answerType, ...(await readAnswer(answer.rawPayload, answerType)) };
}

const soapOf = (changed: Changed = {}, credentials = token(app.accountId, app.liveKey)): string =>
  soap(elements({ ...REQUEST, Payload: `<![CDATA[${INQUIRY}]]>` }, changed), { header: credentials });
const formOf = (changed: Changed = {}): string =>
  form({ ...REQUEST, Payload: INQUIRY }, { UserName: app.accountId, Password: app.liveKey, ...changed });
const both = async (changed: Changed = {}): Promise<readonly [Got, Got]> => [
  await send(soapOf(changed), SOAP_TYPE),
  await send(formOf(changed), FORM_TYPE),
];
const checks = () => app.queries((queries) => queries.from('eligibility_checks').selectAll().execute());

describe('an inquiry in an envelope', () => {
  it('is answered by an envelope of its kind with the 271, under its ids', async () => {
    const answers = await both();
    expect(answers.map(({ status, type }) => [status, type.split(';')[0]])).toEqual([
      [200, 'application/soap+xml'],
      [200, 'multipart/form-data'],
    ]);
    for (const { texts } of answers) {
      expect(texts).toMatchObject({
        PayloadType: 'X12_271_Response_005010X279A1',
        ProcessingMode: 'RealTime',
        PayloadID: REQUEST.PayloadID,
        TimeStamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        SenderID: 'RECEIVER',
        ReceiverID: 'SENDER',
        CORERuleVersion: '2.2.0',
        ErrorCode: 'Success',
      });
      expect(texts.Payload).toMatch(/^ISA\*00\* {10}\*00\* {10}\*30\*222222222 {6}\*30\*111111111 {6}\*/);
      expect(texts.Payload).toContain('GS*HB*BELOW*ABOVE*');
      expect(texts.Payload).toMatch(/~BHT\*0022\*11\*ABOVE-7\*/);
      expect(texts.Payload).toContain('TRN*2*ABOVE-TRACE*9ABOVE0000~');
      expect(texts.Payload).toContain('~EB*1**30');
    }
    expect((await checks()).map(({ source, status }) => [source, status])).toEqual([
      ['caqh-core', 'ANSWERED'],
      ['caqh-core', 'ANSWERED'],
    ]);
  });

  it('is taken below its version, too, and with the key in the header', async () => {
    const authorization = `Bearer ${app.liveKey}`;
    const url = `/2024-04-01${URL}`;
    expect((await send(soapOf({}, ''), SOAP_TYPE, { authorization }, url)).texts.ErrorCode).toBe('Success');
    expect((await send(soapOf({}, ''), 'text/xml', { authorization })).texts.ErrorCode).toBe('Success');
  });

  it('is answered by a 271 with AAA 42 where the payer is not asked, and 80 where it does not answer', async () => {
    payer = () => ({ kind: 'none', failure: 'breaker-open', wasSent: false });
    for (const { texts } of await both()) {
      expect(texts.PayloadType).toBe('X12_271_Response_005010X279A1');
      expect(texts.Payload).toContain('~NM1*PR*2*LAKE HEALTH*****PI*00042~AAA*N**42*P~');
      expect(texts.Payload).toMatch(/~BHT\*0022\*11\*ABOVE-7\*/);
    }
    payer = () => ({ kind: 'none', failure: 'timed-out', wasSent: true });
    for (const { texts } of await both()) expect(texts.Payload).toContain('~AAA*N**80*P~');
  });

  it('about a payer that there is not is answered by a 271 with AAA 79', async () => {
    for (const { texts } of await both({ Payload: INQUIRY.replace('PI*00042', 'PI*42') })) {
      expect(texts.PayloadType).toBe('X12_271_Response_005010X279A1');
      expect(texts.Payload).toContain('~NM1*PR*2*LAKE HEALTH*****PI*42~AAA*N**79*C~');
    }
    expect(await checks()).toEqual([]);
  });

  it('with errors is rejected by a 999, or by a TA1', async () => {
    for (const { texts } of await both({ Payload: INQUIRY.replace('*20260102*0304~HL*1', '*20269902*0304~HL*1') })) {
      expect(texts.PayloadType).toBe('X12_999_Response_005010X231A1');
      expect(texts.Payload).toContain('~AK9*R*');
      expect(texts.Payload).toContain('*30*222222222      *30*111111111      *');
    }
    for (const { texts } of await both({ Payload: INQUIRY.replace('IEA*1*000000009', 'IEA*1*000000008') })) {
      expect(texts.PayloadType).toBe('X12_TA1_Response_00501X231A1');
      expect(texts.Payload).toMatch(/~TA1\*000000009\*\d{6}\*\d{4}\*R\*001~/);
    }
  });

  it('that is sound and not taken as it is has a reason: several patients, or a test key', async () => {
    const set = /ST\*270.*SE\*12\*0001~/s.exec(INQUIRY)?.[0] ?? '';
    const two = INQUIRY.replace(set, set + set.replaceAll('*0001', '*0002')).replace('GE*1*', 'GE*2*');
    for (const { texts } of await both({ Payload: two })) {
      expect(texts).toMatchObject({ PayloadType: 'CoreEnvelopeError', ErrorCode: 'PayloadIllegal' });
    }
    const withTestKey = await send(soapOf({}, token(app.accountId, app.testKey)), SOAP_TYPE);
    expect(withTestKey.texts).toMatchObject({
      ErrorCode: 'PayloadIllegal',
      ErrorMessage: expect.stringContaining('/subscriber/memberId: The approved mock request has: MOCK1'),
    });
  });

  it('that is longer than any, or cannot be read, has a reason', async () => {
    for (const many of ['EQ*30~'.repeat(1_000), `EQ${'*'.repeat(2_000)}~`]) {
      for (const { status, texts } of await both({ Payload: INQUIRY.replace('EQ*30~', many) })) {
        expect([status, texts]).toMatchObject([200, { ErrorCode: 'PayloadIllegal' }]);
      }
    }
    expect(await checks()).toEqual([]);
  });

  it('is stored with its bytes sealed, and audited', async () => {
    const { texts } = await send(soapOf(), SOAP_TYPE);
    expect(texts.ErrorCode).toBe('Success');
    const audit = await app.queries((queries) => queries.from('audit').selectAll().execute());
    const [check] = await checks();
    expect(audit.map(({ action, object_id }) => [action, object_id])).toContainEqual(['check', check?.id]);
  });
});

describe('an envelope that is not taken', () => {
  it('is answered with the code of the rule and no payload', async () => {
    for (const { status, texts } of await both({ PayloadID: undefined })) {
      expect(status).toBe(200);
      expect(texts).toMatchObject({
        PayloadType: 'CoreEnvelopeError',
        ErrorCode: 'PayloadIDRequired',
        SenderID: 'RECEIVER',
        ReceiverID: 'SENDER',
      });
      expect(texts.Payload).toBeUndefined();
      expect(texts.PayloadID).toMatch(/^[0-9a-f-]{36}$/);
    }
    for (const { texts } of await both({ ProcessingMode: 'Batch' })) expect(texts.ErrorCode).toBe('NotSupported');
    for (const { texts } of await both({ CORERuleVersion: '4.0.0' })) expect(texts.ErrorCode).toBe('VersionMismatch');
  });

  it('is a fault of SOAP where it is no envelope, behind a key', async () => {
    const authorization = app.liveKey;
    const fault = async (payload: string) => {
      const { status, fault } = await send(payload, SOAP_TYPE, { authorization });
      return [status, fault];
    };
    expect(await fault('<html/>')).toEqual([400, 'soapenv:Sender']);
    expect(await fault('')).toEqual([400, 'soapenv:Sender']);
    expect(
      await fault(
        soapOf().replace('http://www.w3.org/2003/05/soap-envelope', 'http://schemas.xmlsoap.org/soap/envelope/'),
      ),
    ).toEqual([500, 'soapenv:VersionMismatch']);
    const strange = soapOf({}, '<a:b xmlns:a="urn:a" soapenv:mustUnderstand="true"/>');
    expect(await fault(strange)).toEqual([500, 'soapenv:MustUnderstand']);
    const wrong = await send(formOf(), 'multipart/form-data; boundary=other', { authorization });
    expect([wrong.status, wrong.texts.ErrorCode]).toEqual([400, 'EnvelopeIllegal']);
  });

  it('is not read as JSON, nor when it is larger than an inquiry', async () => {
    const authorization = app.liveKey;
    expect(await send('{}', 'application/json', { authorization })).toMatchObject({
      status: 415,
      fault: 'soapenv:Sender',
    });
    const large = await send(soapOf({ Payload: 'x'.repeat(300_000) }), SOAP_TYPE, { authorization });
    expect(large).toMatchObject({ status: 413, fault: 'soapenv:Sender' });
  });
});

describe('who asks', () => {
  it('is named by the account or the key, and has its key for a password', async () => {
    const [key] = await app.queries((queries) =>
      queries.from('api_keys').selectAll().where('mode', '=', 'live').execute(),
    );
    for (const name of [app.accountId, key?.id ?? '']) {
      expect((await send(soapOf({}, token(name, app.liveKey)), SOAP_TYPE)).texts.ErrorCode).toBe('Success');
    }
  });

  it('is answered UnAuthorized and 403 without a key, with a wrong one, or under the name of another', async () => {
    const other = await app.account('Other');
    const denied = [
      await send(soapOf({}, ''), SOAP_TYPE),
      await send(soapOf({}, token(app.accountId, 'live_wrong')), SOAP_TYPE),
      await send(soapOf({}, token(other.accountId, app.liveKey)), SOAP_TYPE),
      await send(soapOf({}, token(app.accountId, app.liveKey, 'PasswordDigest')), SOAP_TYPE),
      await send(formOf({ UserName: undefined, Password: undefined }), FORM_TYPE),
      await send(formOf({ Password: 'live_wrong' }), FORM_TYPE),
      await send(formOf({ UserName: '' }), FORM_TYPE),
      await send(soapOf(), SOAP_TYPE, { authorization: 'live_wrong' }),
    ];
    for (const { status, texts } of denied.slice(0, -1)) {
      expect(status).toBe(403);
      expect(texts).toMatchObject({ PayloadType: 'CoreEnvelopeError', ErrorCode: 'UnAuthorized' });
    }
    // Refused before its body is read: nothing of it can be answered.
    expect(denied.at(-1)).toMatchObject({ status: 403, texts: { ErrorCode: 'UnAuthorized' } });
    expect(await checks()).toEqual([]);
  });

  it('waits when it guesses keys', async () => {
    for (let count = 0; count < 20; count++) await send(soapOf({}, token('a', `live_${count}`)), SOAP_TYPE);
    const { status, texts } = await send(soapOf({}, token('a', 'live_x')), SOAP_TYPE);
    expect([status, texts.ErrorCode]).toEqual([429, 'Busy']);
    expect((await send(soapOf(), SOAP_TYPE)).texts.ErrorCode).toBe('Success');
  });

  it('has no more than its head read where its key is not known, however long it is', async () => {
    // Behind that it is no envelope at all, which whoever reads on finds.
    const long = `${' '.repeat(100_000)}<<<`;
    for (const [body, type] of [
      [soapOf({ Payload: long }, token(app.accountId, 'live_wrong')), SOAP_TYPE],
      [formOf({ Password: 'live_wrong', Payload: long }), FORM_TYPE],
    ] as const) {
      const { status, texts } = await send(body, type);
      expect(status).toBe(403);
      expect(texts).toMatchObject({ ErrorCode: 'UnAuthorized', PayloadID: REQUEST.PayloadID });
    }
  });

  it('is refused from abroad where the payer says so', async () => {
    const Payload = `<![CDATA[${INQUIRY.replace('PI*00042', 'PI*NATION')}]]>`;
    const { status, texts } = await send(soapOf({ Payload }), SOAP_TYPE, { 'x-forwarded-for': '2.16.0.1' });
    expect([status, texts.ErrorCode]).toEqual([403, 'UnAuthorized']);
  });

  it('has as many inquiries under way as its account may have checks', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let under = 0;
    const full = new Promise<void>((resolve) => {
      payer = async ({ x12 }) => {
        if (++under === 50) resolve();
        await gate;
        return { kind: 'answer', x12: await answerTo(x12) };
      };
    });
    const running = Array.from({ length: 50 }, () => send(soapOf(), SOAP_TYPE));
    await full;
    const { status, texts } = await send(formOf(), FORM_TYPE);
    expect([status, texts.ErrorCode]).toEqual([429, 'Busy']);
    release();
    expect(new Set((await Promise.all(running)).map(({ texts }) => texts.ErrorCode))).toEqual(new Set(['Success']));
  });
});
