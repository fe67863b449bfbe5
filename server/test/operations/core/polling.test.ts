import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeEvents } from '../../../src/resources/events/rows.js';
import { appendFeed, readFeed } from '../../../src/resources/feed/feed.js';
import { coreAppForFile } from '../../support/core-app.js';
import { type SentFile, sendOrders } from '../../support/sent-file.js';
import type { TestApp } from '../../support/test-app.js';

const core = '/2023-08-01';

describe('what is new', () => {
  let test: TestApp;
  const get = (url: string, key = test.testKey) =>
    test.call('GET', `${core}${url}`, { headers: { authorization: key } });
  const known = async ({ executionId, transactionIds }: SentFile, mode: 'test' | 'live' = 'test') => {
    const at = test.clock.now();
    const entries = transactionIds.map((refId) => ({ kind: 'transaction' as const, refId, mode, at }));
    await test.queries((queries) =>
      appendFeed(queries, [...entries, { kind: 'execution', refId: executionId, mode, at }]),
    );
    // On PostgreSQL it is shown once every transaction that began before has ended, those of other tests among them.
    await expect
      .poll(
        () => test.queries((queries) => readFeed(queries, { kind: 'execution', limit: 1000 }).then(({ rows }) => rows)),
        {
          timeout: 30_000,
        },
      )
      .toContainEqual(expect.objectContaining({ refId: executionId }));
  };
  const idsOf = (items: { transactionId?: string; executionId?: string }[]) =>
    items.map(({ transactionId, executionId }) => transactionId ?? executionId);

  afterAll(() => test.close());
  beforeAll(async () => {
    test = await coreAppForFile();
  });

  it('is read on from a token, and nothing is missed or told twice', async () => {
    const start = new Date(test.clock.now() - 60_000).toISOString();
    const first = await sendOrders(test, ['A', 'B']);
    await known(first);
    const page = (await get(`/polling/transactions?startDateTime=${start}&pageSize=1`)).json();
    expect(idsOf(page.items)).toEqual(first.transactionIds.slice(0, 1));
    const rest = (await get(`/polling/transactions?page_token=${page.next_page_token}`)).json();
    expect(idsOf(rest.items)).toEqual(first.transactionIds.slice(1));
    const none = (await get(`/polling/transactions?pageToken=${rest.nextPageToken}`)).json();
    expect(none.items).toEqual([]);
    const second = await sendOrders(test, ['C']);
    await known(second);
    const later = (await get(`/polling/transactions?pageToken=${none.nextPageToken}`)).json();
    expect(idsOf(later.items)).toEqual(second.transactionIds);
    const executions = (await get(`/polling/executions?startDateTime=${start}`)).json();
    expect(idsOf(executions.items)).toEqual([first.executionId, second.executionId]);
  });

  it('begins with a token when nothing is there yet', async () => {
    const other = await test.account('Other');
    const start = '2026-01-01T00:00:00Z';
    const empty = (await get(`/polling/executions?startDateTime=${start}`, other.testKey)).json();
    expect(empty.items).toEqual([]);
    const again = await get(`/polling/executions?pageToken=${empty.nextPageToken}`, other.testKey);
    expect(again.json().items).toEqual([]);
    expect((await get(`/polling/executions?pageToken=${empty.nextPageToken}`)).statusCode).toBe(400);
  });

  it('needs either a token or a time at least a minute past', async () => {
    const soon = new Date(test.clock.now() - 59_000).toISOString();
    for (const query of ['', `?startDateTime=${soon}`, '?startDateTime=yesterday', '?pageToken=x', '?pageSize=501']) {
      expect([query, (await get(`/polling/transactions${query}`)).statusCode]).toEqual([query, 400]);
      expect([query, (await get(`/polling/executions${query}`)).statusCode]).toEqual([query, 400]);
    }
  });

  it('hides from test keys what live keys have made', async () => {
    const start = '2026-01-01T00:00:00Z';
    const live = await sendOrders(test, ['LIVE'], test.liveKey);
    await known(live, 'live');
    const seen = (await get(`/polling/executions?startDateTime=${start}`)).json();
    expect(idsOf(seen.items)).not.toContain(live.executionId);
    const all = (await get(`/polling/executions?startDateTime=${start}`, test.liveKey)).json();
    expect(idsOf(all.items)).toContain(live.executionId);
  });

  it('is an event again under another id', async () => {
    const { executionId } = await sendOrders(test, ['E']);
    await test.queries((queries) =>
      writeEvents(test.services, queries, [
        {
          type: 'file.failed.v2',
          mode: 'test',
          resourceKind: 'execution',
          resourceId: executionId,
          detail: '{}',
          at: 1,
        },
      ]),
    );
    const [event] = await test.queries((queries) => queries.from('events').selectAll().execute());
    const retry = (id = '', key = test.testKey) =>
      test.call('POST', `${core}/events/${id}/retry`, { headers: { authorization: key } });
    const answer = await retry(event?.id);
    expect(answer.statusCode).toBe(200);
    const { eventId } = answer.json();
    expect(eventId).toBe(event?.id);
    test.clock.advance(1000);
    expect((await retry(eventId)).json()).toEqual({ eventId });
    const events = await test.queries((queries) => queries.from('events').selectAll().execute());
    expect(events).toEqual([{ ...event, resends: 2, resent_at: test.clock.now() }]);
    expect((await retry('nowhere')).statusCode).toBe(404);
    expect((await retry(event?.id, (await test.account('Third')).testKey)).statusCode).toBe(404);
    await test.queries((queries) =>
      queries.update('events').set({ mode: 'production' }).where('id', '=', eventId).execute(),
    );
    expect((await retry(eventId)).statusCode).toBe(404);
  });
});
