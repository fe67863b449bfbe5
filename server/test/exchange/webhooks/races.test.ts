import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuid } from '../../../src/ids.js';
import { deleteDestination, rotateSecret } from '../../../src/resources/destinations/rows.js';
import { writeEvents } from '../../../src/resources/events/rows.js';
import { until } from '../../support/test-jobs.js';
import { openReceiver, type Received, type Receiver } from '../../support/webhook-receiver.js';
import { openWebhooks, type Webhooks } from '../../support/webhooks.js';

/** `EDILOOM_RACES` has many more. */
const ROUNDS = Number(process.env.EDILOOM_RACES ?? 4);
const EVENTS = 60;
/** Under way to a destination at once. */
const LIMIT = 5;
/** Milliseconds, on a machine that has much else to do. */
const PATIENCE = 120_000;
const LIVE = { mode: 'live' } as const;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

function place(): { readonly url: string; readonly got: () => readonly Received[] } {
  const path = `/${uuid()}`;
  return {
    url: receiver.url.replace('/hooks', path),
    got: () => receiver.received.filter((one) => one.path === path),
  };
}

const rows = (test: Webhooks) => test.queries((queries) => queries.from('event_deliveries').selectAll().execute());
/** Waits until nothing is to be done any more. To look is cheap, so that it keeps nobody from it. */
const allDone = (test: Webhooks) =>
  until(
    async () =>
      (await test.services.store.read((db) => db.selectFrom('jobs').select('id').limit(1).execute())).length === 0,
    PATIENCE,
  );

/** Waits until all of it has arrived. */
const allDelivered = (test: Webhooks) =>
  until(async () => {
    const open = await test.services.store.read((db) =>
      db.selectFrom('event_deliveries').select('id').where('status', '<>', 'DELIVERED').limit(1).execute(),
    );
    return open.length === 0;
  }, PATIENCE);

/** Events as one commit of a file makes them. */
function happen({ services, queries }: Webhooks): Promise<void> {
  const event = { type: 'file.failed.v2', mode: 'production', resourceKind: 'execution', detail: '{}' } as const;
  const events = Array.from({ length: EVENTS }, (_, n) => ({
    ...event,
    resourceId: `file-${n}`,
    at: services.clock.now(),
  }));
  return queries((own) => writeEvents(services, own, events));
}

/** Waits until some have arrived, or none. */
async function someHaveCome(got: () => readonly Received[], round: number): Promise<void> {
  const most = (round * 17) % EVENTS;
  const from = got().length;
  await until(() => got().length >= from + most, PATIENCE);
  for (let turn = 0; turn < round % 5; turn++) await setImmediate();
}

