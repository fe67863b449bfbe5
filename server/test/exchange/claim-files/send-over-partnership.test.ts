import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClaimSending } from '../../../src/exchange/claim-files/claim-sender.js';
import { CLAIM_SENDERS } from '../../../src/exchange/claim-files/claim-senders.js';
import { releaseClaimFile } from '../../../src/exchange/claim-files/release-file.js';
import { createClaimFileJob } from '../../../src/exchange/claim-files/send-job.js';
import { redeliverJob } from '../../../src/exchange/outbound/redeliver-job.js';
import { requestRedelivery } from '../../../src/exchange/outbound/request-redelivery.js';
import { RoutedPayers } from '../../../src/exchange/payer-routes/routed-payers.js';
import type { Services } from '../../../src/exchange/services.js';
import type { Job } from '../../../src/jobs/job.js';
import { removeArtifactsOf } from '../../../src/objects/artifact-rows.js';
import { Problem } from '../../../src/problems.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import type { ClaimFiles } from '../../../src/store/claim-tables.js';
import type { Connections, TransactionSettings } from '../../../src/store/tables.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { claimFile, claimFileText, PRACTICE, saveRoute, send } from '../../support/claim-sendings.js';
import { ACCOUNT, addConnection } from '../../support/deliveries.js';
import { connect, type Deliveries, openDeliveries } from '../../support/delivery-services.js';
import { insertPayers } from '../../support/eligibility.js';
import { plantClaims } from '../../support/planted-claims.js';
import { PASSWORD, sftpPartner, textOf } from '../../support/sftp-partner.js';
import type { TestApp } from '../../support/test-app.js';
import { until } from '../../support/test-jobs.js';

const PARTNERSHIP = 'clearing_upstream';
const CARRIED = {
  ...{ name: 'carried', kind: 'partnership' },
  connection: { accountId: ACCOUNT, partnershipId: PARTNERSHIP },
  catchAll: { transactions: ['professionalClaimSubmission'] },
} as const satisfies Parameters<typeof saveRoute>[1];

interface World extends Deliveries {
  readonly all: Services;
}

/** An account of the operator with a partnership of the ids of the route, and one of a practice. */
async function opened(): Promise<World> {
  const deliveries = await openDeliveries();
  const { store } = deliveries;
  await addAccount(store, PRACTICE);
  const stamp = { created_at: 1, updated_at: 1 };
  await writeAs(store, ACCOUNT, async (queries) => {
    const profile = (id: string, type: 'local' | 'partner') => ({
      ...{ profile_id: id.toLowerCase(), profile_type: type, interchange_qualifier: 'ZZ', interchange_id: id },
      ...{ application_identifiers: '[]', ...stamp },
    });
    await queries.insert('profiles', [profile('CLEARING', 'local'), profile('UPSTREAM', 'partner')]).execute();
    await queries
      .insert('partnerships', {
        ...{ partnership_id: PARTNERSHIP, local_profile_id: 'clearing', partner_profile_id: 'upstream' },
        ...{ usage_indicator: 'P', timezone: 'UTC', time_format: 'HHMM', ack_configuration: null },
        ...{ expected_acknowledgments: '{"functional":true,"claims":true}', processing_configuration: null, ...stamp },
      })
      .execute();
  });
  return { ...deliveries, all: { ...deliveries.services, jobs: deliveries.jobs } as unknown as Services };
}

async function addSetting(
  { store }: World,
  connection: Pick<Connections, 'id'> | undefined,
  more: Partial<TransactionSettings> = {},
): Promise<void> {
  await writeAs(store, ACCOUNT, (queries) =>
    queries
      .insert('transaction_settings', {
        ...{ partnership_id: PARTNERSHIP, id: 'claims', direction: 'outbound', release: '005010X222A1' },
        ...{ transaction_set: '837', guide_id: null, local_application_id: null, partner_application_id: null },
        ...{ connection_id: connection?.id ?? null, subdirectory: null, filename: null, fragments: null },
        ...{ created_at: 1, updated_at: 1, ...more },
      })
      .execute(),
  );
}

