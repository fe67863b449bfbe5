import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PayerReply } from '../../../src/exchange/payer-routes/payer-exchange.js';
import { eligibilityRoutes } from '../../../src/operations/healthcare/eligibility.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { answerTo, CHECK, fakeExchange, insertPayers, RAW_CHECK, ROUTE } from '../../support/eligibility.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const URL = '/2024-04-01/change/medicalnetwork/eligibility/v3';
const STRANGER = { memberId: 'S999', lastName: 'STRANGER', firstName: 'IRMA', dateOfBirth: '19440606' };

let app: TestApp;
/** What the payer sends for a 270. */
let payer: (x12: Uint8Array) => Promise<Uint8Array>;
let sent: string[];

beforeEach(async () => {
  sent = [];
  payer = answerTo;
  app = await testApp(eligibilityRoutes, {
    parts: ({ store, clock }) => ({
      controlNumbers: createControlNumberTable({ store, clock }),
      payerExchange: fakeExchange([ROUTE], async ({ x12, onSending }): Promise<PayerReply> => {
        sent.push(Buffer.from(x12).toString());
        onSending();
        return { kind: 'answer', x12: await payer(x12) };
      }),
      mockPayers: { check: () => [], answer: (x12) => answerTo(x12) },
    }),
  });
  await insertPayers(app.services.store, [{ id: 'LAKES', primary: '00042' }]);
});

afterEach(() => app.close());

const check = (payload: object = CHECK) => app.call('POST', URL, { payload });
const raw = (x12: string) => app.call('POST', `${URL}/raw-x12`, { payload: { x12 } });
const aboutStranger = (x12: Uint8Array) => answerTo(x12, (answer) => ({ ...answer, subscriber: STRANGER }));
const joined = (...parts: readonly (Uint8Array | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** As a payer acknowledges what it answers all the same. */
function ta1To(x12: Uint8Array): string {
  const number = Buffer.from(x12).toString().slice(90, 99);
  return `ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260115*1200*^*00501*000000078*0*P*>~TA1*${number}*260115*1200*A*000~IEA*0*000000078~`;
}

it('shows nobody else under a number that came back, though no birth date was asked', async () => {
  payer = aboutStranger;
  const { dateOfBirth: _, ...subscriber } = CHECK.subscriber;
  const answer = await check({ ...CHECK, subscriber });
  expect(answer.json()).toMatchObject({ status: 'ERROR', errors: [{ code: '80' }] });
  expect(answer.body).not.toContain('STRANGER');
});

it('takes numbers that a sender of X12 writes in each 270 for no proof', async () => {
  const byId = RAW_CHECK.replace('KANARIEVOGEL*QUILLA*', '**')
    .replace('DMG*D8*19310207~', '')
    .replace('SE*12', 'SE*11');
  const first = await raw(byId);
  expect(first.json()).toMatchObject({ errors: [] });
  expect(first.json().warnings ?? []).not.toContainEqual(
    expect.objectContaining({ code: 'response::271::unconfirmed' }),
  );
  payer = aboutStranger;
  const second = await raw(byId);
  expect(second.json()).toMatchObject({ status: 'ERROR', errors: [{ code: '80' }] });
  expect(second.body).not.toContain('STRANGER');
  payer = answerTo;
  expect((await raw(byId)).json().warnings).toContainEqual(
    expect.objectContaining({ code: 'response::271::unconfirmed' }),
  );
});

it.each([
  ['in front', async (x12: Uint8Array) => joined(ta1To(x12), await answerTo(x12))],
  ['behind', async (x12: Uint8Array) => joined(await answerTo(x12), '\r\n', ta1To(x12))],
  ['nothing but the same again', async (x12: Uint8Array) => joined(await answerTo(x12), await answerTo(x12))],
])('gives the X12 of the answer, and that alone, where a payer acknowledges as well: %s', async (_, answering) => {
  payer = answering;
  for (const answer of [await check(), await raw(RAW_CHECK)]) {
    const { x12, warnings = [], errors } = answer.json();
    expect([errors, warnings]).toEqual([[], []]);
    expect(x12).toMatch(/^ISA(?!.*TA1).*~ST\*271\*.*~IEA\*1\*000000077~$/s);
    expect(x12.match(/ISA\*/g)).toHaveLength(1);
  }
});

it('leaves out the interchange of another patient, and says so', async () => {
  payer = async (x12) =>
    joined(
      await answerTo(x12, (answer) => ({
        ...answer,
        subscriber: STRANGER,
        meta: { traceId: 'ELSE' },
        subscriberTraceNumbers: [],
      })),
      await answerTo(x12),
    );
  const answer = await check();
  expect(answer.json()).toMatchObject({ errors: [], warnings: [{ code: 'response::271::others_left_out' }] });
  expect(answer.json().x12).toContain('KANARIEVOGEL');
  expect(answer.body).not.toContain('STRANGER');
});

it.each([
  [
    'in two interchanges',
    async (x12: Uint8Array) =>
      joined(
        await answerTo(x12),
        Buffer.from(await answerTo(x12))
          .toString()
          .replace('EB*1*', 'EB*6*'),
      ),
  ],
  [
    'in two sets',
    async (x12: Uint8Array) => {
      const text = Buffer.from(await answerTo(x12)).toString();
      const [set = ''] = text.match(/ST\*271.*~SE[^~]*~/s) ?? [];
      const [, number = ''] = set.match(/^ST\*271\*([^*]*)/) ?? [];
      const second = set.replaceAll(`*${number}`, '*0099').replace('EB*1*', 'EB*6*');
      return Buffer.from(text.replace(set, set + second).replace('GE*1*', 'GE*2*'));
    },
  ],
])('says so where a payer answers otherwise as well: %s', async (_, answering) => {
  payer = answering;
  const { benefitsInformation, warnings } = (await check()).json();
  expect(benefitsInformation).toMatchObject([{ code: '1' }]);
  expect(warnings).toMatchObject([{ code: 'response::271::otherwise_as_well' }]);
});

it('shows the answer that says something before one that says nothing', async () => {
  payer = async (x12) => {
    const text = Buffer.from(await answerTo(x12)).toString();
    return Buffer.from(text.replace(/~(HL\*3\*[^~]*)~/, '~$1~$1~'));
  };
  const { benefitsInformation, warnings } = (await check()).json();
  expect(benefitsInformation).toMatchObject([{ code: '1' }]);
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'response::271::otherwise_as_well' }));
});

