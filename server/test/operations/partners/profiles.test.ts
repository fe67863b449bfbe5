import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePartnership, P, partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await partnersApp();
});
afterAll(() => test.close());

const acme = {
  profileId: 'acme',
  profileType: 'local',
  interchangeQualifier: 'ZZ',
  interchangeId: 'ACMECO',
  applicationIdentifiers: [{ value: 'ACMEAPP', isDefault: true }],
};

describe('profiles', () => {
  it('are created, read, found and listed', async () => {
    const made = await test.call('POST', `${P}/x12/profiles`, {
      payload: { ...acme, interchangeId: 'ACMECO         ' },
    });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toEqual({
      ...acme,
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:00:00.000Z',
    });
    const read = await test.call('GET', `${P}/x12/profiles/acme`);
    expect(read.json()).toEqual(made.json());
    const interchangeIdentifier = { interchangeQualifier: 'ZZ', interchangeId: 'ACMECO ' };
    const found = await test.call('POST', `${P}/x12/get-profile-by-interchange`, {
      payload: { interchangeIdentifier },
    });
    expect(found.json()).toEqual(made.json());
    const listed = await test.call('GET', `${P}/x12/profiles`);
    expect(listed.json().items).toContainEqual(made.json());
  });

  it('are listed page by page, also those of one instant', async () => {
    for (const name of ['p1', 'p2', 'p3']) {
      await test.call('POST', `${P}/x12/profiles`, { payload: { ...acme, profileId: name, interchangeId: name } });
    }
    const seen: string[] = [];
    let token = '';
    do {
      const page = await test.call('GET', `${P}/x12/profiles?pageSize=2${token === '' ? '' : `&pageToken=${token}`}`);
      seen.push(...page.json().items.map(({ profileId }: { profileId: string }) => profileId));
      token = page.json().nextPageToken ?? '';
    } while (token !== '');
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen).toEqual(expect.arrayContaining(['acme', 'p1', 'p2', 'p3']));
  });

  it('change their application identifiers and nothing else', async () => {
    const payload = { ...acme, applicationIdentifiers: [{ value: 'OTHER' }] };
    const changed = await test.call('PUT', `${P}/x12/profiles/acme`, { payload });
    expect(changed.json().applicationIdentifiers).toEqual([{ value: 'OTHER', isDefault: false }]);
    const refused = await test.call('PUT', `${P}/x12/profiles/acme`, { payload: { interchangeId: 'OTHERCO' } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors[0].path).toBe('/interchangeId');
  });

  it.each([
    ['an id with a space', { ...acme, profileId: 'a b' }],
    ['an unknown qualifier', { ...acme, interchangeQualifier: '05' }],
    ['a blank interchange id', { ...acme, interchangeId: '   ' }],
    ['a long interchange id', { ...acme, interchangeId: 'A'.repeat(16) }],
    ['a short application id', { ...acme, applicationIdentifiers: [{ value: 'A' }] }],
    [
      'two defaults',
      {
        ...acme,
        profileId: 'two',
        interchangeId: 'TWO',
        applicationIdentifiers: [
          { value: 'AA', isDefault: true },
          { value: 'BB', isDefault: true },
        ],
      },
    ],
    ['an unknown member', { ...acme, colour: 'red' }],
  ])('refuse %s', async (_, payload) => {
    const answer = await test.call('POST', `${P}/x12/profiles`, { payload });
    expect(answer.statusCode).toBe(400);
  });

  it('have ids and interchange ids once', async () => {
    const sameId = await test.call('POST', `${P}/x12/profiles`, { payload: { ...acme, interchangeId: 'NEW' } });
    expect(sameId.statusCode).toBe(409);
    const sameInterchange = await test.call('POST', `${P}/x12/profiles`, { payload: { ...acme, profileId: 'new' } });
    expect(sameInterchange.statusCode).toBe(409);
    expect(sameInterchange.json().message).toContain('acme');
  });

  it('are deleted unless a partnership has them', async () => {
    const partnershipId = await makePartnership(test, 'held');
    const refused = await test.call('DELETE', `${P}/x12/profiles/held-us`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().errors).toEqual([{ message: `Partnership ${partnershipId} has it.` }]);
    const deleted = await test.call('DELETE', `${P}/x12/profiles/p3`);
    expect(deleted.statusCode).toBe(204);
    expect(deleted.body).toBe('');
    expect((await test.call('GET', `${P}/x12/profiles/p3`)).statusCode).toBe(404);
  });

  it('are read by test keys, and written by live keys', async () => {
    const headers = { authorization: test.testKey };
    expect((await test.call('GET', `${P}/x12/profiles/acme`, { headers })).statusCode).toBe(200);
    const payload = { ...acme, profileId: 'by-test', interchangeId: 'BYTEST' };
    expect((await test.call('POST', `${P}/x12/profiles`, { headers, payload })).statusCode).toBe(403);
    expect((await test.call('DELETE', `${P}/x12/profiles/acme`, { headers })).statusCode).toBe(403);
  });
});
