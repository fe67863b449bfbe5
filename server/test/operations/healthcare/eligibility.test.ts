import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PayerQuestion, PayerReply, ServingRoute } from '../../../src/exchange/payer-routes/payer-exchange.js';
import { ObjectStoreError } from '../../../src/objects/object-store.js';
import { eligibilityRoutes } from '../../../src/operations/healthcare/eligibility.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { importEnrollments } from '../../../src/resources/enrollments/import-enrollments.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { StoreError } from '../../../src/store/store.js';
import { writeAs } from '../../support/accounts.js';
import { answerTo, CHECK, fakeExchange, insertPayers, PATIENT, RAW_CHECK, ROUTE } from '../../support/eligibility.js';
import { ENROLLMENT, plantEnrollment } from '../../support/planted-enrollments.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const URL = '/2024-04-01/change/medicalnetwork/eligibility/v3';

let app: TestApp;
let asked: { readonly x12: string; readonly route: string; readonly rows: number }[];
/** What the payer does. */
let payer: (question: PayerQuestion, route: ServingRoute) => Promise<PayerReply> | PayerReply;
let routes: readonly ServingRoute[];

beforeEach(async () => {
  asked = [];
  routes = [ROUTE];
  payer = async ({ x12 }) => ({ kind: 'answer', x12: await answerTo(x12) });
  app = await testApp(eligibilityRoutes, {
    parts: ({ store, clock }) => ({
      controlNumbers: createControlNumberTable({ store, clock }),
      payerExchange: {
        ...fakeExchange([], () => ({ kind: 'none', failure: 'not-reached', wasSent: false })),
        serving: async () => routes,
        ask: async (route, question) => {
          const rows = await store.read((db) => db.selectFrom('eligibility_checks').selectAll().execute());
          asked.push({ x12: Buffer.from(question.x12).toString(), route: route.name, rows: rows.length });
          question.onSending();
          return payer(question, route);
        },
      },
      mockPayers: {
        check: () => [{ pointer: '/subscriber/memberId', expected: 'MOCK1' }],
        answer: async () => new Uint8Array(),
      },
    }),
  });
  await insertPayers(app.services.store, [
    { id: 'LAKES', primary: '00042', aliases: ['LAKE', 'SHARED'] },
    { id: 'HILLS', primary: '77', aliases: ['SHARED'] },
    { id: 'NATIO', primary: 'NATION', usOnly: true },
  ]);
});

afterEach(() => app.close());

const check = (payload: object = CHECK, headers: Record<string, string> = {}) =>
  app.call('POST', URL, { payload, headers });
const checks = () =>
  app.services.store.read((db) =>
    new AccountQueries(db, app.accountId).from('eligibility_checks').selectAll().execute(),
  );

/** Where loop 2100C stands in the guide. */
const SUBSCRIBER = [
  ...['detail', 'information_source_level_HL_loop', '*', 'information_receiver_level_HL_loop', '*'],
  ...['subscriber_level_HL_loop', '*', 'subscriber_name_NM1_loop'],
];

/** A merge patch on a loop of a guide; `*`: on what a list has. */
function at([step, ...steps]: readonly string[], patch: object): object {
  if (step === undefined) return patch;
  return step === '*' ? { items: at(steps, patch) } : { properties: { [step]: at(steps, patch) } };
}

it('a check that does not keep to the companion guide of its route is refused, and nothing of it is sent', async () => {
  const overlay = JSON.stringify({
    overlay: 'lake',
    base: '270-005010X279A1',
    patch: at(SUBSCRIBER, { required: ['subscriber_name_NM1', 'subscriber_demographic_information_DMG'] }),
  });
  routes = [{ ...ROUTE, overlay }];
  expect((await check()).statusCode).toBe(200);
  const { dateOfBirth: _, ...unborn } = CHECK.subscriber;
  const answer = await check({ ...CHECK, subscriber: unborn });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ code: '33', rule: 'companion-guide' }] });
  expect(answer.body).not.toContain(CHECK.subscriber.lastName);
  expect(asked).toHaveLength(1);
});