it('takes what is neither answer nor acknowledgment for unreadable, and not for the answer of another', async () => {
  payer = async (x12) => x12;
  expect((await check()).json()).toMatchObject({ status: 'ERROR', errors: [{ code: '80' }] });
  payer = async (x12) => joined(ta1To(x12), x12);
  const beside = await check();
  expect(beside.json()).toMatchObject({ status: 'ERROR', errors: [{ code: '80' }] });
  const checks = await app.queries((queries) => queries.from('eligibility_checks').select('failure').execute());
  expect(checks).toEqual([{ failure: 'unreadable-answer' }, { failure: 'unreadable-answer' }]);
});

it('sends a test of a live key as a test', async () => {
  expect((await raw(RAW_CHECK.replace('*0*P*', '*0*T*'))).statusCode).toBe(200);
  expect((await raw(RAW_CHECK)).statusCode).toBe(200);
  expect(sent.map((x12) => x12.charAt(102))).toEqual(['T', 'P']);
});

it('tells what it does not send once', async () => {
  const { warnings } = (
    await check({ ...CHECK, patientName: 'x', subscriber: { ...CHECK.subscriber, memberID: 'x' } })
  ).json();
  expect(warnings).toEqual([
    expect.objectContaining({ description: expect.stringMatching(/^\/subscriber\/memberID: /) }),
    expect.objectContaining({ description: expect.stringMatching(/^\/patientName: /) }),
  ]);
});

it('says so where a payer answers nothing at all', async () => {
  payer = (x12) => answerTo(x12, ({ benefitsInformation: _, ...answer }) => answer);
  expect((await check()).json().warnings).toContainEqual(
    expect.objectContaining({ code: 'response::271::says_nothing' }),
  );
});
