import { expect, it } from 'vitest';
import { deleteConnection } from '../../../src/resources/connections/delete-connection.js';
import { writeAs } from '../../support/accounts.js';
import { ACCOUNT, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';
import { CONNECTION } from '../../support/partner-rows.js';

const OWN = '01JZ0000000000000000000009';

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
  const row = await writeAs(inbound.services.store, ACCOUNT, async (queries) => {
    const connections = queries.from('connections').selectAll().where('id', '=', CONNECTION);
    const own = { ...(await connections.executeTakeFirstOrThrow()), id: OWN, name: 'own' };
    await queries.insert('connections', own).execute();
    return own;
  });
  const remove = () => inbound.write((queries) => deleteConnection(inbound.services, queries, row));
  const id = await inbound.arrive(ordersFile(), { connectionId: OWN });
  await expect(remove()).rejects.toMatchObject({ message: expect.stringContaining('being processed') });
  open();
  expect(await inbound.ended(id)).toMatchObject({ status: 'COMPLETED' });
  await remove();
  expect(await receivedSets(inbound)).toHaveLength(1);
});
