import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { makePartnership, P, partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

let test: TestApp;
let below: string;
beforeAll(async () => {
  test = await partnersApp();
  below = `${P}/x12/partnerships/${await makePartnership(test, 'a')}`;
  await test.queries((queries) => createBucket(queries, test.clock, { name: 'files' }));
});
afterAll(() => test.close());

describe('requests at once', () => {
  it('leave no setting without its connection', async () => {
    for (let round = 0; round < 10; round++) {
      const payload = { name: `c${round}`, bucketName: 'files' };
      const { connectionId } = (await test.call('POST', `${below}/connections/buckets`, { payload })).json();
      const setting = { release: '004010', transactionSetIdentifier: '850', connection: { connectionId } };
      const [made, deleted] = await Promise.all([
        test.call('POST', `${below}/outbound-transactions`, { payload: setting }),
        test.call('DELETE', `${below}/connections/buckets/${connectionId}`),
      ]);
      expect([`201 409`, `400 204`]).toContain(`${made.statusCode} ${deleted.statusCode}`);
    }
  });

  it('give a name of a connection once', async () => {
    const payload = { name: 'same', bucketName: 'files' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => test.call('POST', `${below}/connections/buckets`, { payload })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });
});
