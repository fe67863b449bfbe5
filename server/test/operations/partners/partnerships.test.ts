import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePartnership, P, partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await partnersApp();
  await makePartnership(test, 'a');
});
afterAll(() => test.close());

const changing = { interchangeUsageIndicator: 'P', timezone: 'UTC', timeFormat: 'HHMMSS' };

describe('partnerships', () => {
  it('get the id of both profiles, and are read with them', async () => {
    const answer = await test.call('GET', `${P}/x12/partnerships/a-us_a-them`);
    expect(answer.json()).toMatchObject({
      partnershipId: 'a-us_a-them',
      localProfile: { profileId: 'a-us' },
      partnerProfile: { profileId: 'a-them' },
      timezone: 'America/New_York',
      inboundTransactions: [],
      outboundTransactions: [],
    });
  });

  it('are found by interchange ids', async () => {
    const payload = {
      localInterchangeIdentifier: { interchangeQualifier: 'ZZ', interchangeId: 'aUS' },
      partnerInterchangeIdentifier: { interchangeQualifier: '14', interchangeId: 'aTHEM' },
    };
    const url = `${P}/x12/get-partnership-by-interchanges`;
    expect((await test.call('POST', url, { payload })).json().partnershipId).toBe('a-us_a-them');
    const other = { ...payload, partnerInterchangeIdentifier: payload.localInterchangeIdentifier };
    expect((await test.call('POST', url, { payload: other })).statusCode).toBe(404);
  });

  it('are listed with how many connections they have', async () => {
    const listed = await test.call('GET', `${P}/x12/partnerships`);
    expect(listed.json().items[0]).toMatchObject({ partnershipId: 'a-us_a-them', connectionCount: 0 });
  });

  it('expect an answer of some kind, or none at all', async () => {
    const url = `${P}/x12/partnerships/a-us_a-them`;
    for (const expectedAcknowledgments of [{}, { withinHours: 5 }]) {
      const answer = await test.call('PUT', url, { payload: { ...changing, expectedAcknowledgments } });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toMatchObject([{ path: '/expectedAcknowledgments' }]);
      expect(answer.json().message).toContain('Name interchange, functional or claims');
    }
    const none = { functional: false };
    const answer = await test.call('PUT', url, { payload: { ...changing, expectedAcknowledgments: none } });
    expect(answer.json().expectedAcknowledgments).toEqual(none);
  });

  it('replace what can change', async () => {
    const url = `${P}/x12/partnerships/a-us_a-them`;
    const ackConfiguration = {
      enabled: true,
      functionalAcknowledgmentType: '997',
      negativeAcknowledgmentEnabled: true,
    };
    const processingConfiguration = { strategy: 'AllTransactions' };
    const expectedAcknowledgments = { interchange: true, functional: true, claims: false, withinHours: 48 };
    const configured = { ackConfiguration, processingConfiguration, expectedAcknowledgments };
    const payload = { ...changing, localProfileId: 'a-us', ...configured };
    const changed = await test.call('PUT', url, { payload });
    expect(changed.json()).toMatchObject({ ...changing, ...configured });
    const cleared = await test.call('PUT', url, { payload: changing });
    expect(cleared.json()).not.toHaveProperty('ackConfiguration');
    const refused = await test.call('PUT', url, { payload: { ...changing, localProfileId: 'a-them' } });
    expect(refused.statusCode).toBe(400);
  });

  it.each([
    ['a zone nobody knows', { timezone: 'Mars/Olympus' }],
    ['an offset', { timezone: '+05:00' }],
    ['a local profile as partner', { partnerProfileId: 'a-us' }],
    ['a profile that is not there', { localProfileId: 'nobody' }],
    [
      'a connection that is not there',
      { ackConfiguration: { enabled: true, connection: { connectionId: '0'.repeat(26) } } },
    ],
  ])('refuse %s', async (_, wrong) => {
    const payload = { partnershipId: 'x', localProfileId: 'a-us', partnerProfileId: 'a-them', ...changing, ...wrong };
    const answer = await test.call('POST', `${P}/x12/partnerships`, { payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toHaveLength(1);
  });

  it('are one for two profiles', async () => {
    const payload = { partnershipId: 'again', localProfileId: 'a-us', partnerProfileId: 'a-them', ...changing };
    expect((await test.call('POST', `${P}/x12/partnerships`, { payload })).statusCode).toBe(409);
  });

  it('are deleted when they have nothing', async () => {
    const id = await makePartnership(test, 'b');
    const payload = { release: '004010', transactionSetIdentifier: '855' };
    const setting = (await test.call('POST', `${P}/x12/partnerships/${id}/inbound-transactions`, { payload })).json();
    const refused = await test.call('DELETE', `${P}/x12/partnerships/${id}`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().errors[0].message).toContain(setting.inboundX12TransactionSettingsId);
    const url = `${P}/x12/partnerships/${id}/inbound-transactions/${setting.inboundX12TransactionSettingsId}`;
    expect((await test.call('DELETE', url)).statusCode).toBe(204);
    expect((await test.call('DELETE', `${P}/x12/partnerships/${id}`)).statusCode).toBe(204);
    expect((await test.call('GET', `${P}/x12/partnerships/${id}`)).statusCode).toBe(404);
  });
});

describe('control numbers', () => {
  const url = `${P}/x12/partnerships/a-us_a-them/outbound-control-numbers`;

  it('are read, set and taken', async () => {
    expect((await test.call('GET', url)).json()).toEqual({ interchangeControlNumber: 1, groupControlNumber: 1 });
    const payload = { x12ControlNumber: 700, controlNumberType: 'interchange' };
    expect((await test.call('PUT', url, { payload })).json()).toEqual(payload);
    const take = { partnershipId: 'a-us_a-them', controlNumberType: 'interchange' };
    const increment = `${P}/x12/outbound-control-numbers/increment`;
    expect((await test.call('POST', increment, { payload: take })).json()).toEqual(payload);
    expect((await test.call('GET', url)).json()).toEqual({ interchangeControlNumber: 701, groupControlNumber: 1 });
    const group = { ...take, controlNumberType: 'group' };
    expect((await test.call('POST', increment, { payload: group })).json().x12ControlNumber).toBe(1);
  });

  it('are never 0, and set by live keys', async () => {
    const payload = { x12ControlNumber: 0, controlNumberType: 'group' };
    expect((await test.call('PUT', url, { payload })).statusCode).toBe(400);
    const headers = { authorization: test.testKey };
    const sound = { ...payload, x12ControlNumber: 5 };
    expect((await test.call('PUT', url, { payload: sound, headers })).statusCode).toBe(403);
    expect((await test.call('GET', url, { headers })).statusCode).toBe(200);
  });
});
