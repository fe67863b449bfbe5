import { expect, it, onTestFinished } from 'vitest';
import { detailColumn } from '../../../src/resources/events/detail.js';
import { type NewEvent, writeEvents } from '../../../src/resources/events/rows.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { addAccount } from '../../support/accounts.js';
import { insertDestination } from '../../support/insert-destination.js';
import { silentServers } from '../../support/silent-servers.js';
import { until } from '../../support/test-jobs.js';
import { openReceiver } from '../../support/webhook-receiver.js';
import { ACCOUNT, openWebhooks } from '../../support/webhooks.js';

/** `npm run storm:jobs` has 100,000 due webhooks to 50 destinations. */
const DUE = Number(process.env.EDILOOM_DUE_JOBS ?? 1_000);
const DESTINATIONS = Number(process.env.EDILOOM_SILENT_PARTNERS ?? 10);
const OTHER = 'account-2';
/** Webhooks that are written down by one commit. */
const TOGETHER = 1_000;

it('destinations that accept connections and say nothing hold up no other account', { timeout: 0 }, async () => {
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  // So long that none of the attempts is given up meanwhile.
  const test = await openWebhooks({ trusted: receiver.certificate, timeoutMs: 600_000 });
  const { services } = test;
  const { store } = services;
  const { ports, open } = await silentServers(DESTINATIONS);
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, ACCOUNT);
    for (const port of ports) await insertDestination(services, queries, `https://127.0.0.1:${port}/`);
  });
  const event: NewEvent = {
    type: 'file.failed.v2',
    mode: 'production',
    resourceKind: 'execution',
    resourceId: 'execution-1',
    detail: detailColumn({}),
    at: services.clock.now(),
  };
  // Each goes to all of them.
  const events = Array.from({ length: Math.ceil(TOGETHER / DESTINATIONS) }, () => event);
  for (let done = 0; done < DUE; done += events.length * DESTINATIONS) {
    await store.write((tx) => writeEvents(services, new AccountQueries(tx, ACCOUNT), events));
  }
  // As many as one account may have of 50 places.
  const most = 12;
  await until(() => open() === most);

  await addAccount(store, OTHER);
  await store.write((tx) => insertDestination(services, new AccountQueries(tx, OTHER), receiver.url));
  const begun = performance.now();
  await store.write((tx) => writeEvents(services, new AccountQueries(tx, OTHER), [event]));
  await until(() => receiver.received.length === 1);
  const ms = Math.round(performance.now() - begun);
  console.log(`${DUE} due webhooks and ${DESTINATIONS} silent destinations; a webhook of another account: ${ms} ms`);
  // Not one of those that are silent had to end for it, and none has more than its share.
  expect(open()).toBe(most);
});
