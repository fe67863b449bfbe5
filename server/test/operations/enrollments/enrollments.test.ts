import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  CONTACT,
  E,
  type EnrollmentWorld,
  enrollmentWorld,
  MOVES_BY_SERVICE,
  STATUSES,
  type Status,
} from '../../support/enrollments.js';
import { ADMIN_TOKEN } from '../../support/test-services.js';

let world: EnrollmentWorld;
beforeAll(async () => {
  world = await enrollmentWorld();
});
afterAll(() => world.close());

const create = (changes: object = {}) => world.call('POST', `${E}/enrollments`, { payload: world.asked(changes) });
const get = (id: string) => world.call('GET', `${E}/enrollments/${id}`);
const update = (id: string, changes: object) =>
  world.call('POST', `${E}/enrollments/${id}`, { payload: world.asked(changes) });
const remove = (id: string) => world.call('DELETE', `${E}/enrollments/${id}`);

/** The way of the service to a status. */
const WAYS: Readonly<Record<Status, readonly Status[]>> = {
  ...{ DRAFT: [], SUBMITTED: [], PROVISIONING: ['PROVISIONING'], LIVE: ['LIVE'] },
  ...{ REJECTED: ['REJECTED'], CANCELED: ['CANCELED'] },
};

/** An enrollment that has a status. */
async function enrollmentIn(status: Status): Promise<string> {
  const { id } = await world.enroll({ status: status === 'DRAFT' ? 'DRAFT' : 'SUBMITTED' });
  for (const step of WAYS[status]) expect((await world.move(id, step)).statusCode).toBe(200);
  return id;
}

const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));

describe('the service', () => {
  it.each(PAIRS)('moves from %s to %s as the table says, by its route and by its command', async (from, to) => {
    const isAllowed = MOVES_BY_SERVICE[from].includes(to);
    const byRoute = await enrollmentIn(from);
    const answer = await world.move(byRoute, to, 'It takes three weeks.');
    expect(answer.statusCode).toBe(isAllowed ? 200 : 400);
    const byCommand = await enrollmentIn(from);
    const commanded = await world.command('enrollments move', { id: byCommand, status: to, account: world.accountId });
    expect(commanded.statusCode).toBe(isAllowed ? 200 : 400);
    for (const id of [byRoute, byCommand]) expect((await get(id)).json().status).toBe(isAllowed ? to : from);
    if (!isAllowed) return expect(answer.json().code).toBe('MOVE_REFUSED');
    expect((await get(byRoute)).json().reason).toBe('It takes three weeks.');
    expect((await get(byCommand)).json().reason).toBeUndefined();
    const rows = await world.queries((queries) =>
      queries.from('enrollment_transactions').select('status').where('enrollment_id', '=', byRoute).execute(),
    );
    expect(rows).toEqual([{ status: to }]);
  });
});

describe('an account', () => {
  it.each(STATUSES)('changes and deletes one that is %s, if that is a draft', async (status) => {
    const isDraft = status === 'DRAFT';
    const id = await enrollmentIn(status);
    const answers = [await update(id, {}), await update(id, { status: 'DRAFT' }), await remove(id)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(isDraft ? [200, 200, 200] : [400, 400, 400]);
    if (!isDraft) {
      for (const answer of answers) expect(answer.json().fieldList).toMatchObject([{ path: '/status' }]);
      return expect((await get(id)).json().status).toBe(status);
    }
    expect((await get(id)).statusCode).toBe(404);
    expect((await remove(id)).statusCode).toBe(200);
  });

  it.each(['PROVISIONING', 'LIVE', 'REJECTED', 'CANCELED', 'PLATFORM_ACTION_REQUIRED'])(
    'neither makes one %s nor makes one so',
    async (status) => {
      const { id } = await world.enroll();
      for (const answer of [await create({ status }), await update(id, { status })]) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json().fieldList).toMatchObject([{ path: '/status' }]);
      }
    },
  );
});

