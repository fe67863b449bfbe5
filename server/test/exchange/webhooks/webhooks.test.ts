import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveUpWebhook } from '../../../src/exchange/webhooks/webhook-job.js';
import { uuid } from '../../../src/ids.js';
import { MAX_TAKEOVERS } from '../../../src/jobs/take-over.js';
import { purgePreviousSecrets } from '../../../src/resources/destinations/expired-secrets.js';
import { deleteDestination, rotateSecret } from '../../../src/resources/destinations/rows.js';
import { webhookJob } from '../../../src/resources/destinations/webhook-jobs.js';
import { writeEvents } from '../../../src/resources/events/rows.js';
import { createMapping } from '../../../src/resources/mappings/rows.js';
import { until } from '../../support/test-jobs.js';
import { openReceiver, type Received, type Receiver } from '../../support/webhook-receiver.js';
import { openWebhooks } from '../../support/webhooks.js';

const HOUR = 3_600_000;
const LIVE = { mode: 'live' } as const;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

const opened = (parts?: Parameters<typeof openWebhooks>[1]) => openWebhooks({ trusted: receiver.certificate }, parts);

/** A path of its own tells the webhooks of a test from those of others. */
function place(): { readonly url: string; readonly got: () => readonly Received[] } {
  const path = `/${uuid()}`;
  return {
    url: receiver.url.replace('/hooks', path),
    got: () => receiver.received.filter((one) => one.path === path),
  };
}

function verified({ body, headers }: Received, secret: string, at: number): unknown {
  // It compares the time of the attempt with that of the machine, and ours stands still.
  const realNow = Date.now;
  Date.now = () => at;
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    Date.now = realNow;
  }
}