const rows = <Table extends 'executions' | 'transactions' | 'artifacts' | 'sent_groups' | 'business_identifiers'>(
  { store }: World,
  table: Table,
) => readAs(store, ACCOUNT, (queries) => queries.from(table).selectAll().execute());

/** Asks until the payer has it. */
async function sent(world: World, file: ClaimFiles): Promise<ClaimSending> {
  let last: ClaimSending = await send(world.all, file);
  await until(async () => {
    last = await send(world.all, file);
    return last.kind !== 'under-way';
  });
  return last;
}

describe('files of claims over a partnership', () => {
  it('go out once, as they are, and are sent when they are delivered', async () => {
    const world = await opened();
    await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'out' }), {
      filename: "'claims-' & $interchangeControlNumber & '.edi'",
    });
    const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
    const both = await Promise.all([send(world.all, file), send(world.all, file)]);
    expect(both.map(({ kind }) => kind)).toEqual(both.map(() => expect.stringMatching(/under-way|sent/)));
    const done = await sent(world, file);
    expect(done).toEqual({ kind: 'sent', at: world.services.clock.now() });
    // However often: the execution is the same.
    expect(await send(world.all, file)).toEqual(done);
    expect(await rows(world, 'executions')).toMatchObject([
      {
        id: file.id,
        status: 'COMPLETED',
        name: 'claims-1.edi',
        mode: 'production',
        key_mode: 'live',
        transaction_count: 1,
      },
    ]);
    const [object] = await readAs(world.store, ACCOUNT, (queries) =>
      queries.from('bucket_objects').selectAll().execute(),
    );
    expect(object).toMatchObject({ key: 'claims-1.edi', size: claimFileText().length });
    const carried = await readAs(world.store, PRACTICE, (queries) => queries.from('claim_files').selectAll().execute());
    expect(carried).toMatchObject([
      { carrier_account_id: ACCOUNT, partnership_id: PARTNERSHIP, execution_id: file.id },
    ]);
    const carriers = await readAs(world.store, ACCOUNT, (queries) =>
      queries.from('claim_carriers').selectAll().execute(),
    );
    expect(carriers).toEqual([
      { account_id: ACCOUNT, partnership_id: PARTNERSHIP, route_id: file.route_id, last_at: file.created_at },
    ]);
  });

  it('leave nothing about patients beside the file, which is sealed, and are waited for as others are', async () => {
    const world = await opened();
    await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'out' }));
    const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
    await sent(world, file);
    expect(await rows(world, 'business_identifiers')).toEqual([]);
    const transactions = await rows(world, 'transactions');
    expect(transactions).toMatchObject([
      { execution_id: file.id, transaction_set: '837', business_identifiers: '[]', acknowledgment: 'awaited' },
    ]);
    const artifacts = await rows(world, 'artifacts');
    expect(artifacts.map(({ usage, owner_id }) => [usage, owner_id]).sort()).toEqual([
      ['metadata', file.id],
      ['output', file.id],
    ]);
    const output = artifacts.find(({ usage }) => usage === 'output');
    expect(output?.master_key_id ?? output?.object_name).toBeTruthy();
    expect(Buffer.from(output?.bytes ?? []).toString('latin1')).not.toContain('ISA*');
    const described = JSON.stringify([transactions, await rows(world, 'executions'), await rows(world, 'sent_groups')]);
    expect(described).not.toMatch(/BLUEWATER|MB1001|Maple/i);
    expect(await rows(world, 'sent_groups')).toMatchObject([
      {
        execution_id: file.id,
        interchange_number: 1,
        functional_id: 'HC',
        expects: 'functional claims',
        state: 'awaited',
      },
    ]);
  });

  it('of the account that has the partnership are delivered, and keep a document of their own', async () => {
    const world = await opened();
    await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'out' }));
    const file = await claimFile(world.all, await saveRoute(world.all, CARRIED), { account_id: ACCOUNT });
    const { artifacts } = world.services;
    const [own] = await artifacts.prepare(ACCOUNT, [
      {
        ...{ model: 'claim', ownerId: file.id, usage: 'output', name: 'claims.edi', sealed: true },
        ...{ type: 'application/edi-x12', bytes: Buffer.from(claimFileText()) },
      },
    ]);
    if (own === undefined) throw new Error('It was not prepared.');
    await writeAs(world.store, ACCOUNT, (queries) => artifacts.insert(queries, [own]));
    expect(await sent(world, file)).toMatchObject({ kind: 'sent' });
    const events = await readAs(world.store, ACCOUNT, (queries) => queries.from('events').select('type').execute());
    expect(events.map(({ type }) => type)).toContain('file.delivered.v2');
    // The execution goes by its own time.
    await writeAs(world.store, ACCOUNT, (queries) => removeArtifactsOf(queries, [file.id]));
    expect(await rows(world, 'artifacts')).toMatchObject([{ id: own.id, model: 'claim' }]);
  });

  it('go over SFTP', async () => {
    const world = await opened();
    const partner = await sftpPartner();
    const settings = {
      ...{ protocol: 'SFTP', host: '127.0.0.1', port: partner.port, username: 'shop' },
      ...{ hostKeys: [partner.hostKey], outboundSubdirectory: 'in' },
    };
    await addSetting(world, await connect(world, 'remote-ftp', settings, { password: PASSWORD }));
    const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
    expect(await sent(world, file)).toMatchObject({ kind: 'sent' });
    expect((await partner.files.list('/in')).map(({ name }) => name)).toEqual([`${file.id}.x12`]);
    expect(await textOf(partner.files, `/in/${file.id}.x12`)).toBe(claimFileText());
  });

  it('go into a folder of the machine', async () => {
    const world = await opened();
    await addSetting(world, await addConnection(world.services, 'folder', { root: world.folder }));
    const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
    expect(await sent(world, file)).toMatchObject({ kind: 'sent' });
    expect(await readdir(world.folder)).toEqual([`${file.id}.x12`]);
    expect(await readFile(join(world.folder, `${file.id}.x12`), 'latin1')).toBe(claimFileText());
  });

  it('that are not delivered stay under way, and are sent once an operator has them tried again', async () => {
    const world = await opened();
    await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'missing' }));
    const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
    const isFailed = async () => {
      world.services.clock.jump(world.services.config.delivery.intervalMs);
      world.jobs.wake();
      const last = await send(world.all, file);
      return last.kind === 'under-way' && last.failure === 'not-delivered';
    };
    await until(isFailed);
    expect(await send(world.all, file)).toMatchObject({ lookAgainAt: world.services.clock.now() + 60_000 });
    await writeAs(world.store, ACCOUNT, async (queries) => {
      await createBucket(queries, world.services.clock, { name: 'missing' });
      expect(await requestRedelivery(world.all, queries, [file.id])).toEqual([file.id]);
    });
    const outcome = await redeliverJob(world.all)(
      { accountId: ACCOUNT, payload: { executionId: file.id } } as Job,
      new AbortController().signal,
    );
    if (!('commit' in outcome) || outcome.commit === undefined) throw new Error('Nothing is delivered again.');
    await writeAs(world.store, ACCOUNT, outcome.commit);
    world.jobs.wake();
    expect(await sent(world, file)).toMatchObject({ kind: 'sent' });
    const objects = await readAs(world.store, ACCOUNT, (queries) =>
      queries.from('bucket_objects').selectAll().execute(),
    );
    expect(objects).toHaveLength(1);
    expect((await rows(world, 'executions')).map(({ status }) => status).sort()).toEqual(['COMPLETED', 'RETRIED']);
  });

  it('that are answered have arrived, though their delivery has failed', async () => {
    const world = await opened();
    await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'missing' }));
    const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
    const { clock, config } = world.services;
    let last: ClaimSending | undefined;
    await until(async () => {
      clock.jump(config.delivery.intervalMs);
      world.jobs.wake();
      last = await send(world.all, file);
      return last.kind === 'under-way' && last.failure === 'not-delivered';
    });
    const queries: TestApp['queries'] = (work) => writeAs(world.store, PRACTICE, work);
    const [claimId = ''] = await plantClaims({ clock, queries }, 1, {
      ...{ state: 'QUEUED', file_id: file.id, route_id: file.route_id },
    });
    await queries((own) =>
      own
        .insert('claim_file_items', {
          ...{ file_id: file.id, place: 1, claim_id: claimId, sending: 1, set_number: '0001', transaction_id: claimId },
        })
        .execute(),
    );
    expect(await send(world.all, file)).toMatchObject({ kind: 'under-way' });
    await queries((own) => own.update('claims').set({ state: 'RECEIVED' }).where('id', '=', claimId).execute());
    expect(await send(world.all, file)).toMatchObject({ kind: 'sent' });
  });

  describe('whose route is not as it was', () => {
    const runs = async (world: World, file: ClaimFiles) => {
      const job = { accountId: PRACTICE, payload: { fileId: file.id } } as Job;
      const send = createClaimFileJob(world.all, { senders: CLAIM_SENDERS, takeAnswer: async () => undefined });
      const outcome = await send(job, new AbortController().signal);
      await writeAs(world.store, PRACTICE, async (queries) => outcome.commit?.(queries));
      const [after] = await readAs(world.store, PRACTICE, (queries) =>
        queries.from('claim_files').selectAll().execute(),
      );
      return after;
    };
    const changes = {
      gone: (world: World) => world.store.write((tx) => tx.deleteFrom('payer_routes').execute()),
      disabled: (world: World) =>
        world.store.write((tx) => tx.updateTable('payer_routes').set({ enabled: 0 }).execute()),
      'of another kind': (world: World) =>
        world.store.write((tx) => tx.updateTable('payer_routes').set({ kind: 'x12-post' }).execute()),
      'of a kind that takes none': (world: World) =>
        world.store.write((tx) => tx.updateTable('payer_routes').set({ kind: 'mock' }).execute()),
    } as const;

    it.each(Object.entries(changes))('are followed to their end where it is %s', async (_, change) => {
      const world = await opened();
      await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'out' }));
      const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
      expect(await send(world.all, file)).toMatchObject({ kind: expect.stringMatching(/under-way|sent/) });
      await change(world);
      await until(async () => (await runs(world, file))?.state !== 'WRITTEN');
      const objects = await readAs(world.store, ACCOUNT, (queries) =>
        queries.from('bucket_objects').selectAll().execute(),
      );
      expect([(await runs(world, file))?.state, objects.length]).toEqual(['SENT', 1]);
    });

    it('are held where it is gone once they could not be delivered, and are sent where that is mended', async () => {
      const world = await opened();
      await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'missing' }));
      const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
      await send(world.all, file);
      await changes.gone(world);
      const { clock, config } = world.services;
      let after = await runs(world, file);
      expect(after).toMatchObject({ state: 'WRITTEN' });
      await until(async () => {
        clock.jump(config.delivery.intervalMs);
        world.jobs.wake();
        after = await runs(world, file);
        return after?.state !== 'WRITTEN';
      });
      expect(after).toMatchObject({ state: 'HELD', failure: 'route-gone', execution_id: file.id });
      await writeAs(world.store, ACCOUNT, (queries) =>
        queries.update('executions').set({ status: 'COMPLETED' }).where('id', '=', file.id).execute(),
      );
      await releaseClaimFile(world.all, PRACTICE, { fileId: file.id, as: 'send' });
      expect(await runs(world, file)).toMatchObject({ state: 'SENT' });
    });
  });

  it.each([
    ['have no transaction setting', undefined],
    ['have a setting of another type', { release: '005010X224A2' }],
    ['have a setting of other application ids', { local_application_id: 'OTHERAPP' }],
    ['have no connection', { connection_id: null }],
    ['have a connection that is gone', { connection_id: '01JZ00000000000000000000ZZ' }],
  ])('are not handed over where they %s, and the check of the route says so', async (_, setting) => {
    const world = await opened();
    const connection = await addConnection(world.services, 'bucket', { bucketName: 'out' });
    if (setting !== undefined) await addSetting(world, connection, setting);
    const routeId = await saveRoute(world.all, CARRIED);
    const file = await claimFile(world.all, routeId);
    expect(await send(world.all, file)).toEqual({ kind: 'failed', failure: 'refused', mayHaveArrived: false });
    expect(await rows(world, 'executions')).toEqual([]);
    const payers = new RoutedPayers({ ...world.all });
    expect(await payers.check(routeId)).toMatchObject({
      ok: false,
      text: expect.stringMatching(/transaction setting/i),
    });
    await payers.close();
  });

  it('are checked with their connection', async () => {
    const world = await opened();
    await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'out' }));
    const payers = new RoutedPayers({ ...world.all });
    const routeId = await saveRoute(world.all, CARRIED);
    expect(await payers.check(routeId)).toEqual({ ok: true, text: expect.stringMatching(/is reached\.$/) });
    // Who has set a partnership to T is told that claims go as production over it, and that is all that is wrong.
    await writeAs(world.store, ACCOUNT, (queries) =>
      queries.update('partnerships').set({ usage_indicator: 'T' }).where('partnership_id', '=', PARTNERSHIP).execute(),
    );
    expect(await payers.check(routeId)).toEqual({ ok: true, text: expect.stringContaining('claims go as P') });
    await writeAs(world.store, ACCOUNT, (queries) =>
      queries.update('connections').set({ settings: '{"bucketName":"missing"}' }).execute(),
    );
    expect(await payers.check(routeId)).toMatchObject({ ok: false, text: expect.stringContaining('Connection') });
    await payers.close();
  });
});