describe('an enrollment', () => {
  it('reads back as it was given, with all eight transactions that it may have', async () => {
    const given = {
      transactions: {
        eligibilityCheck: { enroll: true },
        claimPayment: { enroll: true },
        claimStatus: { enroll: false },
      },
      providerTransactionAccessNumber: 'A12345',
      aggregationPreference: { npi: '1999999984' },
      requestedEffectiveDate: '20280229',
      source: 'UI',
    };
    const made = await world.enroll(given);
    expect(made).toMatchObject({
      ...{ status: 'DRAFT', ...given, userEmail: 'office@lake.example.com', primaryContact: CONTACT },
      transactions: { eligibilityCheck: { enroll: true }, claimPayment: { enroll: true } },
      payer: { platformPayerId: 'LAKES', name: 'Payer LAKES', submittedPayerIdOrAlias: 'LK' },
      provider: { id: world.providerId, name: 'Lake Clinic', npi: '1999999984', taxId: '981234567', taxIdType: 'EIN' },
      history: [{ type: 'STATUS_CHANGE', changedBy: 'customer', newStatus: 'DRAFT' }],
    });
    expect(made.transactions).not.toHaveProperty('claimStatus');
    expect(made.submittedAt).toBeUndefined();
    const { warnings: _, ...shown } = made;
    expect((await get(made.id)).json()).toEqual(shown);
  });

  it('that is made as submitted was a draft at the same instant, and begins that day', async () => {
    const made = await world.enroll({ status: 'SUBMITTED' });
    expect(made.history.map(({ newStatus, previousStatus }) => [previousStatus, newStatus])).toEqual([
      [undefined, 'DRAFT'],
      ['DRAFT', 'SUBMITTED'],
    ]);
    expect(made).toMatchObject({ submittedAt: made.createdAt, statusLastUpdatedAt: made.createdAt });
    expect(made.requestedEffectiveDate).toBe(made.createdAt.slice(0, 10).replaceAll('-', ''));
  });

  it('is replaced as a whole, and its status has a time of its own', async () => {
    const made = await world.enroll({ providerTransactionAccessNumber: 'A12345' });
    world.clock.advance(60_000);
    const changed = (await update(made.id, { transactions: { claimStatus: { enroll: true } } })).json();
    expect(changed.providerTransactionAccessNumber).toBeUndefined();
    expect(changed.transactions).toEqual({ claimStatus: { enroll: true } });
    expect([changed.createdAt, changed.statusLastUpdatedAt]).toEqual([made.createdAt, made.createdAt]);
    expect(changed.updatedAt > made.updatedAt).toBe(true);
    world.clock.advance(60_000);
    const submitted = (await update(made.id, { status: 'SUBMITTED' })).json();
    expect(submitted).toMatchObject({ status: 'SUBMITTED', submittedAt: submitted.updatedAt });
    expect(submitted.statusLastUpdatedAt).toBe(submitted.updatedAt);
  });

  it('of which another is open is made with a warning', async () => {
    const own = (
      await world.call('POST', `${E}/providers`, {
        payload: { name: 'Twice', npi: '1999999984', taxId: '222334444', taxIdType: 'SSN' },
      })
    ).json();
    const changes = { provider: { id: own.id } };
    const first = await world.enroll({ ...changes, status: 'SUBMITTED' });
    expect(first.warnings).toBeUndefined();
    const second = await world.enroll(changes);
    expect(second.warnings).toEqual([
      { code: 'enrollment::open_already', description: expect.stringContaining(first.id) },
    ]);
    expect(
      (await world.enroll({ ...changes, transactions: { claimStatus: { enroll: true } } })).warnings,
    ).toBeUndefined();
    await remove(second.id);
    await world.move(first.id, 'REJECTED', 'Not credentialed.');
    expect((await world.enroll(changes)).warnings).toBeUndefined();
  });

  it.each([
    ['an unknown payer', { payer: { idOrAlias: '42' } }, '/payer/idOrAlias', 'LAKES?'],
    ['an alias of two payers', { payer: { idOrAlias: 'SHARED' } }, '/payer/idOrAlias', 'HILLS, LAKES'],
    ['two payers', { payer: { id: 'HILLS', idOrAlias: 'LAKES' } }, '/payer/id', 'one of them'],
    [
      'what the payer does not take',
      { payer: { id: 'HILLS' }, transactions: { claimStatus: { enroll: true } } },
      '/transactions/claimStatus',
      'does not take',
    ],
    ['no transaction', { transactions: { claimStatus: { enroll: false } } }, '/transactions', 'At least one'],
    ['a transaction that is none', { transactions: { 270: { enroll: true } } }, '/transactions/270', ''],
    [
      'a contact without a name',
      { primaryContact: { ...CONTACT, organizationName: undefined } },
      '/primaryContact',
      'organizationName',
    ],
    ['an address without a host', { userEmail: 'office@clinic' }, '/userEmail', 'e-mail'],
    ['a PTAN of four', { providerTransactionAccessNumber: 'A123' }, '/providerTransactionAccessNumber', ''],
    ['a PTAN of eleven', { providerTransactionAccessNumber: 'A1234567890' }, '/providerTransactionAccessNumber', ''],
    ['a PTAN with a dash', { providerTransactionAccessNumber: 'A12-45' }, '/providerTransactionAccessNumber', ''],
    [
      'a preference without payments',
      { aggregationPreference: { npi: '1999999984' } },
      '/aggregationPreference',
      'claimPayment',
    ],
    [
      'a preference by an NPI that is none',
      { aggregationPreference: { npi: '1999999985' }, transactions: { claimPayment: { enroll: true } } },
      '/aggregationPreference/npi',
      'check digit',
    ],
    ['a day that is none', { requestedEffectiveDate: '20260230' }, '/requestedEffectiveDate', 'no such day'],
    ['a member that is none', { notes: 'x' }, '/notes', ''],
  ])('with %s is refused, and the place is named', async (_, changes, path, words) => {
    const { id } = await world.enroll();
    for (const answer of [await create(changes), await update(id, changes)]) {
      expect(answer.statusCode).toBe(400);
      const { fieldList } = answer.json();
      expect(fieldList).toContainEqual({ path, message: expect.stringContaining(words) });
    }
  });

  it('of an unknown provider is a 404', async () => {
    const answer = await create({ provider: { id: '01a205c2-9d40-7000-a6f4-1e8b7c305d29' } });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'There is no such provider.']);
  });

  it('of another account is not there', async () => {
    const { id } = await world.enroll();
    const headers = { authorization: (await world.account('Other')).liveKey };
    const path = `${E}/enrollments/${id}`;
    expect((await world.call('GET', path, { headers })).statusCode).toBe(404);
    expect((await world.call('POST', path, { headers, payload: world.asked() })).statusCode).toBe(404);
    expect((await world.call('DELETE', path, { headers })).statusCode).toBe(200);
    expect((await get(id)).statusCode).toBe(200);
  });

  it('that two change at once is submitted once', async () => {
    const { id } = await world.enroll();
    const answers = await Promise.all(Array.from({ length: 4 }, () => update(id, { status: 'SUBMITTED' })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const moves = await Promise.all(['LIVE', 'REJECTED', 'CANCELED'].map((to) => world.move(id, to)));
    const { status, history } = (await get(id)).json();
    expect(history.at(-1).newStatus).toBe(status);
    expect(moves.filter(({ statusCode }) => statusCode === 200).length).toBe(history.length - 2);
  });
});

