import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CLAIM_PATHS,
  CLAIM_ROUTE,
  CLAIMS,
  type ClaimsApp,
  claimsApp,
  EACH_CLAIM,
  productionClaim,
  sampleBody,
} from '../../support/claims.js';
import { ADMIN_TOKEN } from '../../support/test-services.js';

let world: ClaimsApp;

beforeEach(async () => {
  world = await claimsApp();
  world.routes = [CLAIM_ROUTE];
});
afterEach(() => world.app.close());

describe('whether a claim is a test', () => {
  const cases = EACH_CLAIM.flatMap(([type, form]) =>
    (['live', 'test'] as const).flatMap((key) => (['P', 'T'] as const).map((said) => [type, form, key, said] as const)),
  );
  it.each(cases)('%s as %s, with a %s key, marked %s', async (type, form, key, said) => {
    const payload = said === 'T' ? sampleBody(type, form) : productionClaim(type, form);
    const authorization = key === 'test' ? world.app.testKey : world.app.liveKey;
    const { warnings = [], meta, x12 } = (await world.submit(type, form, { payload, key: authorization })).json();
    const isTest = key === 'test' || said === 'T';
    const [row] = await world.claims();
    expect([row?.mode, meta.applicationMode]).toEqual(isTest ? ['test', 'test'] : ['production', 'production']);
    expect([row?.state, row?.route_id]).toEqual(isTest ? ['QUEUED', null] : ['QUEUED', CLAIM_ROUTE.routeId]);
    expect(x12.slice(0, 106)).toMatch(isTest ? /\*T\*:~$/ : /\*P\*:~$/);
    const codes = warnings.map(({ code }: { code: string }) => code);
    expect(codes.includes('claim::made_a_test')).toBe(key === 'test' && said === 'P');
    expect(world.left).toBe(0);
  });

  it.each(['t', 'I', 'i', 'T ', ' T'])(
    'what says that it is no production claim is none: %s',
    async (usageIndicator) => {
      const payload = { ...CLAIMS.dental.request, usageIndicator };
      const { meta } = (await world.submit('dental', 'json', { payload })).json();
      expect(meta.applicationMode).toBe('test');
    },
  );

  it('without a word on it, it is none, but with a test key', async () => {
    const { usageIndicator: _, ...payload } = CLAIMS.dental.request;
    expect((await world.submit('dental', 'json', { payload })).json().meta.applicationMode).toBe('production');
    const made = (await world.submit('dental', 'json', { payload, key: world.app.testKey })).json();
    expect(made.meta.applicationMode).toBe('test');
    // Nobody has said that it is none.
    expect(JSON.stringify(made.warnings ?? [])).not.toContain('made_a_test');
  });
});