describe('a route over a partnership', () => {
  const refused = async (work: Promise<unknown>) => {
    const problem = await work.catch((error: unknown) => error);
    if (!(problem instanceof Problem)) throw new Error('It was not refused.');
    return problem.errors.map(({ path }) => path);
  };

  it('needs an account, a partnership, and its ids', async () => {
    const { all } = await opened();
    const over = (connection: object) => refused(saveRoute(all, { ...CARRIED, connection: { ...connection } }));
    expect(await over({ accountId: 'nobody', partnershipId: PARTNERSHIP })).toEqual(['/connection/accountId']);
    expect(await over({ accountId: ACCOUNT, partnershipId: 'none' })).toEqual(['/connection/partnershipId']);
    expect(await over({ accountId: PRACTICE, partnershipId: PARTNERSHIP })).toEqual(['/connection/partnershipId']);
    expect(await refused(saveRoute(all, { ...CARRIED, sender: { qualifier: 'ZZ', id: 'OTHER' } }))).toEqual([
      '/sender',
    ]);
    expect(await refused(saveRoute(all, { ...CARRIED, receiver: { qualifier: '30', id: 'UPSTREAM' } }))).toEqual([
      '/receiver',
    ]);
  });

  it('hands nothing over once the partnership has other ids', async () => {
    const world = await opened();
    await addSetting(world, await addConnection(world.services, 'bucket', { bucketName: 'out' }));
    const file = await claimFile(world.all, await saveRoute(world.all, CARRIED));
    await writeAs(world.store, ACCOUNT, (queries) =>
      queries.update('profiles').set({ interchange_id: 'MOVED' }).where('profile_id', '=', 'upstream').execute(),
    );
    expect(await send(world.all, file)).toEqual({ kind: 'failed', failure: 'refused', mayHaveArrived: false });
  });

  it('takes claims alone: who asks about a patient is not served by it', async () => {
    const { all } = await opened();
    expect(await refused(saveRoute(all, { ...CARRIED, catchAll: {} }))).toEqual(['/catchAll/transactions']);
    const payers = [{ payer: '00042' }, { payer: '77', transactions: ['dentalClaimSubmission' as const] }];
    expect(await refused(saveRoute(all, { ...CARRIED, payers }))).toEqual(['/payers/0/transactions']);
    await insertPayers(all.store, [{ id: 'LAKES', primary: '00042' }]);
    await saveRoute(all, CARRIED);
    const exchange = new RoutedPayers({ ...all });
    expect(await exchange.serving('LAKES', 'professionalClaimSubmission')).toMatchObject([{ kind: 'partnership' }]);
    // Whatever its row says.
    await all.store.write((tx) =>
      tx
        .updateTable('payer_routes')
        .set({ settings: JSON.stringify({ ...CARRIED, catchAll: {} }) })
        .execute(),
    );
    expect(await exchange.serving('LAKES', 'eligibility')).toEqual([]);
    await exchange.close();
  });
});
