import { writeAudit } from '../audit/write-audit.js';
import type { Clock } from '../clock.js';
import { ulid } from '../ids.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Transaction } from '../store/store.js';
import type { AccountLimits } from './limits.js';

/** Makes an account; its keys come apart. @returns its id. */
export async function createAccount(
  tx: Transaction,
  clock: Clock,
  name: string,
  limits: AccountLimits = {},
): Promise<string> {
  const id = ulid(clock);
  // The account itself is not a row of an account.
  await tx
    .insertInto('accounts')
    .values({ id, name, limits: JSON.stringify(limits), created_at: clock.now() })
    .execute();
  const queries = new AccountQueries(tx, id);
  await writeAudit(queries, clock, { action: 'create', objectKind: 'account', objectId: id });
  return id;
}
