import { expect, it } from 'vitest';
import { coreApp } from '../../support/core-app.js';
import { markDelivered, markFailed, sendOrders } from '../../support/sent-file.js';

const CORE = '/2023-08-01';

it('counts files and transactions by what is asked for, with what the key may see, apart from all other work', async () => {
  let lists = 0;
  const test = await coreApp(({ store }) => ({
    store: {
      ...store,
      list: (work) => {
        lists++;
        return store.list(work);
      },
    },
  }));
  const count = async (path: string, key = test.testKey) => {
    const answer = await test.call('GET', `${CORE}${path}`, { headers: { authorization: key } });
    return answer.statusCode === 200 ? answer.json() : answer.json().code;
  };
  await markDelivered(test, await sendOrders(test, ['A', 'B']));
  await markFailed(test, await sendOrders(test, ['C']));
  expect(await count('/executions/count')).toEqual({ count: 2, exact: true });
  expect(await count('/executions/count', test.liveKey)).toEqual({ count: 2, exact: true });
  expect(await count('/executions/count?status=FAILED')).toEqual({ count: 1, exact: true });
  expect(await count('/executions/count?businessIdentifier=A&status=COMPLETED')).toEqual({ count: 1, exact: true });
  expect(await count('/executions/count?from=2999-01-01T00:00:00Z')).toEqual({ count: 0, exact: true });
  expect(await count('/transactions/count')).toEqual({ count: 2, exact: true });
  expect(await count('/transactions/count?businessIdentifier=B')).toEqual({ count: 1, exact: true });
  expect(await count('/transactions/count?elementId=324')).toBe('INVALID_PARAMETER');
  expect(await count('/executions/count?state=FAILED')).toBe('VALIDATION_FAILED');
  const backwards = 'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z';
  for (const path of ['/executions/count', '/executions', '/transactions/count', '/transactions']) {
    expect(await count(`${path}?${backwards}`), path).toBe('VALIDATION_FAILED');
  }
  expect(lists).toBe(12);
  expect(await count('/executions/count?pageSize=1')).toBe('VALIDATION_FAILED');
  const other = await test.account('Other');
  expect(await count('/executions/count', other.liveKey)).toEqual({ count: 0, exact: true });
  expect(await count('/transactions/count', other.liveKey)).toEqual({ count: 0, exact: true });
  // Those of transactions: whether one is known by an identifier is a matter of payloads.
  const audited = await test.queries((queries) =>
    queries.from('audit').select('object_kind').where('action', '=', 'count').execute(),
  );
  expect(audited.map(({ object_kind }) => object_kind)).toEqual(['transaction', 'transaction']);
});
