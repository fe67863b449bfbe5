import { describe, expect, it } from 'vitest';
import { publishJob } from '../../src/exchange/inbound/publish-file.js';
import { createReceiveJob } from '../../src/exchange/inbound/receive-file.js';
import { createDestination } from '../../src/resources/destinations/rows.js';
import { agree, type Inbound, openInbound, ordersFile, receivedSets } from '../support/inbound.js';
import { until } from '../support/test-jobs.js';
import type { TestClock } from '../support/test-services.js';
import { LATER_MS, Mortal } from './mortal.js';

/** Only what hangs meets it. */
const PATIENCE_MS = 120_000;

function begin({ services: built }: Inbound, at?: number): Mortal {
  const process = new Mortal(at);
  const services = process.services(built);
  const handlers = { receive: createReceiveJob(services), publish: publishJob(services) };
  process.run(built.store, { clock: built.clock, handlers }).start();
  return process;
}

/** Nothing is left to be done of any file. */
async function isDone(inbound: Inbound): Promise<boolean> {
  return !(await inbound.rows('jobs')).some(({ kind }) => kind === 'receive' || kind === 'publish');
}

/** A job whose process has died waits, each time for longer. */
async function skipWait(inbound: Inbound): Promise<void> {
  const clock = inbound.services.clock as TestClock;
  const waits = (await inbound.rows('jobs')).flatMap((job) => (job.state === 'waiting' ? Number(job.due_at) : []));
  clock.advance(Math.max(0, ...waits.map((due) => due - clock.now())));
}

/** What is not there once, of a file with so many orders. */
async function differences(inbound: Inbound, executionId: string, orders: number): Promise<readonly string[]> {
  const [sets, events, feed] = [await receivedSets(inbound), await inbound.rows('events'), await inbound.rows('feed')];
  const own = sets.filter(({ execution_id }) => execution_id === executionId);
  const ids = new Set(own.map(({ id }) => id));
  const inputs = (await inbound.rows('artifacts')).filter(
    ({ owner_id, usage }) => ids.has(owner_id) && usage === 'input',
  );
  const identifiers = (await inbound.rows('business_identifiers')).filter(({ transaction_id }) =>
    ids.has(transaction_id),
  );
  const told = events.filter(({ resource_id }) => ids.has(resource_id));
  const counts = {
    sets: new Set(own.map(({ place }) => place)).size,
    'sets in all': own.length,
    inputs: inputs.length,
    identifiers: new Set(identifiers.map(({ transaction_id }) => transaction_id)).size,
    events: told.length,
    'events of sets': new Set(told.map(({ resource_id }) => resource_id)).size,
    feed: feed.filter(({ ref_id }) => ids.has(ref_id)).length,
  };
  const ofFile = {
    'events of the file': events.filter(({ resource_id }) => resource_id === executionId).length,
    'feed of the file': feed.filter(({ ref_id }) => ref_id === executionId).length,
    'rows of its interchange': (await inbound.rows('received_interchanges')).filter(
      (row) => row.execution_id === executionId,
    ).length,
  };
  return [
    ...Object.entries(counts).flatMap(([what, count]) => (count === orders ? [] : `${what}: ${count}`)),
    ...Object.entries(ofFile).flatMap(([what, count]) => (count === 1 ? [] : `${what}: ${count}`)),
  ];
}

describe('a file that comes in', () => {
  it.each([
    ['small', 2],
    ['large, in portions', 210],
  ])('is shown, answered and told once, whenever the process is killed: %s', { timeout: 600_000 }, async (_, count) => {
    const inbound = await openInbound({ isIdle: true });
    await agree(inbound, { acks: { enabled: true } });
    await inbound.write((queries) =>
      createDestination(
        inbound.services,
        queries,
        { mode: 'live' },
        {
          ...{ name: 'hook', destinationUrl: 'https://localhost/', eventTypes: ['transaction.processed.v2'] },
        },
      ),
    );
    const orders = Array.from({ length: count }, (_, index) => `PO-${index}`);
    const deaths: string[] = [];
    for (let at = 1; ; at++) {
      const victim = begin(inbound, at);
      const id = await inbound.arrive(ordersFile({ orders, number: String(at).padStart(9, '0') }));
      await until(async () => victim.isDead || (await isDone(inbound)), PATIENCE_MS);
      await victim.stop();
      (inbound.services.clock as TestClock).advance(LATER_MS);
      const heir = begin(inbound);
      await until(() => isDone(inbound), PATIENCE_MS);
      await heir.stop();
      expect(await inbound.ended(id)).toMatchObject({ status: 'COMPLETED', transaction_count: count });
      expect(await differences(inbound, id, count), `killed ${victim.end}, step ${at}`).toEqual([]);
      const answers = (await inbound.rows('executions')).filter(({ direction }) => direction === 'OUTBOUND');
      expect(answers).toHaveLength(at);
      if (victim.end === undefined) break;
      deaths.push(victim.end);
    }
    expect(deaths).toEqual(expect.arrayContaining(['after: keep bytes', 'before: end of receive', 'after: end']));
    expect(await inbound.rows('unshown_files')).toEqual([]);
    // Answers have numbers of their own.
    const numbers = (await inbound.rows('sent_groups')).map(({ interchange_number }) => interchange_number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('is processed by the tenth process, though nine have died in the midst of it', { timeout: 600_000 }, async () => {
    const inbound = await openInbound({ isIdle: true });
    await agree(inbound, { acks: { enabled: true } });
    const id = await inbound.arrive(ordersFile({ orders: ['PO-1'] }));
    for (let death = 1; death < 10; death++) {
      const victim = begin(inbound, 1 + (death % 3));
      await until(async () => {
        await skipWait(inbound);
        return victim.isDead;
      }, PATIENCE_MS);
      (inbound.services.clock as TestClock).advance(LATER_MS);
    }
    const heir = begin(inbound);
    await until(async () => {
      await skipWait(inbound);
      return isDone(inbound);
    }, PATIENCE_MS);
    await heir.stop();
    expect(await inbound.ended(id)).toMatchObject({ status: 'COMPLETED', transaction_count: 1 });
  });
});