describe('an Idempotency-Key', () => {
  it.each(EACH_CLAIM)('gives the same answer again, and takes the claim in once: %s as %s', async (type, form) => {
    const send = (payload?: object) => world.submit(type, form, { payload, idempotencyKey: 'key-1' });
    const first = await send();
    const again = await send();
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await world.claims()).toHaveLength(1);
    const other = await send(productionClaim(type, form));
    expect([other.statusCode, other.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await world.claims()).toHaveLength(1);
    // 24 hours later it is another one.
    world.app.clock.advance(86_400_001);
    expect((await send()).headers['idempotent-replayed']).toBeUndefined();
    expect(await world.claims()).toHaveLength(2);
  });

  it.each(EACH_CLAIM)('is refused while its request is under way: %s as %s', async (type, form) => {
    const send = () => world.submit(type, form, { idempotencyKey: 'key-1' });
    const answers = await Promise.all([send(), send(), send()]);
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 409, 409]);
    const busy = answers.find(({ statusCode }) => statusCode === 409);
    expect(Number(busy?.headers['retry-after'])).toBeGreaterThan(0);
    expect(busy?.json().message).toBeDefined();
    expect(await world.claims()).toHaveLength(1);
  });

  it('works at the newer address of professional claims, too, which takes and answers the same', async () => {
    const send = (payload: object = CLAIMS.professional.request) =>
      world.app.call('POST', '/2024-04-01/professional-claim-submissions/json', {
        payload,
        headers: { 'idempotency-key': 'key-1' },
      });
    const first = await send();
    expect([first.statusCode, first.json().status]).toEqual([200, 'SUCCESS']);
    const again = await send();
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await send({})).statusCode).toBe(422);
    expect(await world.claims()).toHaveLength(1);
  });

  it('keeps refusals of form and of rules, with the report', async () => {
    const { request } = CLAIMS.professional;
    const information = request.claimInformation as object;
    const wrong = { ...request, claimInformation: { ...information, claimChargeAmount: '1.00' } };
    for (const [name, payload] of [
      ['form', { ...request, billing: 7 }],
      ['rules', wrong],
    ] as const) {
      const send = () => world.submit('professional', 'json', { payload, idempotencyKey: name });
      const first = await send();
      const again = await send();
      expect([first.statusCode, again.statusCode, again.body]).toEqual([400, 400, first.body]);
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
  });

  it('keeps answers sealed, as names stand in them', async () => {
    await world.submit('professional', 'json', { idempotencyKey: 'key-1' });
    const rows = await world.app.queries((queries) => queries.from('idempotency').selectAll().execute());
    expect(rows.map(({ master_key_id }) => typeof master_key_id)).toEqual(['string']);
    expect(Buffer.from(rows[0]?.body ?? '').toString('latin1')).not.toContain('Lind');
  });

  it('of another account is another one', async () => {
    const other = await world.app.account();
    const own = (await world.submit('professional', 'json', { idempotencyKey: 'key-1' })).json();
    const theirs = await world.submit('professional', 'json', { idempotencyKey: 'key-1', key: other.liveKey });
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    const { claimReference, warnings = [] } = theirs.json();
    expect(claimReference.correlationId).not.toBe(own.claimReference.correlationId);
    // What one account has sent is no news to another.
    const codes = warnings.map(({ code }: { code: string }) => code);
    expect(codes).not.toContain('claim::patient_control_number_used');
    expect(codes).not.toContain('edit::837::V78');
    expect(await world.claims()).toHaveLength(1);
  });
});

describe('limits', () => {
  it('count all operations on claims together: number 101 within a second is told to slow down', async () => {
    world.app.clock.advance(1000);
    const send = (at: number, key?: string) => {
      const [type, form] = EACH_CLAIM[at % EACH_CLAIM.length] ?? ['dental', 'json'];
      return world.submit(type, form, { payload: form === 'json' ? {} : { x12: 'x' }, key });
    };
    const statuses: number[] = [];
    for (let at = 0; at < 100; at++) statuses.push((await send(at)).statusCode);
    expect(new Set(statuses)).toEqual(new Set([400]));
    for (let at = 0; at < EACH_CLAIM.length; at++) {
      const late = await send(at);
      expect([late.statusCode, late.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(late.json().message).toContain('CUSTOMER_LIMIT');
    }
    // It is no request, so that its key is free.
    const [type] = EACH_CLAIM[0] ?? ['professional'];
    expect((await world.submit(type, 'json', { idempotencyKey: 'late' })).statusCode).toBe(429);
    expect((await send(0, (await world.app.account()).liveKey)).statusCode).toBe(400);
    world.app.clock.advance(1000);
    expect((await world.submit(type, 'json', { idempotencyKey: 'late' })).statusCode).toBe(200);
  });

  it('hold for claims under way, too', async () => {
    await world.app.call('PUT', `/admin/accounts/${world.app.accountId}/limits`, {
      headers: { authorization: ADMIN_TOKEN },
      payload: { concurrency: { claims: 0 } },
    });
    for (const [type, form] of EACH_CLAIM) expect((await world.submit(type, form)).statusCode).toBe(429);
  });
});

it('keys without the scope, and none at all, are refused', async () => {
  const scoped = await world.app.key(world.app.accountId, { name: 'scoped', mode: 'live', scopes: ['core:write'] });
  for (const [type, form] of EACH_CLAIM) {
    for (const key of ['', 'no-key', scoped]) {
      expect((await world.submit(type, form, { key })).statusCode).toBe(403);
    }
    const read = await world.app.call('GET', CLAIM_PATHS[type][form]);
    expect(read.statusCode).toBe(403);
  }
  expect(await world.claims()).toEqual([]);
});
