import { expect, it } from 'vitest';
import { uuid } from '../../../src/ids.js';
import { deleteConnection } from '../../../src/resources/connections/delete-connection.js';
import { applyOperatorConnections } from '../../../src/resources/connections/operator-connections.js';
import { recordArrivals } from '../../../src/resources/inbound/arrivals.js';
import type { Connections } from '../../../src/store/tables.js';
import { writeAs } from '../../support/accounts.js';
import { ACCOUNT, type Inbound, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { lockWaits } from '../../support/lock-waits.js';
import { CONNECTION } from '../../support/partner-rows.js';
import { ON_POSTGRES, until } from '../../support/test-jobs.js';

const OWN = '01JZ0000000000000000000009';

function addOwn({ services }: Inbound, kind?: Connections['kind']): Promise<Connections> {
  return writeAs(services.store, ACCOUNT, async (queries) => {
    const connections = queries.from('connections').selectAll().where('id', '=', CONNECTION);
    const like = await connections.executeTakeFirstOrThrow();
    const own = { ...like, id: OWN, name: 'own', kind: kind ?? like.kind };
    await queries.insert('connections', own).execute();
    return own;
  });
}

it('a connection stays until the files that came in over it are through: none is left that cannot be processed', async () => {
  let open = (): void => {};
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  const inbound = await openInbound({
    around: ({ receive, ...others }) => ({
      ...others,
      receive: async (job, signal) => {
        await isOpen;
        if (receive === undefined) throw new Error('There is no handler.');
        return receive(job, signal);
      },
    }),
  });
  const row = await addOwn(inbound);
  const remove = () => inbound.write((queries) => deleteConnection(inbound.services, queries, row));
  const id = await inbound.arrive(ordersFile(), { connectionId: OWN });
  await expect(remove()).rejects.toMatchObject({ message: expect.stringContaining('being processed') });
  open();
  expect(await inbound.ended(id)).toMatchObject({ status: 'COMPLETED' });
  await remove();
  expect(await receivedSets(inbound)).toHaveLength(1);
});

it("stays where it is the operator's and has left the file, until the files that came in over it are through", async () => {
  const inbound = await openInbound({ isIdle: true });
  await addOwn(inbound, 'folder');
  const id = await inbound.arrive(ordersFile(), { connectionId: OWN });
  const apply = () => inbound.services.store.write((tx) => applyOperatorConnections(inbound.services, tx, []));
  expect(await apply()).toMatchObject({ disabled: 1, removed: 0 });
  await inbound.write((queries) =>
    queries.update('executions').set({ status: 'COMPLETED' }).where('id', '=', id).execute(),
  );
  expect(await apply()).toMatchObject({ disabled: 0, removed: 1 });
});

it('waits for a file that is written down at this moment, and no file is written down for one that has gone', async () => {
  const inbound = await openInbound({ isIdle: true });
  const { services } = inbound;
  const connection = await addOwn(inbound);
  const arrive = async (before: () => Promise<void> = async () => {}) => {
    const executionId = uuid();
    const own = { model: 'execution', ownerId: executionId, usage: 'input', type: 'application/edi-x12' } as const;
    const [input] = await services.artifacts.prepare(ACCOUNT, [{ ...own, name: 'a', bytes: Buffer.from('ISA') }]);
    if (input === undefined) throw new Error('Nothing was prepared.');
    const arrival = { connection, payloadId: executionId, executionId, directory: '', name: 'a', input };
    await writeAs(services.store, ACCOUNT, async (queries) => {
      await recordArrivals(services, queries, [arrival]);
      await before();
    });
    return executionId;
  };
  const remove = () => inbound.write((queries) => deleteConnection(services, queries, connection));
  let removing: Promise<unknown> = Promise.resolve();
  const id = await arrive(async () => {
    let hasEnded = false;
    removing = remove()
      .catch((error: unknown) => error)
      .finally(() => {
        hasEnded = true;
      });
    // On SQLite it stands in line behind this transaction.
    if (ON_POSTGRES) await until(async () => hasEnded || (await lockWaits(services.store)) > 0);
  });
  expect(await removing).toMatchObject({ message: expect.stringContaining('being processed') });
  await inbound.write((queries) =>
    queries.update('executions').set({ status: 'COMPLETED' }).where('id', '=', id).execute(),
  );
  await remove();
  await expect(arrive()).rejects.toMatchObject({ message: expect.stringContaining('deleted meanwhile') });
  expect(await inbound.rows('executions')).toHaveLength(1);
});
