import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GUESSES } from '../../../src/gateway/keys/guess-limit.js';
import { claimReportRoutes } from '../../../src/operations/healthcare/claim-reports.js';
import { claimRoutes } from '../../../src/operations/healthcare/claims.js';
import { storedClaimRoutes } from '../../../src/operations/healthcare/stored-claims.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { bodyChecker } from '../../contract/contract.js';
import { answerTestClaim } from '../../support/answer-test-claim.js';
import { CLAIM_PATHS, CLAIMS, TAKES_CLAIMS } from '../../support/claims.js';
import { insertPayers } from '../../support/eligibility.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const NUMBER = 'PCN7F3K9Q2X';
const NOBODYS = '00000000-0000-4000-8000-000000000000';
const check = bodyChecker([...claimReportRoutes, ...storedClaimRoutes], 'healthcare');

let app: TestApp;

beforeEach(async () => {
  app = await testApp([...claimRoutes, ...storedClaimRoutes, ...claimReportRoutes], {
    parts: (built) => ({ controlNumbers: createControlNumberTable(built) }),
  });
  app.clock.advance(Date.parse('2026-06-01T12:00:00Z') - app.clock.now());
  await insertPayers(app.services.store, [{ id: 'LAKES', primary: '99901', takes: TAKES_CLAIMS }]);
});
afterEach(() => app.close());

const get = (path: string, authorization = app.liveKey, more = {}) =>
  app.call('GET', `/2024-04-01${path}`, { headers: { authorization }, ...more });
const report = (id: string, key?: string) => get(`/change/medicalnetwork/reports/v2/${id}/277`, key);
const list = (query: string, key?: string) => get(`/claims?${query}`, key);
const listed = async (query: string, key?: string): Promise<readonly string[]> =>
  (await list(query, key)).json().items.map(({ id }: { readonly id: string }) => id);

/** A test, for a member that the payer simulator knows. */
async function submitted(memberId?: string): Promise<string> {
  const { request } = CLAIMS.professional;
  const subscriber = { ...(request.subscriber as object), ...(memberId === undefined ? {} : { memberId }) };
  const answer = await app.call('POST', CLAIM_PATHS.professional.json, { payload: { ...request, subscriber } });
  expect(answer.statusCode).toBe(200);
  return answer.json().claimReference.correlationId;
}

const audited = (kind: string) =>
  app.queries(async (queries) =>
    (await queries.from('audit').selectAll().where('object_kind', '=', kind).execute()).map(
      ({ action, object_id }) => `${action} ${object_id}`,
    ),
  );

describe('a 277 report', () => {
  it.each(['SIM-A1', 'SIM-A7', 'SIM-BATCH'])('is as the interface has it, with all of its meta: %s', async (member) => {
    const claimId = await submitted(member);
    const id = await answerTestClaim(app, claimId);
    const answer = await report(id);
    expect(check('ConvertReport277', answer.statusCode, answer.body)).toEqual([]);
    const { meta, transactions } = answer.json();
    expect(meta).toEqual({
      ...{ transactionId: id, senderId: expect.any(String), applicationMode: 'test', traceId: claimId },
    });
    expect([transactions.length, transactions[0].controlNumber]).toEqual([1, '0001']);
  });

  it('is there for its account, with keys of both kinds where it is of a test, and for nobody else', async () => {
    const id = await answerTestClaim(app, await submitted());
    const other = await app.account();
    expect((await report(id, app.testKey)).body).toContain(NUMBER);
    expect((await report(id)).statusCode).toBe(200);
    for (const key of [other.liveKey, other.testKey]) {
      const [foreign, none] = [await report(id, key), await report(NOBODYS, key)];
      expect([foreign.statusCode, foreign.json().message]).toEqual([404, none.json().message]);
    }
    await app.queries((queries) => queries.update('claim_reports').set({ mode: 'production' }).execute());
    expect((await report(id, app.testKey)).statusCode).toBe(404);
    expect((await report(id)).statusCode).toBe(200);
    expect(await audited('claim-report')).toEqual(Array(3).fill(`read ${id}`));
  });
});

describe('claims by patient control number', () => {
  it('are listed newest first, page by page, and say nothing of a patient', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      app.clock.advance(1_000);
      ids.unshift(await submitted());
    }
    const first = await list(`patientControlNumber=${NUMBER}&pageSize=2`);
    expect(check('ListClaims', first.statusCode, first.body)).toEqual([]);
    expect(first.body).not.toContain(NUMBER);
    const { items, nextPageToken } = first.json();
    const token = encodeURIComponent(nextPageToken);
    const rest = await list(`patientControlNumber=${NUMBER}&pageSize=2&pageToken=${token}`);
    expect([...items, ...rest.json().items].map(({ id }) => id)).toEqual(ids);
    expect(rest.json().nextPageToken).toBeUndefined();
    expect(await listed('patientControlNumber=NONE')).toEqual([]);
    expect((await list('')).statusCode).toBe(400);
  });

  it('are those of the account, of tests alone for test keys, and each list is in the audit', async () => {
    const [one, two] = [await submitted(), await submitted()];
    await app.queries((queries) =>
      queries.update('claims').set({ mode: 'production' }).where('id', '=', two).execute(),
    );
    const query = `patientControlNumber=${NUMBER}`;
    expect([...(await listed(query))].sort()).toEqual([one, two].sort());
    expect(await listed(query, app.testKey)).toEqual([one]);
    const other = await app.account();
    for (const key of [other.liveKey, other.testKey]) expect(await listed(query, key)).toEqual([]);
    const lists = (await audited('claim')).filter((entry) => entry.startsWith('list'));
    expect(lists).toHaveLength(2);
    expect(lists.join()).not.toContain(NUMBER);
  });
});

describe('both', () => {
  const asked = (key: string, more = {}) => [
    get(`/change/medicalnetwork/reports/v2/${NOBODYS}/277`, key, more),
    get(`/claims?patientControlNumber=${NUMBER}`, key, more),
  ];
  const statuses = async (key: string, more = {}) =>
    (await Promise.all(asked(key, more))).map(({ statusCode }) => statusCode);

  it('are refused to who has no key, a wrong one, or one for other things', async () => {
    const scoped = await app.key(app.accountId, { name: 'scoped', mode: 'live', scopes: ['core:read'] });
    for (const key of ['', 'wrong', scoped]) expect(await statuses(key)).toEqual([403, 403]);
  });

  it('are refused to who guesses keys', async () => {
    const remoteAddress = '192.0.2.9';
    for (let guess = 0; guess < GUESSES.most; guess++) await get('/claims', `wrong-${guess}`, { remoteAddress });
    expect(await statuses('wrong', { remoteAddress })).toEqual([429, 429]);
  });
});
