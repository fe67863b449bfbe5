import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECK_COMMANDS } from '../../../src/commands/checks.js';
import type { PayerReply } from '../../../src/exchange/payer-routes/payer-exchange.js';
import { maintenanceTasks } from '../../../src/maintenance/maintenance-tasks.js';
import { eligibilityRoutes } from '../../../src/operations/healthcare/eligibility.js';
import { eligibilityCheckRoutes } from '../../../src/operations/healthcare/eligibility-checks.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { giveUpAllChecks } from '../../../src/resources/eligibility-checks/expired.js';
import { answerTo, CHECK, fakeExchange, insertPayers, RAW_CHECK, ROUTE } from '../../support/eligibility.js';
import { PATIENT, PROVIDER } from '../../support/patients.js';
import { type TestApp, testApp } from '../../support/test-app.js';
import { testConfig } from '../../support/test-services.js';

const URL = '/2024-04-01/change/medicalnetwork/eligibility/v3';
const LIST = '/2024-04-01/eligibility-checks';
const DAY = 86_400_000;

let app: TestApp;
/** What the payer does. */
let payer: (x12: Uint8Array) => Promise<PayerReply> | PayerReply;

beforeEach(async () => {
  payer = async (x12) => ({ kind: 'answer', x12: await answerTo(x12) });
  app = await testApp([...eligibilityRoutes, ...eligibilityCheckRoutes], {
    parts: ({ store, clock, config }) => ({
      config: { ...config, checksRetentionDays: 10 },
      controlNumbers: createControlNumberTable({ store, clock }),
      payerExchange: fakeExchange([ROUTE], ({ x12, onSending }) => {
        onSending();
        return payer(x12);
      }),
      mockPayers: { check: () => [], answer: (x12) => answerTo(x12) },
    }),
  });
  await insertPayers(app.services.store, [
    { id: 'LAKES', primary: '00042', aliases: ['LAKE', 'SHARED'] },
    { id: 'HILLS', primary: '77', aliases: ['SHARED'] },
  ]);
});

afterEach(() => app.close());

