import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { E, type EnrollmentWorld, enrollmentWorld, NEW_PROVIDER } from '../../support/enrollments.js';

let world: EnrollmentWorld;
/** Ids by name. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await enrollmentWorld();
  const other = await world.call('POST', `${E}/providers`, {
    payload: { ...NEW_PROVIDER, name: '=HYPERLINK("x")', npi: '1888888884', taxId: '111223333' },
  });
  ids.draft = (await world.enroll()).id;
  world.clock.advance(60_000);
  ids.submitted = (
    await world.enroll({ status: 'SUBMITTED', userEmail: 'Desk@Shore.example.com', requestedEffectiveDate: '20270401' })
  ).id;
  world.clock.advance(60_000);
  ids.live = (
    await world.enroll({
      ...{ status: 'SUBMITTED', provider: { id: other.json().id }, source: 'UI' },
      ...{ transactions: { claimPayment: { enroll: true } }, aggregationPreference: { taxId: '111223333' } },
    })
  ).id;
  await world.move(ids.live, 'LIVE');
});
afterAll(() => world.close());

async function listed(query: string): Promise<readonly string[]> {
  const answer = await world.call('GET', `${E}/enrollments?${query}`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return answer.json().items.map(({ id }: { id: string }) => names.get(id));
}

describe('the list of enrollments', () => {
  it.each([
    ['', ['live', 'submitted', 'draft']],
    ['sortBy=createdAt:asc', ['draft', 'submitted', 'live']],
    ['status=DRAFT&status=LIVE', ['live', 'draft']],
    ['providerNpis=1888888884', ['live']],
    ['providerTaxIds=11-1223333', ['live']],
    ['providerNames=lake%20CLINIC', ['submitted', 'draft']],
    ['payerIds=HILLS', []],
    ['sources=UI', ['live']],
    ['transactions=claimPayment&transactions=claimStatus', ['live']],
    ['userEmails=desk%40shore.example.com', ['submitted']],
    ['filter=hyperlink', ['live']],
    ['filter=111223333', ['live']],
    ['filter=LAKES', ['live', 'submitted', 'draft']],
    ['requestedEffectiveDateFrom=20270401&requestedEffectiveDateTo=20270401', ['submitted']],
    ['lastEraReceivedFrom=2020-01-01T00:00:00Z', []],
    ['importId=none', []],
  ])('of %j has these', async (query, names) => {
    expect(await listed(query)).toEqual(names);
  });

  it('takes an instant as the beginning of a range, and not as its end', async () => {
    const { createdAt } = (await world.call('GET', `${E}/enrollments/${ids.submitted}`)).json();
    expect(await listed(`createdFrom=${createdAt}`)).toEqual(['live', 'submitted']);
    expect(await listed(`createdTo=${createdAt}`)).toEqual(['draft']);
    expect(await listed(`statusUpdatedFrom=${createdAt}`)).toEqual(['live', 'submitted']);
  });

  it('shows what there is to know without its contact, and how many there are', async () => {
    const { items, totalCount } = (await world.call('GET', `${E}/enrollments?status=LIVE`)).json();
    expect(totalCount).toBe(1);
    expect(items[0]).toMatchObject({
      ...{ id: ids.live, status: 'LIVE', source: 'UI', transactions: { claimPayment: { enroll: true } } },
      provider: { taxId: '111223333', npi: '1888888884' },
      aggregationPreference: { taxId: '111223333' },
    });
    expect(items[0].history).toHaveLength(3);
    for (const name of ['primaryContact', 'userEmail']) expect(items[0]).not.toHaveProperty(name);
  });

  it.each([
    ['sortBy=name:asc', 'createdAt:asc'],
    ['sortBy=createdAt', 'createdAt:asc'],
    ['status=GONE', 'DRAFT'],
    ['createdFrom=yesterday', 'createdFrom'],
    ['requestedEffectiveDateTo=20261399', 'requestedEffectiveDateTo'],
  ])('refuses %j, and says what is allowed', async (query, words) => {
    const answer = await world.call('GET', `${E}/enrollments?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(words);
  });

  it('of another account has none of these', async () => {
    const headers = { authorization: (await world.account('Other')).liveKey };
    expect((await world.call('GET', `${E}/enrollments`, { headers })).json()).toMatchObject({
      items: [],
      totalCount: 0,
    });
    const exported = await world.call('POST', `${E}/enrollments/export`, { headers, payload: {} });
    expect(exported.json()).toEqual({ recordCount: 0 });
  });
});

describe('an export', () => {
  it('is a table that no spreadsheet takes for formulas, sealed, and gone after a day', async () => {
    const answer = await world.call('POST', `${E}/enrollments/export`, { payload: { status: ['LIVE', 'DRAFT'] } });
    expect(answer.statusCode).toBe(200);
    const { recordCount, downloadUrl, filename } = answer.json();
    expect([recordCount, filename]).toEqual([2, expect.stringMatching(/^enrollments-[\dT-]+Z\.csv$/)]);
    const file = await world.call('GET', new URL(downloadUrl).pathname, { headers: { authorization: '' } });
    expect(file.headers['content-disposition']).toContain(`filename="${filename}"`);
    const lines = file.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('"id","status"');
    expect(lines.find((line) => line.includes(ids.live ?? ''))).toContain(`"'=HYPERLINK(""x"")"`);
    const [row] = await world.queries((queries) =>
      queries.from('artifacts').selectAll().where('model', '=', 'enrollment-export').execute(),
    );
    expect(row?.master_key_id).not.toBeNull();
    expect(Buffer.from(row?.bytes ?? []).toString('latin1')).not.toContain('111223333');
    expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBe(24 * 3_600_000);
  });
});
