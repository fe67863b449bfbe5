import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandRoutes } from '../../../src/operations/commands.js';
import { payerRoutes } from '../../../src/operations/healthcare/payers.js';
import { importPayers } from '../../../src/resources/payers/import-payers.js';
import { SHIPPED_PAYERS, shipPayers } from '../../../src/resources/payers/shipped-payers.js';
import { bodyChecker } from '../../contract/contract.js';
import { type TestApp, testApp } from '../../support/test-app.js';
import { ADMIN_TOKEN } from '../../support/test-services.js';

const BASE = '/2024-04-01';

let app: TestApp;
beforeAll(async () => {
  app = await testApp(payerRoutes, { operator: commandRoutes });
  await shipPayers(app.services);
});
afterAll(() => app.close());

/** By our own schema, and by the published ones where these are. */
const CHECKS = ['healthcare', 'payers'].map((family) => bodyChecker(payerRoutes, family));
async function get(path: string, query: Record<string, string | string[]> = {}, key = app.liveKey) {
  return app.call('GET', `${BASE}${path}`, { query, headers: { authorization: key } });
}
async function json(operation: string, path: string, query: Record<string, string | string[]> = {}) {
  const answer = await get(path, query);
  expect(CHECKS.flatMap((check) => check(operation, answer.statusCode, answer.body))).toEqual([]);
  return answer.json();
}

describe('payers over HTTP', () => {
  it('are all listed by platform id, or by pages of ten and more', async () => {
    const { items, nextPageToken } = await json('ListPayerRecords', '/payers');
    expect(nextPageToken).toBeUndefined();
    const ids = items.map(({ platformId }: { readonly platformId: string }) => platformId);
    expect(ids).toEqual(SHIPPED_PAYERS.map(({ platformId }) => platformId).sort());
    const first = await json('ListPayerRecords', '/payers', { pageSize: '12' });
    const second = await json('ListPayerRecords', '/payers', { pageSize: '12', pageToken: first.nextPageToken });
    expect([...first.items, ...second.items]).toEqual(items);
    expect(first.items).toHaveLength(12);
    const small = await get('/payers', { pageSize: '9' });
    expect(small.statusCode).toBe(400);
    expect(small.json().message).toContain('from 10 to');
  });

  it('are got by their platform id alone', async () => {
    const { payer } = await json('GetPayerRecord', '/payer/CIGLM');
    expect(payer).toMatchObject({ primaryPayerId: '62308', aliases: ['62308', 'SX071'], displayName: 'Cigna' });
    await json('GetPayerRecord', '/payer/NOONE');
    expect((await get('/payer/NOONE')).statusCode).toBe(404);
    for (const id of ['62308', 'SX071', 'ciglm']) expect((await get(`/payer/${id}`)).statusCode).toBe(400);
  });

  it('keep others waiting for one search at most, however many come', async () => {
    const order: string[] = [];
    const searches = Array.from({ length: 20 }, async () => {
      expect((await get('/payers/search', { query: 'health plan' })).statusCode).toBe(200);
      order.push('search');
    });
    expect((await get('/payer/CIGLM')).statusCode).toBe(200);
    order.push('payer');
    await Promise.all(searches);
    expect(order.at(-1)).toBe('search');
  });

  it('are searched, and what was found is counted', async () => {
    const { items, stats } = await json('SearchPayers', '/payers/search', { query: 'cig' });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ payer: { platformId: 'CIGLM' }, matches: { displayName: '<b>Cigna</b>' } });
    expect(items[0].payer.transactionSupport.claimSubmission).toBeUndefined();
    expect(stats).toMatchObject({ total: 1, transactionSupport: { eligibilityCheck: { supported: 1 } } });
    const dental = await json('SearchPayers', '/payers/search', { coverageTypes: ['medical', 'dental'] });
    expect(
      dental.items.map((hit: { readonly payer: { readonly platformId: string } }) => hit.payer.platformId),
    ).toEqual(['AETLM', 'CIGLM']);
    const first = await json('SearchPayers', '/payers/search', { pageSize: '10' });
    const second = await json('SearchPayers', '/payers/search', { pageSize: '10', page_token: first.nextPageToken });
    expect(first.stats.total).toBe(SHIPPED_PAYERS.length);
    expect(second.items).toHaveLength(SHIPPED_PAYERS.length - 10);
    for (const query of [
      { pageSize: '9' },
      { pageSize: '101' },
      { query: 'x'.repeat(201) },
      { coverageTypes: 'legs' },
    ]) {
      expect((await get('/payers/search', query)).statusCode).toBe(400);
    }
  });

  it('are one table', async () => {
    const answer = await get('/payers/csv');
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = answer.body.split('\r\n');
    expect(lines).toHaveLength(SHIPPED_PAYERS.length + 2);
    expect(lines[0]).toMatch(/^"PlatformId","PrimaryPayerId","DisplayName","Names","Aliases","EligibilityInquiry",/);
    expect(lines[0]?.split(',')).toHaveLength(52);
    expect(lines.find((line) => line.startsWith('"BRINK"'))).toContain('"00042|0042|BWHP","true","false","","",""');
  });

  it('are the same for test keys and other accounts, and are there at once when they were imported', async () => {
    const other = await app.account('Other');
    const whole = (await get('/payers')).body;
    for (const key of [app.testKey, other.liveKey, other.testKey])
      expect((await get('/payers', {}, key)).body).toBe(whole);
    const row = { platformId: 'FRESH', primaryPayerId: 'FRESH1', displayName: 'Freshly imported' };
    await importPayers(app.services, [row], { dryRun: false, asWritten: false });
    expect((await get('/payer/FRESH')).json().payer.displayName).toBe('Freshly imported');
  });

  it('are imported into a running server by the thousand, and exported as they are imported', async () => {
    const command = async (name: string, payload: object) => {
      const headers = { authorization: ADMIN_TOKEN };
      return app.call('POST', `/admin/commands/${encodeURIComponent(name)}`, { headers, payload });
    };
    const payers = Array.from({ length: 10_000 }, (_, number) => ({
      primaryPayerId: `MANY${number}`,
      displayName: `One of very many payers, number ${number}`,
      names: ['Under another name', 'And under a third one, which makes the file larger'],
    }));
    expect(JSON.stringify(payers).length).toBeGreaterThan(1024 * 1024);
    const report = await command('payers import', { payers, dryRun: false, asWritten: false });
    expect(report.json()).toMatchObject({ created: 10_000, changedCount: 0 });
    const policy = { primaryPayerId: 'MANY7', enrollmentPolicy: 'block', usOnly: true } as const;
    await importPayers(app.services, [policy], { dryRun: false, asWritten: false });
    const { payers: exported } = JSON.parse((await command('payers export', {})).json().text);
    expect(exported).toContainEqual(expect.objectContaining(policy));
    const again = await command('payers import', { payers: exported, dryRun: true, asWritten: false });
    expect(again.json()).toMatchObject({ created: 0, ambiguousAliases: [] });
    // What was never said of a payer is said of it then.
    const members = again.json().changed.flatMap((one: { readonly members: readonly string[] }) => one.members);
    expect(['names', 'programs', 'transactionSupport']).toEqual(expect.arrayContaining([...new Set(members)]));
  });
});