it('a fall-back that has no room for the question is passed over, and the check ends as the route before it did', async () => {
  routes = [ROUTE, { ...ROUTE, name: 'narrow', payerId: 'X'.repeat(90) }, { ...ROUTE, name: 'last' }];
  payer = (_, { name }) =>
    name === 'last'
      ? { kind: 'none', failure: 'closed', wasSent: false }
      : { kind: 'none', failure: 'not-reached', wasSent: false };
  const answer = await check();
  expect(answer.statusCode).toBe(200);
  expect(answer.json().errors).toMatchObject([{ code: '42' }]);
  expect(asked.map(({ route }) => route)).toEqual(['upstream', 'last']);
  expect(await checks()).toMatchObject([{ status: 'FAILED', failure: 'closed' }]);
});

it('tells what was sent otherwise than it was given, though no payer answers', async () => {
  const repaired = { ...CHECK, subscriber: { ...CHECK.subscriber, firstName: 'QU`ILLA', lastName: 'PEÑA' } };
  payer = () => ({ kind: 'none', failure: 'timed-out', wasSent: true });
  const codes = (await check(repaired)).json().warnings.map((warning: { readonly code: string }) => warning.code);
  expect(codes).toEqual(['request::270::repaired_backtick', 'request::270::beyond_ascii']);
  payer = () => ({ kind: 'none', failure: 'not-reached', wasSent: false });
  expect((await check(repaired)).json().warnings).toBeUndefined();
});

describe('a check of a payer that asks for enrollment', () => {
  const ASKING = { ...CHECK, tradingPartnerServiceId: 'ENROL' };
  beforeEach(() => insertPayers(app.services.store, [{ id: 'ENROL', primary: 'E1', support: 'ENROLLMENT_REQUIRED' }]));

  it('is sent with a warning where none is known of the provider, and without where one is', async () => {
    const body = (await check(ASKING)).json();
    expect(body.errors).toEqual([]);
    expect(body.warnings).toEqual([
      {
        code: 'enrollment::270::not_known',
        description: expect.stringContaining('no enrollment of this one is known here. That alone kept nothing'),
      },
    ]);
    payer = () => ({ kind: 'none', failure: 'timed-out', wasSent: true });
    expect((await check(ASKING)).json().warnings).toHaveLength(1);
    payer = async ({ x12 }) => ({ kind: 'answer', x12: await answerTo(x12) });
    await importEnrollments({ ...app.services, indexOf: async () => '' }, app.accountId, {
      given: [{ payer: 'E1', transaction: 'eligibilityCheck', npi: CHECK.provider.npi }],
      dryRun: false,
    });
    expect((await check(ASKING)).json().warnings).toBeUndefined();
  });

  it('is not sent over a route that sends nothing then, and over the next one if there is one', async () => {
    const blocking = { ...ROUTE, name: 'strict', enrollmentPolicy: 'block' } as const;
    routes = [blocking];
    const answer = await check(ASKING);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'ENROLLMENT_REQUIRED', errors: [{ code: '79' }] });
    expect(asked).toEqual([]);
    routes = [blocking, ROUTE];
    expect((await check(ASKING)).statusCode).toBe(200);
    expect(asked.map(({ route }) => route)).toEqual(['upstream']);
  });

  it('is sent over such a route while an enrollment of the provider is LIVE, and no longer when it was canceled', async () => {
    routes = [{ ...ROUTE, name: 'strict', enrollmentPolicy: 'block' }];
    await plantEnrollment(app.services, { accountId: app.accountId, payerId: 'ENROL' });
    const own = {
      enrollment_id: ENROLLMENT.id,
      transaction_type: 'eligibilityCheck',
      payer_id: 'ENROL',
      tax_index: 'x',
    };
    await writeAs(app.services.store, app.accountId, async (queries) => {
      const row = { ...own, npi: CHECK.provider.npi, status: 'LIVE' as const };
      await queries.insert('enrollment_transactions', row).execute();
    });
    const answer = await check(ASKING);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().warnings).toBeUndefined();
    await writeAs(app.services.store, app.accountId, async (queries) => {
      await queries.update('enrollment_transactions').set({ status: 'CANCELED' }).execute();
    });
    expect((await check(ASKING)).json()).toMatchObject({ code: 'ENROLLMENT_REQUIRED' });
  });
});

