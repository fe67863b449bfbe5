import type { Transaction } from '../../store/store.js';
import type { Connections } from '../../store/tables.js';

/*
 * What comes in over a listener that all accounts share: whose it is follows from the identity, which one connection of the server has. So
 * these queries reach over all accounts.
 */

/** Identities read at once. */
const PAGE = 200;

/** The enabled connection of a kind that has an identity. */
export async function connectionOfIdentity(
  db: Transaction,
  kind: Connections['kind'],
  identity: string,
): Promise<Connections | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('kind', '=', kind)
    .where('identity', '=', identity)
    .where('enabled', '=', 1)
    .executeTakeFirst();
}

/** Whether there is an enabled connection of a kind, with an identity, by which something comes in. */
export async function isAnyReceiving(
  db: Transaction,
  kind: Connections['kind'],
  receives: (connection: Connections) => boolean,
): Promise<boolean> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('connections')
      .selectAll()
      .where('kind', '=', kind)
      .where('identity', '>', after)
      .orderBy('identity')
      .limit(PAGE)
      .execute();
    if (rows.some((row) => row.enabled === 1 && receives(row))) return true;
    after = rows.at(-1)?.identity ?? '';
    if (rows.length < PAGE) return false;
  }
}
