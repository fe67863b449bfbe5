import { isAccount, oldestAccounts } from '../accounts/accounts.js';
import type { Services } from '../exchange/services.js';
import { ownersOfClaims, ownersOfFile } from '../resources/claims/owners.js';
import { UsageError } from './command.js';

/** The option that {@link accountOf} reads. */
export const ACCOUNT = { account: { type: 'string', help: 'id of the account; default: the only one' } } as const;

/** The option that {@link accountOfClaims} reads. */
export const OWNER = {
  account: { type: 'string', help: 'id of the account; default: whose claims or file they are' },
} as const;

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

/**
 * The account whose claims or files of claims these are, or the one that is named. Where nobody has them it is the oldest: whoever looks there tells so.
 * @throws UsageError where they are of several accounts, or there is none such.
 */
export async function accountOfClaims(
  services: Services,
  named: string | undefined,
  asked: { readonly ids: readonly string[] } | { readonly fileId: string },
): Promise<string> {
  if (named !== undefined) return accountOf(services, named);
  const [owner, other] = await services.store.read((db) =>
    'fileId' in asked ? ownersOfFile(db, asked.fileId) : ownersOfClaims(db, asked.ids),
  );
  if (other !== undefined) throw new UsageError('They are of several accounts: name those of one at a time.');
  const [oldest] = owner === undefined ? await services.store.read((db) => oldestAccounts(db, 1)) : [owner];
  return oldest ?? accountOf(services, undefined);
}