describe('a check', () => {
  it('answers what the payer says, with the X12, and is whole in the store', async () => {
    const answer = await check();
    expect(answer.statusCode).toBe(200);
    const body = answer.json();
    expect(body).toMatchObject({
      id: expect.stringMatching(/^ec_[0-9a-f]{8}-[0-9a-f]{4}-7/),
      tradingPartnerServiceId: 'UP42',
      subscriber: { memberId: PATIENT.memberId },
      benefitsInformation: [{ code: '1', name: 'Active Coverage' }],
      errors: [],
      dependents: [],
      meta: { applicationMode: 'production', senderId: 'UPSTREAM', submitterId: 'CLEARING' },
      controlNumber: '000000077',
    });
    expect(body.warnings).toBeUndefined();
    expect(body.x12).toMatch(/^ISA\*.*~ST\*271\*/);
    expect(body.meta.outboundTraceId).toBe(body.meta.traceId);
    const [sent] = asked;
    expect(sent?.x12).toContain('*ZZ*CLEARING       *ZZ*UPSTREAM       *');
    expect(sent?.x12).toContain('GS*HS*CLEARAPP*UPAPP*');
    expect(sent?.x12).toContain('NM1*PR*2*LAKE HEALTH*****PI*UP42~');
    expect(sent?.x12).toContain(`BHT*0022*13*${body.meta.outboundTraceId}*`);
    expect(sent?.x12).toContain(`TRN*1*${body.meta.outboundTraceId}*9CLEARING0~`);
    // The row stood before the bytes left.
    expect(sent?.rows).toBe(1);
    const [row, ...others] = await checks();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: body.id,
      status: 'ANSWERED',
      payer_id: 'LAKES',
      route_id: 'route-1',
      mode: 'production',
      error_codes: '[]',
    });
    const artifacts = await app.queries((queries) =>
      queries.from('artifacts').selectAll().where('owner_id', '=', body.id).execute(),
    );
    expect(artifacts.map(({ usage }) => usage).sort()).toEqual(['payer-answer', 'question', 'request', 'response']);
    // Sealed although the configuration asks for no encryption.
    expect(artifacts.filter(({ master_key_id }) => master_key_id === null)).toEqual([]);
    expect(artifacts.some(({ bytes }) => Buffer.from(bytes ?? []).includes(PATIENT.lastName))).toBe(false);
    const kept = await Promise.all(
      artifacts.filter(({ usage }) => usage === 'response').map((one) => app.services.artifacts.read(one)),
    );
    expect(JSON.parse(Buffer.from(kept[0] ?? []).toString())).toEqual(body);
    expect(JSON.stringify(row)).not.toContain(CHECK.externalPatientId);
  });

  it('finds the payer by platform id, primary id and alias, exactly', async () => {
    for (const id of ['LAKES', '00042', 'LAKE'])
      expect((await check({ ...CHECK, tradingPartnerServiceId: id })).statusCode).toBe(200);
    const near = await check({ ...CHECK, tradingPartnerServiceId: '42' });
    expect([near.statusCode, near.json()]).toMatchObject([
      400,
      {
        status: 'ERROR',
        code: 'UNKNOWN_PAYER',
        errors: [{ code: '79', location: '2100A', possibleResolutions: expect.stringContaining('00042') }],
      },
    ]);
    const shared = await check({ ...CHECK, tradingPartnerServiceId: 'SHARED' });
    expect(shared.json()).toMatchObject({ code: 'AMBIGUOUS_PAYER' });
    expect(shared.json().message).toMatch(/LAKES.*HILLS|HILLS.*LAKES/);
    expect(await checks()).toHaveLength(3);
  });

  it('says every broken rule, and sends nothing', async () => {
    const answer = await check({ ...CHECK, provider: { npi: '1234567890' }, subscriber: {} });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ status: 'ERROR', code: 'INVALID_REQUEST' });
    expect(answer.json().errors.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(['/subscriber', '/provider/npi']),
    );
    expect(asked).toEqual([]);
    expect(await checks()).toEqual([]);
  });

  it('shows AAA errors of a payer as an answer', async () => {
    payer = async ({ x12 }) => ({
      kind: 'answer',
      x12: await answerTo(x12, ({ benefitsInformation: _, ...rest }) => ({
        ...rest,
        subscriber: {
          ...rest.subscriber,
          aaaErrors: [{ field: 'AAA', code: '75', followupAction: 'Please Correct and Resubmit' }],
        },
      })),
    });
    const answer = await check();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { errors: [{ code: '75', description: 'Subscriber/Insured Not Found' }] },
    ]);
    expect((await checks())[0]).toMatchObject({ status: 'ANSWERED', error_codes: '["75"]' });
  });

  it.each([
    ['breaker-open', false, '42'],
    ['closed', false, '42'],
    ['not-reached', false, '42'],
    ['timed-out', true, '80'],
    ['broken-off', true, '80'],
    ['envelope', true, '80'],
  ] as const)('whose payer fails as %s is an error and not a status', async (failure, wasSent, code) => {
    payer = () => ({ kind: 'none', failure, wasSent });
    const answer = await check();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { status: 'ERROR', errors: [{ code, location: '2100A' }], payer: { aaaErrors: [{ code }] }, dependents: [] },
    ]);
    expect((await checks())[0]).toMatchObject({ status: 'FAILED', failure, error_codes: JSON.stringify([code]) });
  });

  it('goes over the next route only while nothing has left', async () => {
    routes = [ROUTE, { ...ROUTE, routeId: 'route-2', name: 'second', receiver: { qualifier: 'ZZ', id: 'SECOND' } }];
    const first = payer;
    payer = (question, route) =>
      route.name === 'second' ? first(question, route) : { kind: 'none', failure: 'not-reached', wasSent: false };
    expect((await check()).json().errors).toEqual([]);
    expect(asked.map(({ route }) => route)).toEqual(['upstream', 'second']);
    expect((await checks())[0]).toMatchObject({ route_id: 'route-2', status: 'ANSWERED' });
    payer = () => ({ kind: 'none', failure: 'broken-off', wasSent: true });
    asked = [];
    expect((await check()).json().errors).toMatchObject([{ code: '80' }]);
    expect(asked).toHaveLength(1);
  });

  it('never shows the answer of another check', async () => {
    payer = async ({ x12 }) => ({
      kind: 'answer',
      x12: await answerTo(x12, (answer) => ({ ...answer, meta: { traceId: 'ANOTHER' }, subscriberTraceNumbers: [] })),
    });
    const answer = await check();
    expect(answer.json()).toMatchObject({ status: 'ERROR', errors: [{ code: '80' }] });
    expect(answer.body).not.toContain('ISA*');
    expect((await checks())[0]).toMatchObject({ status: 'FAILED', failure: 'foreign-answer' });
    const kept = await app.queries((queries) => queries.from('artifacts').select('usage').execute());
    expect(kept.map(({ usage }) => usage)).toContain('payer-answer');
    const audited = await app.queries((queries) => queries.from('audit').select(['action', 'object_id']).execute());
    expect(audited).toContainEqual({ action: 'withhold', object_id: (await checks())[0]?.id });
  });

  it('answers what the store has committed, though nobody heard so', async () => {
    const { store } = app.services;
    const write = store.write.bind(store);
    let isSent = false;
    let lost = 0;
    payer = async ({ x12 }) => {
      isSent = true;
      return { kind: 'answer', x12: await answerTo(x12) };
    };
    Object.assign(store, {
      write: async (work: Parameters<typeof write>[0]) => {
        const result = await write(work);
        if (!isSent || lost > 0) return result;
        lost++;
        throw new StoreError('unavailable', 'The connection was lost.');
      },
    });
    const answer = await check();
    expect([lost, answer.statusCode, answer.json().errors]).toEqual([1, 200, []]);
    expect(asked).toHaveLength(1);
    expect(await checks()).toMatchObject([{ id: answer.json().id, status: 'ANSWERED' }]);
    expect(await app.queries((queries) => queries.from('artifacts').select('usage').execute())).toHaveLength(4);
  });

  it('keeps an answer that it fails to judge, and is told as one without an answer that can be read', async () => {
    const { responses } = await app.services.realTime.engines.get();
    const failing = vi.spyOn(responses, 'decode').mockImplementation(() => {
      throw new TypeError(`A mistake of ours about ${PATIENT.lastName}.`);
    });
    const answer = await check();
    failing.mockRestore();
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([200, '80']);
    expect(await checks()).toMatchObject([{ status: 'FAILED', failure: 'unreadable-answer' }]);
    const kept = await app.queries((queries) => queries.from('artifacts').select('usage').execute());
    expect(kept.map(({ usage }) => usage)).toContain('payer-answer');
  });

  it('keeps an answer whose documents the store of objects does not take at once', async () => {
    const { artifacts } = app.services;
    const prepare = artifacts.prepare.bind(artifacts);
    let refusals = 0;
    Object.assign(artifacts, {
      prepare: async (...[accountId, documents]: Parameters<typeof prepare>) => {
        if (documents.every(({ usage }) => usage !== 'response') || refusals > 0) return prepare(accountId, documents);
        refusals++;
        throw new ObjectStoreError('unavailable', 'The bucket does not answer.');
      },
    });
    const answer = await check();
    expect([refusals, answer.statusCode, answer.json().errors]).toEqual([1, 200, []]);
    expect(asked).toHaveLength(1);
    expect(await checks()).toMatchObject([{ id: answer.json().id, status: 'ANSWERED' }]);
  });

  it('says that an answer without any of our numbers is unconfirmed', async () => {
    payer = async ({ x12 }) => ({
      kind: 'answer',
      x12: await answerTo(x12, ({ subscriberTraceNumbers: _, ...rest }) => ({ ...rest, meta: { traceId: '' } })),
    });
    expect((await check()).json()).toMatchObject({ warnings: [{ code: 'response::271::unconfirmed' }] });
  });

  it('takes no answer for one that cannot be read', async () => {
    for (const bytes of [
      '<html>',
      '',
      'ISA*',
      'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260115*1200*^*00501*000000001*0*P*>~',
    ]) {
      payer = () => ({ kind: 'answer', x12: Buffer.from(bytes) });
      expect((await check()).json()).toMatchObject({ status: 'ERROR', errors: [{ code: '80' }] });
    }
  });

  it('takes a 999 and a TA1 that name the question, and none that name another', async () => {
    const envelope = (x12: string, number: string, body: string) =>
      `${x12.slice(0, 32)}ZZ*UPSTREAM       *ZZ*CLEARING       *${x12.slice(70, 90)}${number}*0*P*>~${body}IEA*1*${number}~`;
    const ta1 =
      (isa13: string) =>
      (question: PayerQuestion): PayerReply => {
        const x12 = Buffer.from(question.x12).toString();
        return {
          kind: 'answer',
          x12: Buffer.from(envelope(x12, '000000077', `TA1*${isa13 || x12.slice(90, 99)}*260115*1200*R*006~`)),
        };
      };
    payer = ta1('');
    expect((await check()).json()).toMatchObject({
      status: 'ERROR',
      errors: [{ location: 'TA1' }],
      x12: expect.stringContaining('TA1*'),
    });
    payer = ta1('999999998');
    const foreign = (await check()).json();
    expect(foreign).toMatchObject({ status: 'ERROR', errors: [{ code: '80' }] });
    expect(foreign.x12).toBeUndefined();
    payer = ({ x12 }) => {
      const text = Buffer.from(x12).toString();
      const [, group] = /~GS\*HS\*[^*]*\*[^*]*\*[^*]*\*[^*]*\*(\d+)\*/.exec(text) ?? [];
      const set = `GS*FA*UPAPP*CLEARAPP*20260115*1200*77*X*005010X231A1~ST*999*0001*005010X231A1~AK1*HS*${group}*005010X279A1~AK2*270*0001*005010X279A1~IK5*R*5~AK9*R*1*1*0~SE*6*0001~GE*1*77~`;
      return { kind: 'answer', x12: Buffer.from(envelope(text, '000000077', set)) };
    };
    expect((await check()).json()).toMatchObject({
      status: 'ERROR',
      transactionSetAcknowledgement: 'R',
      implementationTransactionSetSyntaxError: '5',
      x12: expect.stringContaining('ST*999'),
    });
  });

  it('passes on a 999 and a TA1 with the numbers that the sender of a 270 knows', async () => {
    const raw = async () => (await app.call('POST', `${URL}/raw-x12`, { payload: { x12: RAW_CHECK } })).json();
    const isa = (body: string) =>
      `ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260115*1300*^*00501*000000077*0*P*>~${body}IEA*1*000000077~`;
    payer = ({ x12 }) => {
      const text = Buffer.from(x12).toString();
      const [, group] = /~GS(?:\*[^*~]*){5}\*(\d+)/.exec(text) ?? [];
      const [, set] = /~ST\*270\*(\d+)/.exec(text) ?? [];
      const body = `GS*FA*UPAPP*CLEARAPP*20260115*1300*77*X*005010X231A1~ST*999*0001*005010X231A1~AK1*HS*${group}*005010X279A1~AK2*270*${set}*005010X279A1~IK5*R*5~AK9*R*1*1*0~SE*6*0001~GE*1*77~`;
      return { kind: 'answer', x12: Buffer.from(isa(body)) };
    };
    expect((await raw()).x12).toContain('~AK1*HS*905*005010X279A1~AK2*270*4321*005010X279A1~');
    payer = ({ x12 }) => ({
      kind: 'answer',
      x12: Buffer.from(isa(`TA1*${Buffer.from(x12).toString().slice(90, 99)}*260115*1300*R*006~`)),
    });
    expect((await raw()).x12).toContain('~TA1*000000905*260115*1200*R*006~');
  });

  it('of a test key goes to mock payers alone, and says what differs', async () => {
    const answer = await check(CHECK, { authorization: app.testKey });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      {
        code: 'NOT_A_MOCK_REQUEST',
        errors: [{ path: '/subscriber/memberId', possibleResolutions: expect.stringContaining('MOCK1') }],
      },
    ]);
    expect(asked).toEqual([]);
  });

  it('that nobody may send from elsewhere is refused before anything', async () => {
    const answer = await check({ ...CHECK, tradingPartnerServiceId: 'NATION' }, { 'x-forwarded-for': '195.1.1.1' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'ORIGIN_BLOCKED']);
    expect(asked).toEqual([]);
  });

  it('without a route is a 400', async () => {
    routes = [];
    expect((await check()).json()).toMatchObject({ code: 'NOT_OFFERED', errors: [{ code: '79' }] });
    routes = [{ ...ROUTE, dependents: false }];
    const dependents = [{ firstName: 'A', lastName: 'B', dateOfBirth: '20200101' }];
    expect((await check({ ...CHECK, dependents })).json()).toMatchObject({ code: 'DEPENDENTS_NOT_SUPPORTED' });
  });
});

