import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTACT, E, type EnrollmentWorld, enrollmentWorld, NEW_PROVIDER } from '../../support/enrollments.js';

let world: EnrollmentWorld;
beforeAll(async () => {
  world = await enrollmentWorld();
});
afterAll(() => world.close());

const create = (changes: object) =>
  world.call('POST', `${E}/providers`, { payload: { ...NEW_PROVIDER, npi: '1888888884', ...changes } });

describe('a provider', () => {
  it('is made, read, renamed and deleted, and its tax id is sealed in the store', async () => {
    const made = await create({ taxId: '98-7654321', contacts: [CONTACT] });
    expect(made.statusCode).toBe(200);
    const provider = made.json();
    expect(provider).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), ...NEW_PROVIDER, npi: '1888888884', taxId: '987654321' },
      ...{ contacts: [CONTACT], createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    const path = `${E}/providers/${provider.id}`;
    expect((await world.call('GET', path)).json()).toEqual(provider);
    const renamed = (await world.call('POST', path, { payload: { name: 'Shore Clinic' } })).json();
    expect(renamed).toMatchObject({ name: 'Shore Clinic', taxId: '987654321', contacts: [] });
    const rows = await world.queries((queries) => queries.from('providers').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain('987654321');
    for (let time = 0; time < 2; time++) {
      const answer = await world.call('DELETE', path);
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    }
    expect((await world.call('GET', path)).statusCode).toBe(404);
  });

  it.each([
    ['an NPI whose check digit is wrong', { npi: '1888888885' }, '/npi'],
    ['an NPI that is short', { npi: '188888888' }, '/npi'],
    ['a tax id of eight digits', { taxId: '98123456' }, '/taxId'],
    ['an SSN with the dash of an EIN', { taxId: '98-1234567', taxIdType: 'SSN' }, '/taxId'],
    ['another kind of tax id', { taxIdType: 'ITIN' }, '/taxIdType'],
    ['a name of blanks', { name: '   ' }, '/name'],
    ['a contact without a name', { contacts: [{ ...CONTACT, organizationName: undefined }] }, '/contacts/0'],
    ['a contact of no state', { contacts: [CONTACT, { ...CONTACT, state: 'XX' }] }, '/contacts/1/state'],
    ['a telephone of nine digits', { contacts: [{ ...CONTACT, phone: '612-555-014' }] }, '/contacts/0/phone'],
  ])('with %s is refused, and the place is named', async (_, changes, path) => {
    const answer = await create(changes);
    expect(answer.statusCode).toBe(400);
    const { message, fieldList } = answer.json();
    expect(message).not.toBe('');
    expect(fieldList.map((one: { path: string }) => one.path)).toContain(path);
  });

  it('is there once for an NPI and a tax id, also where two are made at once', async () => {
    const taxId = '555443333';
    const answers = await Promise.all([create({ taxId }), create({ taxId })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const refused = answers.find(({ statusCode }) => statusCode === 400)?.json();
    const made = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(refused.fieldList.map((one: { path: string }) => one.path)).toEqual(['/npi', '/taxId']);
    expect(refused.message).toContain(made.id);
    expect((await create({ taxId: '555443334' })).statusCode).toBe(200);
  });

  it('that has enrollments is kept, and these have its new name', async () => {
    const made = (await create({ taxId: '111223333' })).json();
    const enrollment = await world.enroll({ provider: { id: made.id } });
    const path = `${E}/providers/${made.id}`;
    const refused = await world.call('DELETE', path);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toContain('has enrollments');
    await world.call('POST', path, { payload: { name: 'Reed Clinic' } });
    const [row] = await world.queries((queries) =>
      queries.from('provider_enrollments').selectAll().where('id', '=', enrollment.id).execute(),
    );
    expect(row).toMatchObject({ provider_name: 'Reed Clinic', search: 'reed clinic 1888888884 lakes' });
    await world.call('DELETE', `${E}/enrollments/${enrollment.id}`);
    expect((await world.call('DELETE', path)).statusCode).toBe(200);
  });

  it('of another account is not there', async () => {
    const headers = { authorization: (await world.account('Other')).liveKey };
    const path = `${E}/providers/${world.providerId}`;
    expect((await world.call('GET', path, { headers })).statusCode).toBe(404);
    expect((await world.call('POST', path, { headers, payload: { name: 'Mine' } })).statusCode).toBe(404);
    expect((await world.call('DELETE', path, { headers })).statusCode).toBe(200);
    expect((await world.call('GET', path)).json().name).toBe('Lake Clinic');
    expect((await world.call('GET', `${E}/providers`, { headers })).json().items).toEqual([]);
  });
});

describe('the list of providers', () => {
  it('goes by pages, and by NPI, tax id and part of a name', async () => {
    const { liveKey } = await world.account('Lists');
    const headers = { authorization: liveKey };
    const taxIds = ['100000001', '100000002', '100000003'];
    for (const [place, taxId] of taxIds.entries()) {
      const payload = { ...NEW_PROVIDER, taxId, name: `${'ABC'[place]} 100%_Clinic` };
      expect((await world.call('POST', `${E}/providers`, { headers, payload })).statusCode).toBe(200);
    }
    const listed = async (query: string) => {
      const { items, nextPageToken } = (await world.call('GET', `${E}/providers?${query}`, { headers })).json();
      return { found: items.map((item: { taxId: string }) => item.taxId), nextPageToken };
    };
    const first = await listed('pageSize=2');
    expect(first.found).toEqual(taxIds.slice(0, 2));
    expect((await listed(`pageSize=2&pageToken=${encodeURIComponent(first.nextPageToken)}`)).found).toEqual([
      taxIds[2],
    ]);
    expect((await listed('providerNpis=1999999984')).found).toEqual(taxIds);
    expect((await listed('providerNpis=1888888884')).found).toEqual([]);
    expect((await listed(`providerTaxIds=${taxIds[1]}&providerTaxIds=10-0000003`)).found).toEqual(taxIds.slice(1));
    expect((await listed('filter=b%20100%25_C')).found).toEqual([taxIds[1]]);
    expect((await listed('filter=100%25X')).found).toEqual([]);
    expect((await listed('filter=99999')).found).toEqual(taxIds);
    expect((await listed('filter=10-0000002')).found).toEqual([taxIds[1]]);
  });
});