describe('a webhook', () => {
  it('is signed as Standard Webhooks says, and says what it is', async () => {
    const test = await opened();
    const { url, got } = place();
    const { id, secret } = await test.destination({ destinationUrl: url });
    const [eventId = ''] = await test.happen({});
    const { status, answer, id: webhookId } = await test.attempts(eventId, 1);
    expect([status, answer, (await test.event(eventId)).status]).toEqual(['DELIVERED', 'HTTP 204.', 'DELIVERED']);
    const [one] = got();
    if (one === undefined) throw new Error('Nothing came.');
    expect(verified(one, secret, test.services.clock.now())).toEqual({
      id: `evt_${eventId}`,
      object: 'v1.event',
      type: 'file.failed',
      account: 'account-1',
      created: new Date(test.services.clock.now()).toISOString(),
      environment: 'PRODUCTION',
      resource: { id: 'execution-1', type: 'file' },
    });
    expect(one.headers).toMatchObject({
      'webhook-id': webhookId,
      'webhook-timestamp': String(test.services.clock.now() / 1000),
      'event-id': `evt_${eventId}`,
      'destination-id': id,
      'attempt-number': '1',
      'attempt-type': 'AUTOMATIC',
      'content-type': 'application/json',
    });
    expect(() => verified({ ...one, body: `${one.body} ` }, secret, test.services.clock.now())).toThrow();
    expect((await test.shown(id)).last_delivery_at).toBe(test.services.clock.now());
  });

  it('of a name with .v2 is an envelope, with the JSON that goes along', async () => {
    const test = await opened();
    const { url, got } = place();
    await test.destination({ destinationUrl: url, eventTypes: ['transaction.processed.v2'] });
    const json = { heading: { number: 'PO-1' } };
    const artifacts = await test.services.artifacts.prepare('account-1', [
      artifact(Buffer.from(JSON.stringify(json))),
      artifact(Buffer.from(JSON.stringify('x'.repeat(1024 * 1024)))),
    ]);
    await test.queries((queries) => test.services.artifacts.insert(queries, artifacts));
    const detail = '{"transactionId":"t-1","fileExecutionId":"f-1","x12":{"metadata":{}}}';
    const events = await test.happen(
      ...artifacts.map(({ id }) => ({ type: 'transaction.processed.v2' as const, detail, artifactId: id })),
    );
    for (const id of events) await test.attempts(id, 1);
    const bodies = got().map(({ body }) => JSON.parse(body));
    const small = bodies.find(({ event }) => event.id === events[0]);
    expect(small).toEqual({
      event: {
        ...{
          version: '0',
          id: events[0],
          'detail-type': 'transaction.processed.v2',
          source: 'ediloom',
          region: 'local',
        },
        ...{ account: 'account-1', time: '2026-01-15T12:00:00Z', resources: [], detail: JSON.parse(detail) },
      },
      artifact: {
        ...{ artifactType: 'application/json', usage: 'output', attachedReason: 'WITHIN_SIZE_LIMIT', detail: json },
      },
    });
    expect(bodies.find(({ event }) => event.id === events[1]).artifact).toEqual({
      ...{ artifactType: 'application/json', usage: 'output', attachedReason: 'SIZE_LIMIT_EXCEEDED' },
    });
  });

  it('has a signature by each secret while two count', async () => {
    const test = await opened();
    const { url, got } = place();
    const { id, secret: first } = await test.destination({ destinationUrl: url });
    const { secret: second } = await test.queries((queries) =>
      rotateSecret(test.services, queries, LIVE, { id, given: {} }),
    );
    const [during = ''] = await test.happen({});
    await test.attempts(during, 1);
    const now = test.services.clock.now();
    const [one] = got();
    if (one === undefined) throw new Error('Nothing came.');
    expect([verified(one, first, now), verified(one, second, now)]).toEqual([expect.anything(), expect.anything()]);
    const secretsOf = () =>
      test.queries((queries) =>
        queries.from('secrets').select('name').where('owner_id', '=', id).orderBy('name').execute(),
      );
    const purge = () =>
      test.services.store.write((tx) => purgePreviousSecrets(test.services.secrets)(tx, test.services.clock.now(), 10));
    expect([await purge(), await secretsOf()]).toEqual([0, [{ name: 'previous' }, { name: 'signing' }]]);
    test.services.clock.jump(25 * HOUR);
    expect([await purge(), await secretsOf()]).toEqual([1, [{ name: 'signing' }]]);
    const [after = ''] = await test.happen({});
    await test.attempts(after, 1);
    const later = got()[1];
    if (later === undefined) throw new Error('Nothing came.');
    expect(verified(later, second, now + 25 * HOUR)).toBeDefined();
    expect(() => verified(later, first, now + 25 * HOUR)).toThrow();
  });

  it('goes to those of its own mode and account that ask for it, and to no others', async () => {
    const test = await opened();
    const [tests, live, others] = [place(), place(), place()];
    await test.destination({ destinationUrl: tests.url }, 'test');
    await test.destination({ destinationUrl: live.url });
    await test.destination({ destinationUrl: others.url, eventTypes: ['file.processed', 'file.delivered.v2'] });
    await test.destination({ destinationUrl: others.url, status: 'DISABLED' });
    const [ofTest = '', ofLive = ''] = await test.happen({ mode: 'test' }, {});
    await Promise.all([test.attempts(ofTest, 1), test.attempts(ofLive, 1)]);
    expect(tests.got().map(({ headers }) => headers['event-id'])).toEqual([`evt_${ofTest}`]);
    expect(live.got().map(({ headers }) => headers['event-id'])).toEqual([`evt_${ofLive}`]);
    expect(others.got()).toEqual([]);
    expect(JSON.parse(tests.got()[0]?.body ?? '')).toMatchObject({ environment: 'TEST' });
  });

  it('is written once where the same is reported again', async () => {
    const test = await opened();
    const { url } = place();
    await test.destination({ destinationUrl: url });
    const id = uuid();
    expect(await test.happen({ id })).toEqual([id]);
    expect(await test.happen({ id })).toEqual([]);
    expect(await test.deliveries(id)).toHaveLength(1);
  });

  it('is what a mapping makes of it, and waits where that fails', async () => {
    const test = await opened();
    const { url, got } = place();
    const mapping = (name: string, text: string) =>
      test.queries((queries) =>
        createMapping(
          { queries, clock: test.services.clock, mode: 'live' },
          { name, type: 'only_mapped_keys', mapping: text },
        ),
      );
    const good = await mapping('good', '{ "text": "File " & resource.id & " has failed" }');
    const bad = await mapping('bad', '$error("PATIENT")');
    const { id } = await test.destination({ destinationUrl: url, mappingId: bad.id });
    const [eventId = ''] = await test.happen({});
    const failed = await test.attempts(eventId, 1);
    expect([failed.status, failed.answer]).toEqual([
      'PENDING',
      expect.stringMatching(/^The mapping failed, so nothing/),
    ]);
    expect(failed.answer).not.toContain('PATIENT');
    expect(got()).toEqual([]);
    await test.change(id, { mappingId: good.id });
    test.services.clock.jump(HOUR);
    test.jobs.wake();
    await test.attempts(eventId, 2);
    expect(got().map(({ body }) => JSON.parse(body))).toEqual([{ text: 'File execution-1 has failed' }]);
  });

  it('is sent again under the same id when somebody asks for that', async () => {
    const test = await opened();
    const { url, got } = place();
    await test.destination({ destinationUrl: url });
    const [eventId = ''] = await test.happen({});
    await test.attempts(eventId, 1);
    await test.resend(eventId);
    const delivery = await test.attempts(eventId, 2);
    expect(delivery.status).toBe('DELIVERED');
    expect(
      got().map(({ headers: { 'event-id': event, 'attempt-number': number, 'attempt-type': type } }) => [
        event,
        number,
        type,
      ]),
    ).toEqual([
      [`evt_${eventId}`, '1', 'AUTOMATIC'],
      [`evt_${eventId}`, '2', 'MANUAL'],
    ]);
    const [nowhere = ''] = await test.happen({ type: 'file.processed.v2' });
    await test.resend(nowhere);
    expect([await test.deliveries(nowhere), (await test.event(nowhere)).status]).toEqual([[], 'DELIVERED']);
  });

  it('goes over a connection that is kept', async () => {
    const test = await opened();
    const { url } = place();
    await test.destination({ destinationUrl: url, concurrencyLimit: 1 });
    const before = receiver.connections;
    for (let i = 0; i < 5; i++) {
      const [id = ''] = await test.happen({});
      await test.attempts(id, 1);
    }
    expect(receiver.connections - before).toBe(1);
  });
});

