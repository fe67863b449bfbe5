import { expect, it } from 'vitest';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { addAccount } from '../../support/accounts.js';
import { acknowledgeFiles, addConnection } from '../../support/deliveries.js';
import { openDeliveries } from '../../support/delivery-services.js';
import { silentServers } from '../../support/silent-servers.js';
import { until } from '../../support/test-jobs.js';

/** `npm run storm:jobs` has 100,000 due deliveries to 50 partners. */
const DUE = Number(process.env.EDILOOM_DUE_JOBS ?? 1_000);
const PARTNERS = Number(process.env.EDILOOM_SILENT_PARTNERS ?? 10);
const OTHER = 'account-2';
/** Files that are written down by one commit. */
const TOGETHER = 1_000;

it('partners that accept connections and say nothing hold up no other account', { timeout: 0 }, async () => {
  const deliveries = await openDeliveries();
  const { services, jobs, store } = deliveries;
  const { ports, open } = await silentServers(PARTNERS);
  const hostKeys = ['SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'];
  const silent = (port: number) => ({ protocol: 'SFTP', host: '127.0.0.1', port, username: 'shop', hostKeys });
  // So long that none of them gives up meanwhile.
  const patience = { timeout: 600_000, readyTimeout: 600_000 };
  const connections = await Promise.all(
    ports.map((port) => addConnection(services, 'remote-ftp', { ...silent(port), ...patience })),
  );
  for (let done = 0; done < DUE; done += TOGETHER) {
    const files = Array.from({ length: Math.min(TOGETHER, DUE - done) }, (_, n) => {
      const connection = connections[n % connections.length];
      if (connection === undefined) throw new Error('There is one.');
      return { connection, name: `silent-${done + n}.edi` };
    });
    await acknowledgeFiles(services, jobs, files);
  }
  // As many as one account may have of 50 places, and one login at a time to each partner.
  const most = Math.min(PARTNERS, 12);
  await until(() => open() === most);

  await addAccount(store, OTHER);
  await store.write((tx) => createBucket(new AccountQueries(tx, OTHER), services.clock, { name: 'other' }));
  const bucket = await addConnection(services, 'bucket', { bucketName: 'other' }, { account_id: OTHER });
  // Nothing listens there, so that the first attempt is soon over.
  const closed = await addConnection(services, 'remote-ftp', silent(1), { account_id: OTHER });
  for (const connection of [bucket, closed]) {
    const begun = performance.now();
    const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }], OTHER);
    const reports = () =>
      store.read((db) => db.selectFrom('delivery_reports').select('status').where('execution_id', '=', id).execute());
    await until(async () => (await reports()).length === 1);
    const ms = Math.round(performance.now() - begun);
    console.log(`${DUE} due jobs and ${PARTNERS} silent partners; ${connection.kind} of another account: ${ms} ms`);
  }
  // Not one of those that are silent had to end for it, and none has more than its share.
  expect(open()).toBe(most);
  const rows = await store.read((db) =>
    db.selectFrom('jobs').select('id').where('state', '=', 'running').where('account_id', '<>', OTHER).execute(),
  );
  expect(rows.length).toBeLessThanOrEqual(36);
});
