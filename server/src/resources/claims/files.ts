import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { ClaimFileItems, ClaimFileState, ClaimFiles } from '../../store/claim-tables.js';
import type { PayerRoutes } from '../../store/clearinghouse-tables.js';
import { insertRows } from '../../store/insert-rows.js';
import { LOCK } from '../../store/lock-row.js';
import { BY_ITSELF } from './speaker.js';
import { hasCalledBack, isUnbegun } from './unbegun-files.js';

/** Why files are held that no sender has failed with: shown, counted and stored by these words. */
export type HeldFor =
  /** The 837 of its claims, or its own bytes, are not there any more. */
  | 'document-gone'
  /** The 837 of its claims cannot be read. */
  | 'unreadable'
  /** The route is not there any more, or is of a kind that takes no claims. */
  | ('route-gone' | 'route-takes-no-claims')
  /** It may have arrived by the kind that the route was of; by the one that it is of now it would go twice. */
  | 'route-changed'
  /** Processes have died of it, or it has failed in ways that nobody foresaw. */
  | 'given-up'
  /** The store was restored, and it may have been sent after the backup. */
  | 'restored';

/** A route that is disabled for now: its files wait, which is shown by this word. */
export const ROUTE_DISABLED = 'route-disabled';

export function findClaimFile(queries: AccountQueries, id: string): Promise<ClaimFiles | undefined> {
  return queries.from('claim_files').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    ClaimFiles | undefined
  >;
}

/** Writes a file down with what is in it. */
export async function insertClaimFile(
  queries: AccountQueries,
  file: OwnRow<'claim_files'>,
  items: readonly OwnRow<'claim_file_items'>[],
): Promise<void> {
  await insertRows(queries, 'claim_files', [file]);
  await insertRows(queries, 'claim_file_items', items);
}

/** What may change of a file once it is written. */
export type ClaimFileChange = Partial<
  Pick<
    ClaimFiles,
    ('state' | 'attempts' | 'failure' | 'handing_since' | 'handed_by' | 'sent_at') | ('execution_id' | 'updated_at')
  >
>;

interface FileIn {
  readonly id: string;
  readonly from: ClaimFileState;
  /** And of which nobody has noted that the payer has it. */
  readonly isUnsent?: true;
}

/** Changes a file that is in a state. @returns whether it was. */
export async function changeClaimFile(
  queries: AccountQueries,
  { id, from, isUnsent }: FileIn,
  changed: ClaimFileChange & Pick<ClaimFiles, 'updated_at'>,
): Promise<boolean> {
  const file = queries.update('claim_files').set(changed).where('id', '=', id).where('state', '=', from);
  const { numUpdatedRows } = await (isUnsent ? file.where('sent_at', 'is', null) : file).executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** `called-back`: one of its claims is not to be sent any more, and no byte of the file has left: it is to be given up as a whole. */
export type Begun = 'begun' | 'called-back' | 'changed';

/**
 * Writes down that a file is handed over from now on by a kind of route, unless something has become of it since it was read (`changed`): it was sent, it is held, or another
 * hands it over at this moment. By which partnership it goes is noted where its execution is. The file is locked before its claims are looked at: who calls one back has locked it, too, so that one of both sees the other.
 */
export async function beginHandingOver(
  queries: AccountQueries,
  { id, handing_since: before }: Pick<ClaimFiles, 'id' | 'handing_since'>,
  { kind, now }: { readonly kind: PayerRoutes['kind']; readonly now: number },
): Promise<Begun> {
  const file = await queries
    .update('claim_files')
    .set(LOCK)
    .where('id', '=', id)
    .where('state', '=', 'WRITTEN')
    .where('sent_at', 'is', null)
    .where((row) => (before === null ? row('handing_since', 'is', null) : row('handing_since', '=', before)))
    .returningAll()
    .executeTakeFirst();
  if (file === undefined) return 'changed';
  if (isUnbegun(file as ClaimFiles) && (await hasCalledBack(queries, id))) return 'called-back';
  const begun = { handing_since: now, handed_by: kind, updated_at: now, ...(kind === 'partnership' ? {} : BY_ITSELF) };
  await queries.update('claim_files').set(begun).where('id', '=', id).execute();
  return 'begun';
}

/** Claims of a file in their order. @param after the place behind which they stand; 0: from the first. */
export function claimFileItems(
  queries: AccountQueries,
  fileId: string,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<readonly ClaimFileItems[]> {
  return queries
    .from('claim_file_items')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('place', '>', after)
    .orderBy('place')
    .limit(most)
    .execute();
}
