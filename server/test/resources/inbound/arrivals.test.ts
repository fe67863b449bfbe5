import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uuid } from '../../../src/ids.js';
import { arrivedAs, type NewArrival, recordArrivals } from '../../../src/resources/inbound/arrivals.js';
import { answeringPair, pairOf } from '../../../src/resources/inbound/pair.js';
import type { Connections } from '../../../src/store/tables.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT, addConnection } from '../../support/deliveries.js';
import { type TestServices, testServices } from '../../support/test-services.js';

describe('files that come in', () => {
  let test: TestServices;
  let connection: Connections;
  beforeEach(async () => {
    test = await testServices();
    await addAccount(test.services.store, ACCOUNT);
    connection = await addConnection(test.services, 'bucket', { bucketName: 'b' }, { test: 0 });
  });
  afterEach(() => test.close());

  const arrival = async (payloadId: string): Promise<NewArrival> => {
    const executionId = uuid();
    const [input] = await test.services.artifacts.prepare(ACCOUNT, [
      {
        ...{ model: 'execution', ownerId: executionId, usage: 'input' },
        ...{ type: 'unknown', name: 'a.edi', bytes: Buffer.from('ISA') },
      },
    ]);
    if (input === undefined) throw new Error('one was prepared');
    return { connection, payloadId, executionId, directory: 'in', name: 'a.edi', input };
  };
  const record = async (...arrivals: readonly NewArrival[]) =>
    writeAs(test.services.store, ACCOUNT, (queries) => recordArrivals(test.services, queries, arrivals));

  it('are written down with execution, bytes and job', async () => {
    const one = await arrival('1');
    expect(await record(one)).toEqual([{ executionId: one.executionId, isNew: true }]);
    const found = await readAs(test.services.store, ACCOUNT, async (queries) => ({
      executions: await queries.from('executions').selectAll().execute(),
      artifacts: await queries.from('artifacts').select(['owner_id', 'usage']).execute(),
      jobs: await queries.from('jobs').select(['kind', 'queue', 'payload']).execute(),
    }));
    expect(found.executions).toMatchObject([
      { id: one.executionId, direction: 'INBOUND', status: 'STARTED', connection_id: connection.id, key_mode: 'live' },
    ]);
    expect(found.artifacts).toEqual([{ owner_id: one.executionId, usage: 'input' }]);
    expect(found.jobs).toMatchObject([{ kind: 'receive', payload: JSON.stringify({ executionId: one.executionId }) }]);
  });

  it('are taken once under their id at the partner, whoever meets them', async () => {
    const [one, again, other] = [await arrival('1'), await arrival('1'), await arrival('2')];
    const outcomes = await Promise.all([record(one), record(again, other)]);
    const [first] = outcomes.flat().filter(({ isNew }) => isNew);
    const ids = outcomes.flat().map(({ executionId }) => executionId);
    expect(new Set(ids)).toEqual(new Set([first?.executionId, other.executionId]));
    expect(outcomes.flat().filter(({ isNew }) => isNew)).toHaveLength(2);
    const rows = await readAs(test.services.store, ACCOUNT, (queries) => queries.from('jobs').select('id').execute());
    expect(rows).toHaveLength(2);
    const known = await readAs(test.services.store, ACCOUNT, (queries) => arrivedAs(queries, connection.id, '1'));
    expect(known).toBe(first?.executionId);
  });
});

it('the pair of an answer is that of the question, seen by the other', () => {
  const ids = { senderQualifier: 'ZZ', senderId: 'SHOP   ', receiverQualifier: '14', receiverId: 'MILL' };
  const swapped = { senderQualifier: '14', senderId: 'MILL', receiverQualifier: 'ZZ', receiverId: 'SHOP' };
  expect(answeringPair(ids)).toBe(pairOf(swapped));
  expect(pairOf(ids)).not.toBe(pairOf(swapped));
});
