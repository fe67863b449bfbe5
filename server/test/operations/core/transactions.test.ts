import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coreAppForFile } from '../../support/core-app.js';
import { PARTNERSHIP, purchaseOrder } from '../../support/partner-rows.js';
import { markDelivered, type SentFile, sendOrders } from '../../support/sent-file.js';
import type { TestApp } from '../../support/test-app.js';
import { followed } from './documents.js';

const core = '/2023-08-01';

describe('transactions', () => {
  let test: TestApp;
  let older: SentFile;
  let newer: SentFile;
  let undelivered: SentFile;
  const get = (url: string, key = test.testKey) =>
    test.call('GET', `${core}${url}`, { headers: { authorization: key } });
  const orders = async (query: string, key = test.testKey) => {
    const answer = await get(`/transactions${query}`, key);
    const items = answer.json().items as { businessIdentifiers: { value: string }[] }[] | undefined;
    return items?.map(({ businessIdentifiers }) => businessIdentifiers[0]?.value) ?? answer.statusCode;
  };

  afterAll(() => test.close());
  beforeAll(async () => {
    test = await coreAppForFile();
    older = await sendOrders(test, ['A', 'B']);
    test.clock.advance(60_000);
    newer = await sendOrders(test, ['C']);
    undelivered = await sendOrders(test, ['D']);
    await markDelivered(test, older);
    await markDelivered(test, newer);
  });

  it('lists those of delivered files, newest first, page by page', async () => {
    const all = await orders('');
    expect(all).toHaveLength(3);
    expect((all as string[])[0]).toBe('C');
    const first = (await get('/transactions?pageSize=2')).json();
    expect(first.items).toHaveLength(2);
    expect(first.nextPageToken).toBe(first.next_page_token);
    const rest = (await get(`/transactions?page_size=2&page_token=${first.next_page_token}`)).json();
    expect(rest.items).toHaveLength(1);
    expect(rest.next_page_token).toBeUndefined();
    const ids = [...first.items, ...rest.items].map((item: { transactionId: string }) => item.transactionId);
    expect(new Set(ids)).toEqual(new Set([...older.transactionIds, ...newer.transactionIds]));
  });

  it('filters', async () => {
    expect(await orders('?businessIdentifier=B')).toEqual(['B']);
    expect(await orders('?businessIdentifier=B&elementId=324')).toEqual(['B']);
    expect(await orders('?businessIdentifier=B&elementId=127')).toEqual([]);
    expect(await orders('?elementId=324')).toBe(400);
    expect(await orders('?from=2026-01-15T12:00:30Z')).toEqual(['C']);
    expect(await orders('?to=2026-01-15T12:00:00Z')).toHaveLength(2);
    expect(await orders('?from=yesterday')).toBe(400);
    for (const [name, value, other] of [
      ['transactionSetId', '850', '997'],
      ['sender', 'north', 'buyer'],
      ['receiver', 'buyer', 'north'],
      ['direction', 'OUTBOUND', 'INBOUND'],
      ['mode', 'test', 'production'],
      ['status', 'succeeded', 'failed'],
      ['partnershipId', PARTNERSHIP, 'another'],
    ]) {
      expect([name, await orders(`?${name}=${value}`)]).toEqual([name, expect.arrayContaining(['A', 'B', 'C'])]);
      expect([name, await orders(`?${name}=${other}`)]).toEqual([name, []]);
    }
    expect(await orders('?mode=live')).toBe(400);
    expect(await orders('?pageSize=501')).toBe(400);
    const { nextPageToken } = (await get('/transactions?pageSize=1')).json();
    expect(await orders(`?pageSize=1&sender=north&pageToken=${nextPageToken}`)).toBe(400);
  });

  it('shows one, delivered or not, with its documents', async () => {
    const [id] = undelivered.transactionIds;
    const body = (await get(`/transactions/${id}`)).json();
    expect(body).toMatchObject({
      transactionId: id,
      fileExecutionId: undelivered.executionId,
      status: 'succeeded',
      direction: 'OUTBOUND',
      mode: 'test',
      processedAt: '2026-01-15T12:01:00.000Z',
      partnership: { partnershipId: PARTNERSHIP, partnershipType: 'x12', sender: { profileId: 'north' } },
      businessIdentifiers: [{ elementId: '324', element: 'BEG-03', value: 'D' }],
      x12: { metadata: { functionalGroup: { date: '2026-01-15', time: '06:01:00', release: '004010' } } },
    });
    const url = `http://127.0.0.1:8480${core}/transactions/${id}`;
    expect(body.artifacts).toMatchObject([
      { usage: 'input', artifactType: 'application/json', model: 'transaction', url: `${url}/input` },
      { usage: 'output', artifactType: 'application/edi-x12', model: 'transaction', url: `${url}/output` },
    ]);
    expect(body.artifacts[1].sizeBytes).toBe(undelivered.edi.length);
  });

  it('leads to what a transaction was made of, and what was made of it', async () => {
    const [id] = newer.transactionIds;
    const input = await get(`/transactions/${id}/input`);
    expect(input.statusCode).toBe(302);
    expect(input.headers.location).toBe(input.json().documentDownloadUrl);
    const document = await followed(test, input.json().documentDownloadUrl);
    expect(JSON.parse(document.text)).toEqual(purchaseOrder('C'));
    expect(document.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.json"/);
    expect(document.headers['content-type']).toContain('application/json');
    const output = await get(`/transactions/${id}/output-url`);
    expect(output.statusCode).toBe(200);
    expect((await followed(test, output.json().documentDownloadUrl)).text).toBe(newer.edi);
    const [, second] = older.transactionIds;
    const alone = await followed(test, (await get(`/transactions/${second}/output-url`)).json().documentDownloadUrl);
    expect(alone.text).toContain('BEG*00*SA*B*');
    expect(alone.text).not.toContain('BEG*00*SA*A*');
  });

  it('makes links that are good for one thing, for five minutes', async () => {
    const [id] = newer.transactionIds;
    const { documentDownloadUrl: link } = (await get(`/transactions/${id}/output-url`)).json();
    const path = link.replace('http://127.0.0.1:8480', '');
    const put = await test.app.inject({ method: 'PUT', url: path, payload: '{}' });
    expect(put.statusCode).toBe(403);
    const [payload = '', mac = ''] = path.replace('/links/', '').split('.');
    const facts = JSON.parse(Buffer.from(payload, 'base64url').toString());
    facts[5] += 60_000;
    const longer = Buffer.from(JSON.stringify(facts)).toString('base64url');
    // The last letter of a MAC has bits that its bytes do not: three others would give the same bytes.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [...letters].filter((letter) => letter !== mac.at(-1)).map((letter) => mac.slice(0, -1) + letter);
    for (const other of [...others, `${mac}=`, `${mac} `]) {
      expect((await followed(test, `/links/${payload}.${encodeURIComponent(other)}`)).status, other).toBe(403);
    }
    for (const token of [`${longer}.${mac}`, `${payload}.${mac}.x`, payload, `${payload}.`, `.${mac}`, '.', 'x']) {
      expect((await followed(test, `/links/${token}`)).status).toBe(403);
    }
    test.clock.advance(4 * 60_000);
    expect((await followed(test, link)).status).toBe(200);
    test.clock.advance(60_000);
    expect((await followed(test, link)).status).toBe(403);
    const audit = await test.queries((queries) =>
      queries.from('audit').selectAll().where('object_kind', '=', 'artifact').orderBy('at', 'desc').execute(),
    );
    expect(audit[0]).toMatchObject({ action: 'download', key_id: expect.any(String), address: '127.0.0.1' });
  });

  it('has no attachments and no fragments, and nothing of others', async () => {
    const [id] = newer.transactionIds;
    const paths = [
      `/transactions/${id}/attachment/x`,
      `/transactions/${id}/attachment/x/url`,
      `/transactions/${id}/fragments/0`,
      `/transactions/${id}/fragments/0/output`,
      `/transactions/${id}/fragments/0/output-url`,
      '/transactions/nowhere',
      '/transactions/nowhere/fragments/0',
    ];
    for (const path of paths) expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
    const other = await test.account('Other');
    for (const path of ['', '/input', '/input-url', '/output', '/output-url', '/fragments/0']) {
      expect((await get(`/transactions/${id}${path}`, other.testKey)).statusCode).toBe(404);
    }
    expect(await orders('', other.testKey)).toEqual([]);
  });

  it('shows test keys what test keys have made', async () => {
    const live = await sendOrders(test, ['LIVE'], test.liveKey);
    await markDelivered(test, live);
    const [id] = live.transactionIds;
    expect((await get(`/transactions/${id}`)).statusCode).toBe(404);
    expect((await get(`/transactions/${id}`, test.liveKey)).statusCode).toBe(200);
    expect(await orders('?businessIdentifier=LIVE')).toEqual([]);
    expect(await orders('?businessIdentifier=LIVE', test.liveKey)).toEqual(['LIVE']);
    expect(await orders('?businessIdentifier=C', test.liveKey)).toEqual(['C']);
  });
});
