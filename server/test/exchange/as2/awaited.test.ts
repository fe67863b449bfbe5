import { lookup } from 'node:dns';
import { createMemoryJournal } from 'ediloom/transports';
import { as2NewsIn, partnershipFrom, postOwedReceipt, readIdentity } from 'ediloom/transports/as2';
import { describe, expect, it } from 'vitest';
import {
  type As2World,
  as2Connection,
  as2World,
  executionsOf,
  keys,
  listen,
  partnerServer,
  partnersSettings,
} from '../../support/as2-world.js';
import { acknowledgeFiles } from '../../support/deliveries.js';
import { testJobs, until } from '../../support/test-jobs.js';

const MINUTE = 60_000;

/** A file that was sent to a partner who has not sent the receipt yet, with what sends it. */
async function sentFile(world: As2World, { services = world.services, identity = 1 } = {}) {
  // Keeps the listener open, whose port is known by it.
  await as2Connection(world, { localAs2Id: 'STORE' });
  const { url } = await listen(services);
  const journal = createMemoryJournal();
  const third = (await keys())[identity];
  if (third === undefined) throw new Error('There are three.');
  const signing = readIdentity({ certificate: third.certificatePem, privateKey: third.privateKeyPem });
  const partner = await partnerServer({
    journal,
    partnerships: [
      partnershipFrom(
        await partnersSettings({ identities: [{ identity: signing }], inbound: { requireEncrypted: false } }),
      ),
    ],
    receipts: { post: 'elsewhere', publicOnly: false },
  });
  const connection = await as2Connection(world, {
    outboundSettings: {
      ...{ enabled: true, partnerServerUrl: partner.url, mdnResponse: 'async', asyncMdnUrl: url() },
      encryptionAlgorithm: 'none',
    },
  });
  const [id = ''] = await acknowledgeFiles(world.services, world.jobs, [{ connection, name: 'po.edi', text: 'ISA~' }]);
  const owed = async (): Promise<string | undefined> => {
    for await (const entry of journal.list('transmission')) {
      const news = as2NewsIn(entry);
      if (news?.kind === 'receipt-owed') return news.entryId;
    }
    return undefined;
  };
  await until(async () => (await owed()) !== undefined);
  await until(async () => (await deliverJob(world))?.state === 'waiting');
  /** Sends it, so often as it is called. */
  const sendReceipt = async (): Promise<void> => {
    const entryId = await owed();
    if (entryId === undefined) throw new Error('It is sent.');
    const before = await journal.read('transmission', entryId);
    await postOwedReceipt(entryId, { journal, lookupFor: async () => lookup });
    if (before !== undefined) await journal.write(before);
  };
  return { id, partner, sendReceipt, connection, ...reading(world, id) };
}

function reading(world: As2World, id: string) {
  return {
    status: async () => (await executionsOf(world)).find((row) => row.id === id)?.status,
    reports: () =>
      world.services.store.read((db) =>
        db
          .selectFrom('delivery_reports')
          .select(['status', 'message'])
          .where('execution_id', '=', id)
          .orderBy('created_at')
          .execute(),
      ),
  };
}

async function deliverJob({ services }: As2World) {
  return services.store.read((db) =>
    db.selectFrom('jobs').select(['state', 'due_at']).where('kind', '=', 'deliver').executeTakeFirst(),
  );
}

describe('a delivery whose receipt comes by itself', () => {
  it('waits without a place of a job, and is made when the receipt comes, once however often that comes', async () => {
    const world = await as2World();
    const { sendReceipt, status, reports, partner } = await sentFile(world);
    const waiting = await deliverJob(world);
    expect(Number(waiting?.due_at)).toBeGreaterThan(world.clock.now() + 15 * MINUTE);
    expect(await status()).toBe('IN_PROGRESS');
    await Promise.all([sendReceipt(), sendReceipt()]);
    await until(async () => (await status()) === 'COMPLETED');
    await sendReceipt();
    await until(
      async () => (await world.services.store.read((db) => db.selectFrom('jobs').select('id').execute())).length === 0,
    );
    expect(await reports()).toEqual([
      { status: 'DELIVERED', message: expect.stringContaining("The partner's receipt: ") },
    ]);
    expect(partner.seen.length).toBe(1);
  });

  it('goes on whichever process takes the receipt in', async () => {
    const world = await as2World();
    const services = { ...world.services, jobs: testJobs(world.services.store, { clock: world.clock, handlers: {} }) };
    const { sendReceipt, status } = await sentFile(world, { services });
    await sendReceipt();
    await until(async () => (await status()) === 'COMPLETED');
  });

  it('fails its attempt at the deadline, goes out again under the same id, and is made by a receipt after the last', async () => {
    const world = await as2World();
    const { sendReceipt, status, reports, partner } = await sentFile(world);
    const go = async (minutes: number): Promise<void> => {
      world.clock.jump(minutes * MINUTE);
      world.jobs.wake();
    };
    for (const attempt of [1, 2, 3]) {
      await go(17);
      await until(async () => (await reports()).length === attempt);
      if (attempt === 3) break;
      await go(7);
      // It is on its way again, and waits.
      await until(async () => Number((await deliverJob(world))?.due_at) > world.clock.now() + 10 * MINUTE);
    }
    expect((await reports()).map((report) => report.status)).toEqual(['FAILED', 'FAILED', 'FAILED']);
    expect(await status()).toBe('FAILED');
    expect(partner.seen.length).toBe(1);
    await sendReceipt();
    await until(async () => (await status()) === 'COMPLETED');
    expect((await reports()).at(-1)).toEqual({
      status: 'DELIVERED',
      message: expect.stringContaining('after the delivery had been given up'),
    });
  });

  it('is not made by a receipt that somebody else has signed', async () => {
    const world = await as2World();
    const { sendReceipt, status, reports } = await sentFile(world, { identity: 2 });
    await sendReceipt();
    expect(await deliverJob(world)).toMatchObject({ state: 'waiting' });
    expect(Number((await deliverJob(world))?.due_at)).toBeGreaterThan(world.clock.now() + 15 * MINUTE);
    expect([await status(), await reports()]).toEqual(['IN_PROGRESS', []]);
  });
});
