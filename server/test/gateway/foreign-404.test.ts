import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRoute } from '../../src/gateway/route.js';
import { listRoute, route } from '../../src/operations/route.js';
import { notFound } from '../../src/problems.js';
import { expectForeign404 } from '../support/expect-foreign-404.js';
import { type TestApp, testApp } from '../support/test-app.js';

const params = Type.Object({ name: Type.String() });
const response = { 200: Type.Object({}) };

const bucketBy = (operation: string, isHeld: boolean): AnyRoute =>
  route({
    operation,
    family: 'buckets',
    method: 'GET',
    path: `/${operation}/:name`,
    summary: 'Reads a bucket.',
    schemas: { params, response },
    handle: async (call) => {
      const row = await call.read((queries) => {
        const from = isHeld ? queries.from('buckets') : queries.tx.selectFrom('buckets');
        return from.select('name').where('name', '=', call.params.name).executeTakeFirst();
      });
      if (row === undefined) throw notFound('bucket');
      return { body: row };
    },
  });

const listBy = (operation: string, isHeld: boolean): AnyRoute =>
  listRoute({
    operation,
    family: 'buckets',
    method: 'GET',
    path: `/${operation}`,
    summary: 'Lists buckets.',
    schemas: { response },
    paged: { defaultSize: 10, maxSize: 10 },
    list: async (call) => ({
      items: await call.read((queries) =>
        (isHeld ? queries.from('buckets') : queries.tx.selectFrom('buckets')).select('name').execute(),
      ),
    }),
  });

describe('operations tried with ids of another account', () => {
  let test: TestApp;
  const held = bucketBy('HeldBucket', true);
  const open = bucketBy('OpenBucket', false);
  const heldList = listBy('HeldList', true);
  const openList = listBy('OpenList', false);
  beforeAll(async () => {
    test = await testApp([held, open, heldList, openList]);
    await test.queries((queries) =>
      queries
        .insert('buckets', { name: 'mine', mode: 'live', notifications: null, created_at: 0, updated_at: 0 })
        .execute(),
    );
  });
  afterAll(() => test.close());
  const mine = { params: { name: 'mine' } };

  it('pass where they answer 404 and list nothing', async () => {
    await expectForeign404(test, [held, heldList], { HeldBucket: mine });
  });

  it('fail where they reach over accounts, have no sample, or a sample that names nothing', async () => {
    await expect(expectForeign404(test, [open], { OpenBucket: mine })).rejects.toThrow(/by a stranger|shows/);
    await expect(expectForeign404(test, [openList], { OpenBucket: mine })).rejects.toThrow('in the list');
    await expect(expectForeign404(test, [held], {})).rejects.toThrow('no sample');
    await expect(expectForeign404(test, [held], { HeldBucket: { params: { name: 'nobody' } } })).rejects.toThrow(
      'by its owner',
    );
  });
});