describe('a large check', () => {
  const filled = (bytes: number) => ({
    ...CHECK,
    ...Object.fromEntries(Array.from({ length: bytes / 13 }, (_, place) => [`m${place + 10_000}`, 'x'])),
  });
  const raw = { x12: `${RAW_CHECK}${' '.repeat(100_000)}` };

  it.each([
    ['JSON', URL, filled(60_000)],
    ['X12', `${URL}/raw-x12`, raw],
  ])('keeps others waiting for one of them at most: %s', async (_, url, payload) => {
    const order: string[] = [];
    const large = Array.from({ length: 20 }, async () => {
      await app.call('POST', url, { payload });
      order.push('large');
    });
    expect((await check()).statusCode).toBe(200);
    order.push('small');
    await Promise.all(large);
    expect(order.at(-1)).toBe('large');
  });

  it('is refused where it has more than any check', async () => {
    expect((await check(filled(70_000))).json()).toMatchObject({ code: 'REQUEST_TOO_LARGE' });
    expect(asked).toEqual([]);
  });
});

describe('a raw check', () => {
  const raw = (x12: string) => app.call('POST', `${URL}/raw-x12`, { payload: { x12, externalPatientId: 'p' } });

  it('is answered also where the payer separates by what stands in an id of its sender', async () => {
    payer = async ({ x12 }) => {
      const text = Buffer.from(await answerTo(x12)).toString('utf8');
      return { kind: 'answer', x12: Buffer.from(text.replaceAll('*', '|')) };
    };
    const answer = await raw(RAW_CHECK.replace('DOCTOR         ', 'DOC|TOR        '));
    expect([answer.statusCode, answer.json().errors]).toEqual([200, []]);
    expect(answer.json().warnings).toMatchObject([{ code: 'response::271::not_readdressed' }]);
    expect(answer.json().x12).toContain('|ZZ|UPSTREAM       |');
    expect(await checks()).toMatchObject([{ status: 'ANSWERED' }]);
  });

  it('goes out under the ids of the route and comes back under its own', async () => {
    const answer = await raw(RAW_CHECK);
    expect(answer.statusCode).toBe(200);
    const body = answer.json();
    expect(asked[0]?.x12).toContain('*ZZ*CLEARING       *ZZ*UPSTREAM       *');
    expect(asked[0]?.x12).toContain('~BHT*0022*13*MY-TRACE-1*20260115*1200~');
    expect(asked[0]?.x12).toContain('~NM1*PR*2*LAKE HEALTH*****PI*UP42~');
    expect(asked[0]?.x12).toContain('~TRN*1*MY-TRN*9DOCTOR000~');
    expect(body.x12).toContain('*01*ANYBODY        *30*DOCTOR         *');
    expect(body.x12).toContain('GS*HB*ANYAPP*DOCAPP*');
    expect(body.x12).toContain('TRN*2*MY-TRN*9DOCTOR000~');
    expect(body).toMatchObject({ errors: [], meta: { traceId: 'MY-TRACE-1', outboundTraceId: 'MY-TRACE-1' } });
  });

  it.each([
    ['no interchange', 'hello', 'INVALID_X12'],
    ['no BHT03', RAW_CHECK.replace('MY-TRACE-1', ''), 'INVALID_X12'],
    ['two sets', RAW_CHECK.replace('GE*1*905', 'ST*270*4322*005010X279A1~SE*2*4322~GE*2*905'), 'INVALID_X12'],
    ['nobody asked about', RAW_CHECK.replace(/HL\*3.*?SE\*12/, 'SE*6'), 'INVALID_X12'],
    ['a wrong count', RAW_CHECK.replace('SE*12*', 'SE*99*'), 'INVALID_X12'],
    ['a delimiter that the route has in an id', RAW_CHECK.replaceAll('*', '&'), 'INVALID_X12'],
    ['more segments than any has', RAW_CHECK.replace('EQ*30~', 'EQ*30~'.repeat(1_000)), 'INVALID_X12'],
    ['an unknown payer', RAW_CHECK.replace('PI*00042', 'PI*NOBODY'), 'UNKNOWN_PAYER'],
  ])('with %s is not sent', async (_, x12, code) => {
    routes = [{ ...ROUTE, payerName: 'LAKE & HEALTH' }];
    const answer = await raw(x12);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code, status: 'ERROR' }]);
    expect(asked).toEqual([]);
    expect(answer.body).not.toContain('KANARIE');
  });

  it('is told where it is wrong, in sentences', async () => {
    const { errors } = (await raw(RAW_CHECK.replace('SE*12*', 'SE*99*'))).json();
    expect(errors[0].message).toMatch(
      /SE01: SE01 is not the number of segments \(IK502 4\)\. Count from ST to SE, both/,
    );
  });

  it.each(['lakes', ' 00042 ', '042'])('by an id that is nearly "%s" is told whose it is', async (id) => {
    const { code, message } = (await raw(RAW_CHECK.replace('PI*00042', `PI*${id}`))).json();
    expect([code, message]).toEqual(['UNKNOWN_PAYER', expect.stringContaining('is meant: 00042 (LAKES, ')]);
  });

  it('of fifty thousand segments takes no time of others', async () => {
    const began = process.cpuUsage();
    await raw(RAW_CHECK.replace('EQ*30~', 'EQ*?~'.repeat(50_000)));
    // Reading them would take seconds.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(500);
  });
});
