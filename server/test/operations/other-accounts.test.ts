import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/families.js';
import type { AnyRoute } from '../../src/gateway/route.js';
import { createBucket } from '../../src/resources/buckets/rows.js';
import { REQUESTED_KINDS } from '../../src/resources/connections/kinds/kind-table.js';
import { makePartnership, P, PARTNER_ROUTES, partnersApp } from '../support/partners-app.js';
import { SOUND } from '../support/sound-settings.js';
import type { TestAccount, TestApp } from '../support/test-app.js';

let test: TestApp;
let other: TestAccount;
/** Ids of the first account, by the name of the parameter, and of connections by their kind. */
const ids: Record<string, string> = {};

const overlay = { overlay: 'acme', base: '850-004010' };
const order = { release: '004010', transactionSetIdentifier: '850' };
const changing = { interchangeUsageIndicator: 'P', timezone: 'UTC', timeFormat: 'HHMM' };
const bucket = { bucketName: 'mill-files' };

/** A body that each operation takes from its own account. */
const BODIES: Readonly<Record<string, object | undefined>> = {
  ...Object.fromEntries(
    REQUESTED_KINDS.flatMap(({ name, operation }) => [
      [`Create${operation}Connection`, { ...soundFor(name), name: 'new' }],
      [`Update${operation}Connection`, soundFor(name)],
    ]),
  ),
  UpdateX12Profile: { applicationIdentifiers: [] },
  UpdateX12Partnership: changing,
  CreateInboundX12TransactionSettings: order,
  UpdateInboundX12TransactionSettings: order,
  CreateOutboundX12TransactionSettings: order,
  UpdateOutboundX12TransactionSettings: order,
  PutAs2BasicAuth: { username: 'us', password: 'x' },
  CreateAs2Credentials: { localSigning: { remove: true } },
  CreateRemoteFtpCredentials: { password: 'x' },
  UpdateRemoteFtpLastPollTime: { lastPollAt: '2026-01-01T00:00:00Z' },
  UpdateGlobalConnection: bucket,
  UpdateX12OutboundControlNumber: { x12ControlNumber: 5, controlNumberType: 'group' },
  UpdateGuide: { name: 'mine' },
};

beforeAll(async () => {
  test = await partnersApp();
  other = await test.account('Other');
  ids.partnershipId = await makePartnership(test, 'a');
  ids.profileId = 'a-us';
  await test.queries((queries) => createBucket(queries, test.clock, { name: 'mill-files' }));
  const below = `${P}/x12/partnerships/${ids.partnershipId}`;
  const made = async (path: string, payload: object): Promise<Record<string, string>> =>
    (await test.call('POST', path, { payload })).json();
  for (const { name, segment } of REQUESTED_KINDS) {
    const connection = await made(`${below}/connections/${segment}`, { ...soundFor(name), name });
    ids[segment] = connection.connectionId ?? '';
  }
  ids.global = (await made(`${P}/global-connections`, { ...bucket, name: 'all' })).connectionId ?? '';
  Object.assign(ids, pickId(await made(`${below}/inbound-transactions`, order), 'inboundX12TransactionSettingsId'));
  Object.assign(ids, pickId(await made(`${below}/outbound-transactions`, order), 'outboundX12TransactionSettingsId'));
  ids.guideId = (await made('/2022-03-09/guides', { definition: overlay })).id ?? '';
  await test.call('PUT', `/2022-03-09/guides/${ids.guideId}/publish`);
});
afterAll(() => test.close());

/** The user of the other kinds is not there; what refers to one is tested where users are. */
function soundFor(kind: string): object {
  const { username: _, ...settings }: { readonly username?: string } = SOUND[kind] ?? {};
  return kind === 'hosted-sftp' ? settings : (SOUND[kind] ?? {});
}

function pickId(from: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return { [name]: from[name] ?? '' };
}

/** The address of a route with the first account's ids. */
function addressOf({ family, path }: AnyRoute): string {
  const kind = /connections\/([\w-]+)\/:connectionId/.exec(path)?.[1] ?? 'global';
  const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[name === 'connectionId' ? kind : name] ?? 'missing');
  return `/${FAMILIES[family].version}${filled}`;
}

const own = PARTNER_ROUTES.filter(({ path }) => path.includes(':') && !path.includes('x12-release'));

describe('ids of another account', () => {
  it.each(own.map((route) => [route.operation, route] as const))('%s: 404', async (operation, route) => {
    const payload = BODIES[operation];
    const takesBody = route.schemas.body !== undefined;
    expect(takesBody, 'add a body to BODIES').toBe(payload !== undefined);
    const url = addressOf(route);
    expect(url).not.toContain('missing');
    const options = payload === undefined ? {} : { payload };
    const answer = await test.call(route.method, url, { ...options, headers: { authorization: other.liveKey } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe('RESOURCE_NOT_FOUND');
  });

  it('and the documentation name each operation once', async () => {
    const document = (await test.app.inject({ method: 'GET', url: '/docs/json' })).json();
    const named = Object.values<Record<string, { operationId?: string }>>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    const operations = PARTNER_ROUTES.map(({ operation }) => operation);
    expect(new Set(operations).size).toBe(operations.length);
    expect(named).toEqual(expect.arrayContaining(operations));
  });

  it('are in no list', async () => {
    const headers = { authorization: other.liveKey };
    for (const path of [
      `${P}/x12/profiles`,
      `${P}/x12/partnerships`,
      `${P}/global-connections`,
      '/2022-03-09/guides',
    ]) {
      expect((await test.call('GET', path, { headers })).json().items).toEqual([]);
    }
  });

  it('are refused as references', async () => {
    const headers = { authorization: other.liveKey };
    const call = (path: string, payload: object) => test.call('POST', path, { headers, payload });
    const asOther = {
      call: (method: 'POST', url: string, options: object) => test.call(method, url, { ...options, headers }),
    };
    const id = await makePartnership(asOther as Pick<TestApp, 'call'>, 'b');
    const below = `${P}/x12/partnerships/${id}`;
    const profiles = { localProfileId: 'a-us', partnerProfileId: 'a-them' };
    expect((await call(`${P}/x12/partnerships`, { ...profiles, ...changing })).statusCode).toBe(400);
    expect((await call(`${below}/connections/buckets`, { ...bucket, name: 'x' })).statusCode).toBe(400);
    expect(
      (await call(`${below}/outbound-transactions`, { ...order, guideId: ids.guideId?.slice(5) })).statusCode,
    ).toBe(400);
    const connection = { connectionId: ids.buckets };
    expect((await call(`${below}/outbound-transactions`, { ...order, connection })).statusCode).toBe(400);
    const base = ids.guideId?.slice(5);
    expect((await call('/2022-03-09/guides', { definition: { ...overlay, base } })).statusCode).toBe(400);
    const taken = { partnershipId: ids.partnershipId, controlNumberType: 'group' };
    expect((await call(`${P}/x12/outbound-control-numbers/increment`, taken)).statusCode).toBe(404);
  });

  it('still answer to their own', async () => {
    expect((await test.call('GET', `${P}/x12/partnerships/${ids.partnershipId}`)).statusCode).toBe(200);
  });
});