describe('what becomes of an enrollment', () => {
  it('is told by an event of each status but the draft', async () => {
    const { id } = await world.enroll();
    const types = async () =>
      (
        await world.queries((queries) =>
          queries
            .from('events')
            .select('type')
            .where('resource_id', '=', id)
            .orderBy('created_at')
            .orderBy('id')
            .execute(),
        )
      ).map(({ type }) => type);
    expect(await types()).toEqual([]);
    await update(id, { status: 'SUBMITTED' });
    for (const to of ['PROVISIONING', 'LIVE', 'CANCELED']) {
      world.clock.advance(1_000);
      await world.move(id, to);
    }
    expect(await types()).toEqual([
      ...['enrollment.updated', 'enrollment.updated', 'enrollment.activated', 'enrollment.updated'],
    ]);
    const rejected = await enrollmentIn('REJECTED');
    const last = await world.queries((queries) =>
      queries
        .from('events')
        .selectAll()
        .where('resource_id', '=', rejected)
        .where('type', '=', 'enrollment.rejected')
        .execute(),
    );
    expect(last).toMatchObject([{ resource_kind: 'enrollment', mode: 'production' }]);
  });

  it('has notes of the operator that no account sees', async () => {
    const { id } = await world.enroll();
    const path = `/admin/accounts/${world.accountId}/enrollments/${id}`;
    const headers = { authorization: ADMIN_TOKEN };
    const added = await world.call('POST', `${path}/notes`, { headers, payload: { text: 'Voided check asked for.' } });
    expect(added.statusCode).toBe(201);
    await world.command('enrollments notes add', { id, text: 'It came.', account: world.accountId });
    const { items } = (await world.call('GET', `${path}/notes`, { headers })).json();
    expect(items.map(({ text }: { text: string }) => text)).toEqual(['Voided check asked for.', 'It came.']);
    expect((await get(id)).body).not.toContain('oided');
    const rows = await world.queries((queries) => queries.from('enrollment_notes').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain('oided');
    expect((await world.call('GET', path, { headers })).json().id).toBe(id);
    const other = path.replace(world.accountId, (await world.account('Else')).accountId);
    expect((await world.call('GET', other, { headers })).statusCode).toBe(404);
  });

  it('stands in the audit, whoever did it', async () => {
    const { id } = await world.enroll({ status: 'SUBMITTED' });
    await get(id);
    await world.move(id, 'LIVE');
    const rows = await world.queries((queries) =>
      queries.from('audit').select(['action', 'key_id']).where('object_id', '=', id).execute(),
    );
    expect(rows.map(({ action, key_id }) => [action, key_id === null])).toEqual([
      ...[
        ['create', false],
        ['read', false],
        ['move', true],
      ],
    ]);
  });
});

it('takes a hundred requests a second of an account, whichever they are, and refuses the next', async () => {
  const limited = await enrollmentWorld({ isLimited: true });
  onTestFinished(() => limited.close());
  limited.clock.advance(1_000);
  const answers: number[] = [];
  for (let request = 0; request < 101; request++) {
    const path = request % 2 === 0 ? 'providers' : `enrollments/${limited.providerId}`;
    answers.push((await limited.call('GET', `${E}/${path}`)).statusCode);
  }
  expect(answers.indexOf(429)).toBe(100);
  limited.clock.advance(1_000);
  expect((await limited.call('GET', `${E}/providers`)).statusCode).toBe(200);
});