describe('webhooks while somebody', { timeout: ROUNDS * 10_000 + 2 * PATIENCE }, () => {
  it('deletes their destination: nothing more is sent than was under way, and all of it ends', async () => {
    const test = await openWebhooks({ trusted: receiver.certificate });
    for (let round = 0; round < ROUNDS; round++) {
      const { url, got } = place();
      const { id } = await test.destination({ destinationUrl: url });
      await happen(test);
      await someHaveCome(got, round);
      await test.queries((queries) => deleteDestination(test.services, queries, LIVE, id));
      const before = got().length;
      await allDone(test);
      expect(got().length - before).toBeLessThanOrEqual(LIMIT);
      const own = (await rows(test)).filter((one) => one.destination_id === id);
      const arrived = own.filter(({ status }) => status === 'DELIVERED');
      const ended = own.filter(
        ({ status, answer }) => status === 'FAILED' && answer === 'The destination was deleted.',
      );
      expect([arrived.length + ended.length, arrived.length]).toEqual([EVENTS, got().length]);
      const open = await test.queries((queries) =>
        queries.from('events').select('id').where('status', '=', 'PENDING').execute(),
      );
      expect(open).toEqual([]);
    }
  });

  it('disables and enables it: none is sent meanwhile, and none is lost', async () => {
    const test = await openWebhooks({ trusted: receiver.certificate });
    const { url, got } = place();
    const { id } = await test.destination({ destinationUrl: url });
    for (let round = 0; round < ROUNDS; round++) {
      await happen(test);
      await someHaveCome(got, round);
      await test.change(id, { status: 'DISABLED' });
      const before = got().length;
      if (round % 2 === 0) await setTimeout(20);
      expect(got().length - before).toBeLessThanOrEqual(LIMIT);
      await test.change(id, { status: 'ENABLED' });
    }
    await allDelivered(test);
    await allDone(test);
    expect(new Set(got().map(({ headers }) => headers['webhook-id'])).size).toBe(ROUNDS * EVENTS);
    expect(got()).toHaveLength(ROUNDS * EVENTS);
  });

  it('enables what the server has disabled, as events come in: none waits for ever', async () => {
    const test = await openWebhooks({ trusted: receiver.certificate });
    const { url, got } = place();
    const { id } = await test.destination({ destinationUrl: url });
    for (let round = 0; round < ROUNDS; round++) {
      await test.queries((queries) =>
        queries
          .update('destinations')
          .set({ status: 'DISABLED', disabled_for: 'Nothing has reached it.' })
          .where('id', '=', id)
          .execute(),
      );
      const events = [happen(test), happen(test)];
      for (let turn = 0; turn < round % 4; turn++) await setImmediate();
      await Promise.all([...events, test.change(id, { status: 'ENABLED' })]);
    }
    await allDelivered(test);
    expect(got()).toHaveLength(ROUNDS * 2 * EVENTS);
  });

  it('exchanges the secret at once: the one before signs nothing that was not under way', async () => {
    const test = await openWebhooks({ trusted: receiver.certificate });
    const { url, got } = place();
    const { id, secret: first } = await test.destination({ destinationUrl: url });
    const secrets = [first];
    const until0: number[] = [];
    const given = { previousSecretExpiryHours: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await happen(test);
      await someHaveCome(got, round);
      const { secret } = await test.queries((queries) => rotateSecret(test.services, queries, LIVE, { id, given }));
      secrets.push(secret);
      until0.push(got().length);
    }
    await until(() => got().length === ROUNDS * EVENTS, PATIENCE);
    const signedBy = got().map((one) => secrets.findIndex((secret) => isSignedBy(one, secret, test)));
    expect(signedBy).not.toContain(-1);
    for (const [index, count] of until0.entries()) {
      expect(signedBy.slice(count).filter((by) => by <= index).length).toBeLessThanOrEqual(LIMIT);
    }
  });

  it('changes where it goes to: all arrive, at the one place or the other', async () => {
    const test = await openWebhooks({ trusted: receiver.certificate });
    const places = [place(), place()] as const;
    const { id } = await test.destination({ destinationUrl: places[0].url });
    for (let round = 0; round < ROUNDS; round++) {
      await happen(test);
      const [from, to] = round % 2 === 0 ? places : [places[1], places[0]];
      await someHaveCome(from.got, round);
      await test.change(id, { destinationUrl: to.url });
      const before = from.got().length;
      await allDelivered(test);
      expect(from.got().length - before).toBeLessThanOrEqual(LIMIT);
    }
    expect(places[0].got().length + places[1].got().length).toBe(ROUNDS * EVENTS);
  });
});

describe('an event that is sent again while its webhook is under way', () => {
  it.each([204, 500])('is sent twice under one id, and what comes of the first (%i) counts no more', async (status) => {
    const test = await openWebhooks({ trusted: receiver.certificate });
    const { url, got } = place();
    const open: ServerResponse[] = [];
    receiver.answer((one, response) => {
      if (url.endsWith(one.path)) open.push(response);
      else response.writeHead(204).end();
    });
    await test.destination({ destinationUrl: url });
    const [eventId = ''] = await test.happen({});
    await until(() => open.length === 1);
    await test.resend(eventId);
    await until(() => open.length === 2);
    const [first, second] = open;
    second?.writeHead(204).end();
    await test.attempts(eventId, 1);
    first?.writeHead(status).end();
    // Neither comes again.
    await until(() => nothingRuns(test));
    test.services.clock.jump(300_000);
    test.jobs.wake();
    await allDone(test);
    expect(got().map(({ headers }) => [headers['webhook-id'], headers['attempt-type']])).toEqual([
      [got()[0]?.headers['webhook-id'], 'AUTOMATIC'],
      [got()[0]?.headers['webhook-id'], 'MANUAL'],
    ]);
    expect(await test.deliveries(eventId)).toMatchObject([{ status: 'DELIVERED', run: 2, attempts: 1 }]);
    expect((await test.event(eventId)).status).toBe('DELIVERED');
    receiver.answer(204);
  });
});

async function nothingRuns(test: Webhooks): Promise<boolean> {
  const running = await test.services.store.read((db) =>
    db.selectFrom('jobs').select('id').where('state', '=', 'running').execute(),
  );
  return running.length === 0;
}

function isSignedBy({ body, headers }: Received, secret: string, { services }: Webhooks): boolean {
  const realNow = Date.now;
  Date.now = () => services.clock.now();
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  } finally {
    Date.now = realNow;
  }
}
