import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  E,
  type EnrollmentWorld,
  enrollmentWorld,
  MOVES_BY_SERVICE,
  STATUSES,
  type Status,
} from '../../support/enrollments.js';

const EVENTS: Readonly<Record<Status, readonly string[]>> = {
  DRAFT: [],
  SUBMITTED: ['enrollment.updated'],
  PROVISIONING: ['enrollment.updated'],
  LIVE: ['enrollment.activated'],
  REJECTED: ['enrollment.rejected'],
  CANCELED: ['enrollment.updated'],
};
const MANY = 3;

const STEP = fc.record({
  which: fc.nat({ max: MANY - 1 }),
  by: fc.constantFrom<'account' | 'service' | 'removal'>(
    'account',
    'account',
    'service',
    'service',
    'service',
    'removal',
  ),
  to: fc.constantFrom(...STATUSES),
});

let world: EnrollmentWorld;
beforeAll(async () => {
  world = await enrollmentWorld();
});
afterAll(() => world.close());

/** The statuses that one has had by the table; `undefined`: it was deleted. */
type Past = Status[] | undefined;

async function check(id: string, past: Past): Promise<void> {
  const got = await world.call('GET', `${E}/enrollments/${id}`);
  if (past === undefined) return expect(got.statusCode).toBe(404);
  const { status, history } = got.json();
  expect(status).toBe(past.at(-1));
  expect(history.map(({ newStatus }: { readonly newStatus: string }) => newStatus)).toEqual(past);
  const events = await world.queries((queries) =>
    queries.from('events').select('type').where('resource_id', '=', id).orderBy('created_at').orderBy('id').execute(),
  );
  expect(events.map(({ type }) => type)).toEqual(past.flatMap((one) => EVENTS[one]));
}

/** Ids of all that have a status, page by page. */
async function listed(status: Status): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const token: string = next === '' ? '' : `&pageToken=${encodeURIComponent(next)}`;
    const page = (await world.call('GET', `${E}/enrollments?status=${status}&pageSize=100${token}`)).json();
    ids.push(...page.items.map(({ id }: { readonly id: string }) => id));
    next = page.nextPageToken;
  }
  return ids;
}

it('whoever tries whatever, an enrollment goes the ways of the table alone, with its history, its events and its place in lists', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 25 }), async (steps) => {
      const all: { readonly id: string; past: Past }[] = [];
      for (let place = 0; place < MANY; place++) all.push({ id: (await world.enroll()).id, past: ['DRAFT'] });
      const ids = new Set(all.map(({ id }) => id));
      for (const { which, by, to } of steps) {
        const one = all[which];
        if (one === undefined) continue;
        world.clock.advance(1_000);
        const now = one.past?.at(-1);
        const url = `${E}/enrollments/${one.id}`;
        if (by === 'removal') {
          const { statusCode } = await world.call('DELETE', url);
          const isGone = now === undefined || now === 'DRAFT';
          expect([statusCode, now]).toEqual([isGone ? 200 : 400, now]);
          if (isGone) one.past = undefined;
        } else {
          const isOfAccount = by === 'account';
          const { statusCode } = isOfAccount
            ? await world.call('POST', url, { payload: world.asked({ status: to }) })
            : await world.move(one.id, to);
          const isAllowed = isOfAccount
            ? now === 'DRAFT' && (to === 'DRAFT' || to === 'SUBMITTED')
            : now !== undefined && MOVES_BY_SERVICE[now].includes(to);
          if (isAllowed) expect([by, now, to, statusCode]).toEqual([by, now, to, 200]);
          else expect([400, 404]).toContain(statusCode);
          if (isAllowed && to !== now) one.past?.push(to);
        }
        await check(one.id, one.past);
      }
      for (const status of STATUSES) {
        const found = (await listed(status)).filter((id) => ids.has(id));
        const expected = all.filter(({ past }) => past?.at(-1) === status);
        expect([...found].sort()).toEqual(expected.map(({ id }) => id).sort());
      }
      for (const { id, past } of all)
        if (past?.at(-1) === 'DRAFT') await world.call('DELETE', `${E}/enrollments/${id}`);
    }),
    { numRuns: Number(process.env.EDILOOM_RUNS ?? 6), endOnFailure: true },
  );
});
