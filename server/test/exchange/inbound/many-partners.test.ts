import { expect, it } from 'vitest';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Transaction } from '../../../src/store/store.js';
import { type Inbound, openInbound, ordersFile } from '../../support/inbound.js';
import { CONNECTION, PARTNERSHIP } from '../../support/partner-rows.js';

const ALL = '01JZ0000000000000000000009';

/** Counts the statements of commits that show files, and notes whether they may be made together with others. */
async function counting(): Promise<
  Inbound & { readonly counts: readonly number[]; readonly together: readonly boolean[] }
> {
  const counts: number[] = [];
  const together: boolean[] = [];
  const counted = (tx: Transaction): Transaction =>
    tx.withPlugin({
      transformQuery: ({ node }) => {
        counts.push((counts.pop() ?? 0) + 1);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
  const inbound = await openInbound({
    around: ({ receive, ...others }) => ({
      ...others,
      receive: async (job, signal) => {
        if (receive === undefined) throw new Error('There is no handler.');
        const outcome = await receive(job, signal);
        const { commit, rows = 1 } = outcome;
        together.push(Number.isFinite(rows));
        return {
          ...outcome,
          commit: async ({ tx, accountId }) => {
            counts.push(0);
            await commit?.(new AccountQueries(counted(tx), accountId));
          },
        };
      },
    }),
  });
  return { ...inbound, counts, together };
}

/** Partners like the buyer, and a connection that all of them send over. */
async function addPartners({ write }: Inbound, names: readonly string[]): Promise<void> {
  await write(async (queries) => {
    const first = async (table: 'profiles' | 'partnerships' | 'transaction_settings' | 'connections', id: string) => {
      const rows = (await queries.from(table).selectAll().execute()) as readonly object[];
      return rows.find((row) => Object.values(row).includes(id)) as never;
    };
    const [buyer, partnership, setting, connection] = [
      await first('profiles', 'buyer'),
      await first('partnerships', PARTNERSHIP),
      await first('transaction_settings', 'in-po'),
      await first('connections', CONNECTION),
    ] as readonly object[];
    const own = { ...connection, id: ALL, name: 'all', partnership_id: null };
    await queries.insert('connections', own as never).execute();
    for (const name of names) {
      const [profile, id] = [`p-${name}`, `with-${name}`];
      await queries.insert('profiles', { ...buyer, profile_id: profile, interchange_id: name } as never).execute();
      const row = { ...partnership, partnership_id: id, partner_profile_id: profile };
      await queries.insert('partnerships', row as never).execute();
      await queries.insert('transaction_settings', { ...setting, partnership_id: id } as never).execute();
    }
  });
}

it('a file of many partners is shown by fewer statements than it has partners, and each interchange once', async () => {
  const inbound = await counting();
  const names = Array.from({ length: 22 }, (_, index) => `PARTNER${index}`);
  await addPartners(inbound, names);
  const fileOf = (senders: readonly string[]) => senders.map((sender) => ordersFile({ sender })).join('');
  const receive = (senders: readonly string[]) => inbound.receive(fileOf(senders), { connectionId: ALL });
  expect(await receive(names.slice(0, 2))).toMatchObject({ status: 'COMPLETED', transaction_count: 2 });
  expect(await receive(names.slice(2))).toMatchObject({ status: 'COMPLETED', transaction_count: 20 });
  // Some are prepared, and met once.
  expect(Math.max(...inbound.counts)).toBeLessThan(20);
  expect(await receive(names.slice(1, 3))).toMatchObject({ status: 'FAILED', transaction_count: 0 });
  const states = (await inbound.rows('received_interchanges')).map(({ state }) => state);
  expect(states.filter((state) => state === 'processed')).toHaveLength(22);
  expect(states.filter((state) => state === 'duplicate')).toHaveLength(2);
  // In one transaction two of them would lock their partners in no order: two processes could wait for each other.
  expect(await receive(['PARTNER1'])).toMatchObject({ status: 'FAILED' });
  expect(inbound.together).toEqual([false, false, false, true]);
});