describe('a webhook that does not arrive', () => {
  it.each([
    ['HTTP 500.', 500],
    ['HTTP 302.', 302],
    ['HTTP 404.', 404],
  ])('is tried again after %s', async (answer, status) => {
    const test = await opened();
    const { url, got } = place();
    answerOnce(url, status);
    await test.destination({ destinationUrl: url });
    const [eventId = ''] = await test.happen({});
    expect(await test.attempts(eventId, 1)).toMatchObject({ status: 'PENDING', answer });
    expect((await test.event(eventId)).status).toBe('PENDING');
    test.services.clock.jump(300_000);
    test.jobs.wake();
    expect(await test.attempts(eventId, 2)).toMatchObject({ status: 'DELIVERED', answer: 'HTTP 204.' });
    const [first, second] = got().map(({ headers }) => headers);
    expect([second?.['webhook-id'], second?.['attempt-number']]).toEqual([first?.['webhook-id'], '2']);
    expect(Number(second?.['webhook-timestamp']) - Number(first?.['webhook-timestamp'])).toBe(300);
  });

  it('says why, for whoever looks', async () => {
    const untrusting = await openWebhooks();
    const { url } = place();
    const refused = 'https://169.254.169.254/latest';
    await untrusting.destination({ destinationUrl: url });
    await untrusting.destination({ destinationUrl: refused, eventTypes: ['file.processed'] });
    await untrusting.destination({ destinationUrl: 'https://127.0.0.1:9/', eventTypes: ['file.delivered'] });
    const ids = await untrusting.happen({}, { type: 'file.processed.v2' }, { type: 'file.delivered.v2' });
    const answers = await Promise.all(ids.map(async (id) => (await untrusting.attempts(id, 1)).answer));
    expect(answers.sort()).toEqual([
      expect.stringMatching(/^Its certificate is not accepted \(.*TRUSTED_CA_FILE/),
      expect.stringMatching(/^Nothing listens at that address/),
      expect.stringMatching(/^The host 169.254.169.254 is, or resolves to, an address that is not public/),
    ]);
  });

  it('is given up while it is not answered in time', async () => {
    const test = await openWebhooks({ trusted: receiver.certificate, timeoutMs: 50 });
    const { url } = place();
    receiver.answer((one, response) => {
      if (!url.endsWith(one.path)) response.writeHead(204).end();
    });
    await test.destination({ destinationUrl: url });
    const [eventId = ''] = await test.happen({});
    expect((await test.attempts(eventId, 1)).answer).toMatch(/^It did not answer within 5 seconds/);
    receiver.answer(204);
  });

  it('has failed at the end of the schedule, and what nothing has reached since is disabled, until somebody enables it', async () => {
    const test = await opened();
    const [broken, other] = [place(), place()];
    let isBroken = true;
    receiver.answer((one, response) => {
      response.writeHead(isBroken && broken.url.endsWith(one.path) ? 503 : 204).end();
    });
    const { id } = await test.destination({ destinationUrl: broken.url });
    await test.destination({ destinationUrl: other.url, eventTypes: ['destination.disabled'] });
    const [eventId = ''] = await test.happen({});
    await test.attempts(eventId, 1);
    for (const [count, delay] of [
      [2, 300_000],
      [3, 1_800_000],
    ] as const) {
      test.services.clock.jump(delay);
      test.jobs.wake();
      await test.attempts(eventId, count);
    }
    expect((await test.deliveries(eventId))[0]?.status).toBe('FAILED');
    expect((await test.event(eventId)).status).toBe('FAILED');
    const disabled = await test.shown(id);
    expect([disabled.status, disabled.disabled_for]).toEqual([
      'DISABLED',
      expect.stringMatching(/^Nothing has reached it since 2026-01-15T12:00:00.000Z. The last attempt: HTTP 503. Mend/),
    ]);
    await until(() => other.got().length === 1);
    expect(JSON.parse(other.got()[0]?.body ?? '')).toMatchObject({
      type: 'destination.disabled',
      resource: { id, type: 'destination' },
    });
    const [meanwhile = ''] = await test.happen({});
    expect(await test.deliveries(meanwhile)).toMatchObject([{ status: 'HELD', attempts: 0 }]);
    isBroken = false;
    await test.change(id, { status: 'ENABLED' });
    expect((await test.attempts(meanwhile, 1)).status).toBe('DELIVERED');
    expect((await test.event(meanwhile)).status).toBe('DELIVERED');
    expect((await test.shown(id)).disabled_for).toBeNull();
    receiver.answer(204);
  });

  it('alone disables nothing, while others arrive', async () => {
    const test = await opened();
    const { url } = place();
    receiver.answer((one, response) => response.writeHead(one.body.includes('poison') ? 400 : 204).end());
    const { id } = await test.destination({ destinationUrl: url });
    const [poison = ''] = await test.happen({ resourceId: 'poison' });
    await test.attempts(poison, 1);
    const [good = ''] = await test.happen({});
    await test.attempts(good, 1);
    for (const [count, delay] of [
      [2, 300_000],
      [3, 1_800_000],
    ] as const) {
      test.services.clock.jump(delay);
      test.jobs.wake();
      await test.attempts(poison, count);
    }
    expect([(await test.event(poison)).status, (await test.shown(id)).status]).toEqual(['FAILED', 'ENABLED']);
    receiver.answer(204);
  });

  it('is given up where the process dies of it each time, and can be sent again', async () => {
    const test = await opened();
    const { url, got } = place();
    const { id } = await test.destination({ destinationUrl: url });
    const { services } = test;
    const event = { type: 'file.failed.v2', mode: 'production', resourceKind: 'execution', detail: '{}' } as const;
    await test.queries(async (own) => {
      await writeEvents(services, own, [{ ...event, resourceId: 'file-1', at: services.clock.now() }]);
      // As after so many processes.
      await own.update('jobs').set({ takeovers: MAX_TAKEOVERS }).execute();
    });
    const [{ id: eventId = '' } = {}] = await test.queries((own) => own.from('events').select('id').execute());
    const given = await test.attempts(eventId, 1);
    expect([given.status, given.answer]).toEqual([
      'FAILED',
      expect.stringMatching(/^It was given up\. .*Retry the event\.$/),
    ]);
    expect([(await test.event(eventId)).status, (await test.shown(id)).status]).toEqual(['FAILED', 'ENABLED']);
    expect(got()).toEqual([]);
    await test.resend(eventId);
    expect((await test.attempts(eventId, 2)).status).toBe('DELIVERED');
  });

  it('waits where its destination is disabled by hand, and ends where it is deleted', async () => {
    const test = await opened();
    const { url, got } = place();
    answerOnce(url, 500, 2);
    const { id } = await test.destination({ destinationUrl: url });
    const [first = '', second = ''] = await test.happen({}, {});
    await Promise.all([test.attempts(first, 1), test.attempts(second, 1)]);
    await test.change(id, { status: 'DISABLED' });
    const [unwanted = ''] = await test.happen({});
    expect(await test.deliveries(unwanted)).toEqual([]);
    test.services.clock.jump(300_000);
    test.jobs.wake();
    const held = async () => (await test.deliveries(first))[0]?.status === 'HELD';
    await until(held);
    await until(async () => (await test.deliveries(second))[0]?.status === 'HELD');
    await test.change(id, { status: 'ENABLED' });
    expect((await test.attempts(first, 2)).status).toBe('DELIVERED');
    expect((await test.attempts(second, 2)).status).toBe('DELIVERED');
    answerOnce(url, 500);
    const [last = ''] = await test.happen({});
    await test.attempts(last, 1);
    const before = got().length;
    await test.queries((queries) => deleteDestination(test.services, queries, LIVE, id));
    test.jobs.wake();
    // Its next attempt would be due in minutes.
    await until(async () => (await test.event(last)).status === 'FAILED');
    expect((await test.deliveries(last))[0]?.answer).toBe('The destination was deleted.');
    test.services.clock.jump(300_000);
    test.jobs.wake();
    expect(got()).toHaveLength(before);
  });

  it('is not tried again where its destination was deleted during an attempt that fails', async () => {
    const test = await opened();
    const { url } = place();
    const { id } = await test.destination({ destinationUrl: url });
    let answer: (() => void) | undefined;
    receiver.answer((one, response) => {
      if (url.endsWith(one.path)) answer = () => void response.writeHead(500).end();
      else response.writeHead(204).end();
    });
    const [event = ''] = await test.happen({});
    await until(() => answer !== undefined);
    await test.queries((queries) => deleteDestination(test.services, queries, LIVE, id));
    test.jobs.wake();
    await until(async () => (await test.event(event)).status === 'FAILED');
    answer?.();
    test.jobs.wake();
    const jobs = () =>
      test.queries((own) => own.from('jobs').select('payload').where('kind', '=', 'webhook').execute());
    await until(async () => (await jobs()).every(({ payload }) => payload.includes('"attempt":2')));
    expect([(await test.deliveries(event))[0]?.status, (await test.event(event)).status]).toEqual(['FAILED', 'FAILED']);
  });
});

it('that a process died of is over, too, where its destination was deleted meanwhile, and so is its event', async () => {
  const test = await opened();
  const { url } = place();
  const { id } = await test.destination({ destinationUrl: url });
  answerOnce(url, 500);
  const [event = ''] = await test.happen({});
  await test.attempts(event, 1);
  await test.queries((queries) => deleteDestination(test.services, queries, LIVE, id));
  const [delivery] = await test.deliveries(event);
  const payload = { deliveryId: delivery?.id ?? '', run: 1, attempt: 2 };
  const job = { ...webhookJob(id, payload), id: 'j', accountId: 'account-1', over: id, lane: undefined };
  const { shared } = await giveUpWebhook(test.services)({ ...job, attempt: 1, createdAt: 0 }, 'It died.');
  await test.queries(async (queries) => shared?.work(queries, [shared.item], shared.context));
  expect([(await test.deliveries(event))[0]?.status, (await test.event(event)).status]).toEqual(['FAILED', 'FAILED']);
});

it('are under way to a destination so many at once as it says', async () => {
  const test = await opened();
  const { url } = place();
  const waiting: (() => void)[] = [];
  let most = 0;
  let open = 0;
  receiver.answer((one, response) => {
    if (!url.endsWith(one.path)) return void response.writeHead(204).end();
    open += 1;
    most = Math.max(most, open);
    waiting.push(() => {
      open -= 1;
      response.writeHead(204).end();
    });
  });
  await test.destination({ destinationUrl: url, concurrencyLimit: 3 });
  const ids = await test.happen(...Array.from({ length: 12 }, () => ({})));
  for (let done = 0; done < 12; done++) {
    await until(() => waiting.length > 0);
    waiting.shift()?.();
  }
  for (const id of ids) await test.attempts(id, 1);
  expect(most).toBeLessThanOrEqual(3);
  receiver.answer(204);
});

function artifact(bytes: Uint8Array) {
  const about = { model: 'transaction', ownerId: 'transaction-1', usage: 'output' } as const;
  return { ...about, type: 'application/json', name: 'order.json', bytes };
}

/** So many of those that come there are answered so. */
function answerOnce(url: string, status: number, times = 1): void {
  let left = times;
  receiver.answer((one, response) => {
    const isIt = url.endsWith(one.path) && left > 0;
    if (isIt) left -= 1;
    response.writeHead(isIt ? status : 204, isIt && status === 302 ? { location: receiver.url } : {}).end();
  });
}
