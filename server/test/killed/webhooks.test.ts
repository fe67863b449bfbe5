import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { TimedOutConnections } from '../../src/exchange/delivery/timed-out-connections.js';
import { WebhookClient } from '../../src/exchange/webhooks/webhook-client.js';
import { createWebhookJob } from '../../src/exchange/webhooks/webhook-job.js';
import { WEBHOOK } from '../../src/resources/destinations/webhook-jobs.js';
import { until } from '../support/test-jobs.js';
import { openReceiver, type Receiver } from '../support/webhook-receiver.js';
import { openWebhooks, type Webhooks } from '../support/webhooks.js';
import { LATER_MS, Mortal } from './mortal.js';

const PATIENCE_MS = 60_000;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

function begin({ services }: Webhooks, at?: number): Mortal {
  const process = new Mortal(at);
  const client = new WebhookClient({ trustedAuthorities: receiver.certificate });
  onTestFinished(() => client.close());
  const mortal = new Proxy(client, {
    get: (target, member) =>
      member === 'post'
        ? process.around('post', (...given: Parameters<typeof client.post>) => target.post(...given))
        : Reflect.get(target, member),
  });
  const webhook = createWebhookJob(process.services(services), mortal, new TimedOutConnections());
  process.run(services.store, { clock: services.clock, handlers: { [WEBHOOK]: webhook } }).start();
  return process;
}

it('a webhook arrives, under the id of its event each time, whenever the process is killed', {
  timeout: 120_000,
}, async () => {
  const test = await openWebhooks({ trusted: receiver.certificate, isIdle: true });
  await test.destination({ destinationUrl: receiver.url });
  const deaths: string[] = [];
  for (let at = 1; ; at++) {
    const before = receiver.received.length;
    const [eventId = ''] = await test.happen({});
    const isTold = async (): Promise<boolean> => (await test.event(eventId)).status === 'DELIVERED';
    const victim = begin(test, at);
    await until(async () => victim.isDead || (await isTold()), PATIENCE_MS);
    await victim.stop();
    test.services.clock.jump(LATER_MS);
    const heir = begin(test);
    await until(isTold, PATIENCE_MS);
    await heir.stop();
    const got = receiver.received.slice(before);
    const isTwice = victim.end === 'after: post' || victim.end === `before: end of ${WEBHOOK}`;
    expect(got.length, `killed ${victim.end}`).toBe(isTwice ? 2 : 1);
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(got.map(({ headers }) => headers['event-id']))).toEqual(new Set([`evt_${eventId}`]));
    expect(await test.deliveries(eventId)).toMatchObject([{ status: 'DELIVERED' }]);
    if (victim.end === undefined) break;
    deaths.push(victim.end);
  }
  expect(deaths).toEqual(['before: post', 'after: post', `before: end of ${WEBHOOK}`, 'after: end']);
});