const as = (key: string) => ({ headers: { authorization: key } });
async function checked(more: object = {}, key = app.liveKey): Promise<string> {
  const answer = await app.call('POST', URL, { payload: { ...CHECK, ...more }, ...as(key) });
  expect(answer.statusCode).toBe(200);
  app.clock.advance(1000);
  return answer.json().id;
}
async function listed(query: Record<string, string> = {}, key = app.liveKey): Promise<readonly string[]> {
  const answer = await app.call('GET', LIST, { query, ...as(key) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items.map(({ id }: { readonly id: string }) => id);
}
const get = (path: string, key = app.liveKey) => app.call('GET', `${LIST}/${path}`, as(key));

/** As the AAA of an answer has it. */
function rejecting(code: string): (x12: Uint8Array) => Promise<PayerReply> {
  return async (x12) => ({
    kind: 'answer',
    x12: await answerTo(x12, (answer) => ({
      ...answer,
      benefitsInformation: [],
      subscriber: {
        ...answer.subscriber,
        aaaErrors: [{ code, followupAction: 'Please Correct and Resubmit', location: 'Loop 2100C' }],
      } as typeof answer.subscriber,
    })),
  });
}

describe('checks that are read back', () => {
  it('are found by everything that they are narrowed by, newest first', async () => {
    const one = await checked();
    const other = await checked({ externalPatientId: 'somebody-else', tradingPartnerServiceId: '77' });
    payer = rejecting('75');
    const rejected = await checked({ externalPatientId: undefined });
    payer = () => ({ kind: 'none', failure: 'timed-out', wasSent: true });
    const failed = await checked({ externalPatientId: undefined });
    payer = async (x12) => ({ kind: 'answer', x12: await answerTo(x12) });
    const raw = (await app.call('POST', `${URL}/raw-x12`, { payload: { x12: RAW_CHECK } })).json().id;
    app.clock.advance(1000);
    const test = await checked({}, app.testKey);
    expect(await listed()).toEqual([test, raw, failed, rejected, other, one]);
    expect(await listed({ externalPatientId: CHECK.externalPatientId })).toEqual([test, one]);
    expect(await listed({ externalPatientId: 'kanarie' })).toEqual([]);
    for (const name of ['77', 'HILLS']) expect(await listed({ payer: name })).toEqual([other]);
    expect(await listed({ payer: 'LAKE', status: 'FAILED' })).toEqual([failed]);
    expect(await listed({ errorCode: '75' })).toEqual([rejected]);
    expect(await listed({ errorCode: '80' })).toEqual([failed]);
    expect(await listed({ errorCode: '75', status: 'FAILED' })).toEqual([]);
    expect(await listed({ source: 'raw-x12' })).toEqual([raw]);
    expect(await listed({ source: 'json', mode: 'production' })).toEqual([failed, rejected, other, one]);
    expect(await listed({ mode: 'test' })).toEqual([test]);
    expect(await listed({ from: new Date(app.clock.now() - 2500).toISOString() })).toEqual([test, raw]);
    expect(await listed({}, app.testKey)).toEqual([test]);
    expect((await get(one, app.testKey)).statusCode).toBe(404);
    const pages = await app.call('GET', LIST, { query: { pageSize: '4' } });
    const token = pages.json().next_page_token;
    expect(await listed({ pageSize: '4', page_token: token })).toEqual([other, one]);
  });

  it('are refused where the payer is none, or several', async () => {
    for (const name of ['nobody', 'SHARED']) {
      const answer = await app.call('GET', LIST, { query: { payer: name } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'INVALID_PARAMETER' });
    }
  });

  it('come with what was answered, and with their documents, which have no secret of the question', async () => {
    const id = await checked({
      portalUsername: PROVIDER.portalUsername,
      portalPassword: PROVIDER.portalPassword,
      provider: { organizationName: PROVIDER.organizationName, npi: '1999999984', taxId: PROVIDER.taxId },
      subscriber: {
        ...{ memberId: PATIENT.memberId, firstName: PATIENT.firstName, lastName: PATIENT.lastName },
        ...{ dateOfBirth: PATIENT.dateOfBirth, ssn: PATIENT.ssn },
      },
    });
    const whole = (await get(id)).json();
    expect(whole).toMatchObject({
      ...{ id, status: 'ANSWERED', source: 'json', mode: 'production', errorCodes: [] },
      payer: { platformId: 'LAKES', displayName: 'Payer LAKES' },
      response: { id, subscriber: { memberId: PATIENT.memberId }, benefitsInformation: [{ code: '1' }] },
    });
    const request = (await get(`${id}/request`)).json();
    expect(request.json.subscriber).toMatchObject({ lastName: PATIENT.lastName, ssn: 'MASKED' });
    const question = (await get(`${id}/question`)).json();
    expect(question.x12).toContain(`NM1*IL*1*${PATIENT.lastName}`);
    for (const { json, x12 } of [request, question]) {
      const text = JSON.stringify(json ?? x12);
      for (const secret of [PROVIDER.portalUsername, PROVIDER.portalPassword, PROVIDER.taxId, PATIENT.ssn]) {
        expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
      }
      expect(text).toContain('MASKED');
    }
    expect((await get(`${id}/payer-answer`)).json().x12).toMatch(/^ISA\*.*~ST\*271\*/);
    expect((await get(`${id}/anything`)).statusCode).toBe(400);
  });

  it('have no number of a provider by which one is known to the state, wherever it stands', async () => {
    const secret = '987654320';
    const id = await checked({
      provider: { ...CHECK.provider, devicePinNumber: secret },
      subscriber: {
        ...CHECK.subscriber,
        ...{ providerCode: 'PC', referenceIdentificationQualifier: 'SY', providerIdentifier: secret },
      },
    });
    for (const name of ['request', 'question']) {
      const document = (await get(`${id}/${name}`)).body;
      expect(document).not.toContain(secret);
      expect(document.match(/MASKED/g)).toHaveLength(2);
    }
  });

  it('of a sender of X12 do not give back what its ISA is let in by, and can be read all the same', async () => {
    const x12 = RAW_CHECK.replace('ISA*00*          *00*          *', 'ISA*03*SENDERNAME*01*SECRET    *');
    const answer = await app.call('POST', `${URL}/raw-x12`, { payload: { x12 } });
    const shown = (await get(`${answer.json().id}/request`)).json().x12;
    expect(shown).toBe(x12.replace('SENDERNAME', 'MASKED    ').replace('SECRET    ', 'MASKED    '));
  });

  it('of a payer that answered another check are not read back, as they may be about another account’s patient', async () => {
    payer = async (x12) => ({
      kind: 'answer',
      x12: await answerTo(x12, (answer) => ({ ...answer, meta: { traceId: 'ANOTHER' }, subscriberTraceNumbers: [] })),
    });
    const foreign = await checked();
    payer = () => ({ kind: 'answer', x12: Buffer.from('ISA*what nobody can read') });
    const unreadable = await checked();
    for (const id of [foreign, unreadable]) {
      expect((await get(id)).json()).toMatchObject({ status: 'FAILED' });
      const answer = await get(`${id}/payer-answer`);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'ANSWER_WITHHELD']);
      expect(answer.body).not.toContain('ISA*');
    }
    const [command] = CHECK_COMMANDS;
    const read = (id: string) => command?.run(app.services, { id });
    expect(await read(foreign)).toMatchObject({ x12: expect.stringContaining('*ANOTHER*') });
    expect(await read(unreadable)).toEqual({ x12: 'ISA*what nobody can read' });
    const audited = await app.queries((queries) => queries.from('audit').select(['action', 'object_id']).execute());
    const ofForeign = audited.filter(({ object_id }) => object_id === foreign).map(({ action }) => action);
    expect(ofForeign.sort()).toEqual(['check', 'read', 'read', 'withhold']);
    await expect(read('ec_none')).rejects.toThrow('No payer has sent anything');
  });

  it('have what a payer sent as it was answered, also where it is no UTF-8', async () => {
    payer = async (x12) => {
      const text = Buffer.from(await answerTo(x12)).toString('latin1');
      return { kind: 'answer', x12: Buffer.from(text.replace('NM1*PR*2*', 'NM1*PR*2*\u00c9TOILE '), 'latin1') };
    };
    const id = await checked();
    const { response } = (await get(id)).json();
    expect(response.x12).toContain('NM1*PR*2*\u00c9TOILE');
    expect((await get(`${id}/payer-answer`)).json().x12.trimEnd()).toBe(response.x12.trimEnd());
  });

  it('are not there for another account, and every read of them is in the audit', async () => {
    const id = await checked();
    const other = await app.account('Other');
    for (const path of [id, `${id}/request`, `${id}/question`, `${id}/payer-answer`]) {
      expect((await get(path, other.liveKey)).statusCode).toBe(404);
      expect((await get(path)).statusCode).toBe(200);
    }
    expect(await listed({}, other.liveKey)).toEqual([]);
    expect(await listed({ externalPatientId: CHECK.externalPatientId }, other.liveKey)).toEqual([]);
    const audit = await app.queries((queries) => queries.from('audit').select(['action', 'object_id']).execute());
    expect(audit.filter(({ object_id }) => object_id === id).map(({ action }) => action)).toEqual([
      'check',
      ...Array<string>(4).fill('read'),
    ]);
  });
});

