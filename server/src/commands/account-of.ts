import { isAccount, oldestAccounts } from '../accounts/accounts.js';
import type { Services } from '../exchange/services.js';
import { UsageError } from './command.js';

/** The option that {@link accountOf} reads. */
export const ACCOUNT = { account: { type: 'string', help: 'id of the account; default: the only one' } } as const;

/**
 * The account a command is for: the one named, by its id, or the only one there is.
 * @throws UsageError where there is none such, or several and none is named.
 */
export async function accountOf({ store }: Services, named: string | undefined): Promise<string> {
  const [first, second] = await store.read(async (db) =>
    named === undefined ? oldestAccounts(db, 2) : (await isAccount(db, named)) ? [named] : [],
  );
  if (first === undefined) throw new UsageError('There is no such account; `ediloom-server accounts` lists them.');
  if (second !== undefined) throw new UsageError('There are several accounts: say which with --account ID.');
  return first;
}
