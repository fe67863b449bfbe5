import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEEP_MS, purgeAnswers } from '../../../src/idempotency/rows.js';
import { buildApp } from '../../../src/operations/app.js';
import { type EchoControl, echoRoutes } from '../../support/echo-routes.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const URL = '/2023-08-01/things/7/commit';

describe('Idempotency-Key', () => {
  let test: TestApp;
  let control: EchoControl;
  beforeEach(async () => {
    control = echoRoutes();
    test = await testApp(control.routes);
  });
  afterEach(() => test.close());

  const send = (key: string, payload: object = { count: 1 }, url = URL) =>
    test.call('POST', url, { payload, headers: { 'idempotency-key': key } });
  const row = () => test.queries((queries) => queries.from('idempotency').selectAll().executeTakeFirst());

  it('does a repeated request once, and answers the same', async () => {
    const first = await send('k');
    const again = await send('k');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect([again.statusCode, again.body, again.headers['content-type']]).toEqual([
      200,
      first.body,
      first.headers['content-type'],
    ]);
    expect(control.runs).toBe(1);
  });

  it('keeps answers that no commit made, with their status', async () => {
    await send('k', { count: 1 }, '/2022-01-01/things');
    const again = await send('k', { count: 1 }, '/2022-01-01/things');
    expect([again.statusCode, again.json().run, control.runs]).toEqual([201, 1, 1]);
  });

  it('answers 422 for another body, path or method under the key', async () => {
    await send('k');
    expect((await send('k', { count: 2 })).statusCode).toBe(422);
    expect((await send('k', { count: 1 }, '/2023-08-01/things/8/commit')).statusCode).toBe(422);
    expect((await send('k')).statusCode).toBe(200);
    expect(control.runs).toBe(1);
  });

  it('answers 409 with Retry-After while the first is under way', async () => {
    const gate = deferred();
    control.gate = gate.promise;
    const first = send('k');
    await until(async () => (await row()) !== undefined);
    const second = await send('k');
    expect(second.statusCode).toBe(409);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
    gate.resolve();
    expect((await first).statusCode).toBe(200);
    expect((await send('k')).headers['idempotent-replayed']).toBe('true');
    expect(control.runs).toBe(1);
  });

  it.each([400, 413])('keeps the answer %i', async (status) => {
    control.outcome = status;
    expect((await send('k')).statusCode).toBe(status);
    control.outcome = 'ok';
    expect((await send('k')).statusCode).toBe(status);
    expect(control.runs).toBe(1);
  });

  it('keeps what its schema refuses, and what is no JSON', async () => {
    expect((await send('k', { count: 'x' })).statusCode).toBe(400);
    expect((await send('k', { count: 'x' })).headers['idempotent-replayed']).toBe('true');
    const broken = { payload: '{"count":', headers: { 'idempotency-key': 'j', 'content-type': 'application/json' } };
    expect((await test.call('POST', URL, broken)).statusCode).toBe(400);
    expect((await test.call('POST', URL, broken)).headers['idempotent-replayed']).toBe('true');
  });

  it.each([401, 403, 404, 409, 422, 429, 500, 503])(
    'does not keep the answer %i: the key is free again',
    async (status) => {
      control.outcome = status;
      expect((await send('k')).statusCode).toBe(status);
      expect(await row()).toBeUndefined();
      control.outcome = 'ok';
      expect((await send('k', { count: 2 })).statusCode).toBe(200);
    },
  );

  it('runs again after 24 hours, and purges what is older', async () => {
    await send('k');
    test.clock.advance(KEEP_MS - 1);
    expect((await send('k')).json().run).toBe(1);
    test.clock.advance(1);
    expect((await send('k', { count: 2 })).json().run).toBe(2);
    test.clock.advance(KEEP_MS + 1);
    const purged = await test.services.store.write((tx) => purgeAnswers(tx, test.clock.now(), 500));
    expect([purged, await row()]).toEqual([1, undefined]);
  });

  it('keeps keys of accounts and modes apart', async () => {
    const other = await test.account();
    await send('k');
    for (const authorization of [test.testKey, other.liveKey]) {
      const answer = await test.call('POST', URL, {
        payload: { count: 5 },
        headers: { 'idempotency-key': 'k', authorization },
      });
      expect([answer.statusCode, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    }
    expect(control.runs).toBe(3);
  });

  it.each(['', 'x'.repeat(256)])('refuses a key of wrong length', async (key) => {
    expect((await send(key)).statusCode).toBe(400);
    expect((await send('x'.repeat(255))).statusCode).toBe(200);
  });

  it('takes over from a process that died, and the dead one changes nothing any more', async () => {
    const gate = deferred();
    control.gate = gate.promise;
    const dead = send('k');
    await until(async () => (await row()) !== undefined);
    // On the embedded store the other process is known to be dead; elsewhere its lease has to run out.
    if (test.services.store.dialect === 'postgres') test.clock.advance(test.services.config.idempotencyLeaseMs);
    const living = echoRoutes();
    const app = await buildApp({ ...test.services, processId: 'another' }, living.routes);
    const headers = { authorization: test.liveKey, 'idempotency-key': 'k' };
    const taken = await app.inject({ method: 'POST', url: URL, headers, payload: { count: 1 } });
    expect(taken.statusCode).toBe(200);
    gate.resolve();
    const late = await dead;
    expect([late.statusCode, late.headers['retry-after']]).toEqual([409, '1']);
    const audit = await test.queries((queries) =>
      queries.from('audit').selectAll().where('action', '=', 'commit').execute(),
    );
    expect(audit).toHaveLength(1);
    expect((await send('k')).body).toBe(taken.body);
    await app.close();
  });

  it('takes over a lease that ran out', async () => {
    await test.close();
    control = echoRoutes();
    test = await testApp(control.routes);
    await send('k');
    await test.queries((queries) =>
      queries
        .update('idempotency')
        .set({ status: null, lease_until: test.clock.now() + 1000 })
        .execute(),
    );
    expect((await send('k')).statusCode).toBe(409);
    test.clock.advance(1000);
    expect((await send('k')).json().run).toBe(2);
    expect(Number((await row())?.lease)).toBe(2);
  });

  it('renews its lease while the work runs', async () => {
    await test.close();
    control = echoRoutes();
    test = await testApp(control.routes, { config: { idempotencyLeaseMs: 100 } });
    const gate = deferred();
    control.gate = gate.promise;
    const first = send('k');
    await until(async () => (await row()) !== undefined);
    for (let i = 0; i < 5; i++) {
      test.clock.advance(60);
      const now = test.clock.now();
      await until(async () => Number((await row())?.lease_until) > now + 50);
    }
    expect((await send('k')).statusCode).toBe(409);
    gate.resolve();
    expect((await first).statusCode).toBe(200);
  });

  it('seals kept answers where payloads are encrypted', async () => {
    await test.close();
    control = echoRoutes();
    test = await testApp(control.routes, { config: { encryptAtRest: true } });
    const first = await send('k', { count: 1, name: 'canary' });
    const kept = await row();
    expect(kept?.master_key_id).toBe(test.services.secrets.keys.currentId);
    expect(Buffer.from(kept?.body ?? []).toString('latin1')).not.toContain('canary');
    expect((await send('k', { count: 1, name: 'canary' })).body).toBe(first.body);
  });

  it('means nothing to operations that do not honour it', async () => {
    const options = { headers: { 'idempotency-key': 'k' } };
    await test.call('GET', '/2023-08-01/things/1', options);
    await test.call('GET', '/2023-08-01/things/1', options);
    expect(control.runs).toBe(2);
  });
});

function deferred() {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}