describe('a check whose process has died', () => {
  const dead = (owned_until: number) =>
    app.services.store.write((tx) =>
      tx.updateTable('eligibility_checks').set({ status: 'PENDING', answered_at: null, owned_until }).execute(),
    );
  const status = async (id: string) => (await get(id)).json().status;

  it('is shown as UNKNOWN once its time is over, and marked as that, but for those under way', async () => {
    const id = await checked();
    await dead(app.clock.now() + 5000);
    await giveUp();
    expect(await status(id)).toBe('PENDING');
    app.clock.advance(5000);
    expect(await status(id)).toBe('UNKNOWN');
    expect(await listed({ status: 'UNKNOWN' })).toEqual([]);
    await giveUp();
    expect(await listed({ status: 'UNKNOWN' })).toEqual([id]);
  });

  it('is marked at once at the start of the only process', async () => {
    const id = await checked();
    await dead(app.clock.now() + 5000);
    expect(await app.services.store.write(giveUpAllChecks)).toBe(1);
    expect(await status(id)).toBe('UNKNOWN');
  });

  const giveUp = () => run('give-up-checks');
});

async function run(kind: string): Promise<void> {
  const { store, clock, log, metrics, secrets } = app.services;
  const nothing = async () => undefined;
  const tasks = maintenanceTasks({
    ...{ store, clock, log, metrics, sweep: nothing, endDropped: async () => undefined, keys: secrets.keys },
    auditRetentionDays: testConfig('').auditRetentionDays,
  });
  await tasks.find((task) => task.kind === kind)?.run(new AbortController().signal);
}

describe('checks of which the time is over', () => {
  it('go with their documents and codes, and no others do', async () => {
    payer = rejecting('75');
    await checked();
    app.clock.advance(5 * DAY);
    const young = await checked();
    app.clock.advance(5 * DAY);
    await run('purge-old');
    await run('purge-expired');
    expect(await listed()).toEqual([young]);
    const left = await app.queries(async (queries) => ({
      codes: await queries.from('eligibility_check_errors').select('check_id').execute(),
      documents: await queries.from('artifacts').select('owner_id').distinct().execute(),
    }));
    expect(left).toEqual({ codes: [{ check_id: young }], documents: [{ owner_id: young }] });
  });
});
