import { expect, it } from 'vitest';
import { listEnrollmentRows, withinRoom } from '../../../src/resources/enrollments/list.js';
import type { PagePosition } from '../../../src/store/page.js';
import { E, enrollmentWorld } from '../../support/enrollments.js';
import { ADMIN_TOKEN } from '../../support/test-services.js';

it('a page ends where the tasks of its enrollments are long, and the list has each of them once', async () => {
  const world = await enrollmentWorld();
  const ids: string[] = [];
  for (let place = 0; place < 6; place++) {
    const { id } = await world.enroll({ status: 'SUBMITTED' });
    ids.push(id);
    // One of them is longer than a page by itself.
    const instructions = 'x'.repeat(place === 2 ? 9_000 : 1_500);
    const payload = { definition: { manualTask: { instructions, fields: [] } } };
    const path = `/admin/accounts/${world.accountId}/enrollments/${id}/tasks`;
    await world.call('POST', path, { headers: { authorization: ADMIN_TOKEN }, payload });
  }
  const pages: string[][] = [];
  const sorts = [{ by: 'createdAt', direction: 'asc' }] as const;
  for (let after: PagePosition | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await world.queries(async (own) =>
      withinRoom(own, sorts, await listEnrollmentRows(own, {}, sorts, { size: 4, after }), 5_000),
    );
    pages.push(page.items.map(({ id }) => id));
    after = page.next;
  }
  expect(pages.flat()).toEqual(ids.toSorted());
  expect(pages.map(({ length }) => length)).toEqual([2, 1, 2, 1]);
  await world.close();
});

it('a table is exported without a look at tasks, which no column is about', async () => {
  const world = await enrollmentWorld();
  const { id } = await world.enroll({ status: 'SUBMITTED' });
  const payload = { definition: { manualTask: { instructions: 'Read.', fields: [] } } };
  const path = `/admin/accounts/${world.accountId}/enrollments/${id}/tasks`;
  await world.call('POST', path, { headers: { authorization: ADMIN_TOKEN }, payload });
  // What cannot be opened shows whether it was.
  await world.queries((own) => own.update('enrollment_tasks').set({ content: 'broken' }).execute());
  const exported = await world.call('POST', `${E}/enrollments/export`, { payload: {} });
  expect([exported.statusCode, exported.json().recordCount]).toEqual([200, 1]);
  await world.close();
});
