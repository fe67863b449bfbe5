import { conflict, type Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import { isDuplicate } from '../../store/store.js';
import { etagOf } from './described.js';
import { noSuchKey, type ObjectPlace } from './find-object.js';

/** What has to be true of the object under a key when another is put there: judged by the commit, so that of two who ask it one is refused. */
export interface PutCondition {
  /** There is none. Else Problem `conflict` with the code `PRECONDITION_FAILED`. */
  readonly ifNoneMatch?: '*' | undefined;
  /** It has this ETag, without quotation marks, or `*`: any. Else the same; Problem `not-found` where there is none. */
  readonly ifMatch?: string | undefined;
}

/** Inside the transaction that puts the object. */
export async function demandMatch(
  queries: AccountQueries,
  { bucket, key }: ObjectPlace,
  { ifMatch }: PutCondition = {},
): Promise<void> {
  if (ifMatch === undefined) return;
  const there = await queries
    .update('bucket_objects')
    .set(LOCK)
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();
  if (there === undefined) throw noSuchKey();
  if (ifMatch !== '*' && ifMatch !== etagOf(there)) throw preconditionFailed();
}

/** Around the transaction: of a key that is taken, where none may be replaced, the store says that it is a duplicate. */
export async function orTaken<Result>(put: Promise<Result>, condition: PutCondition | undefined): Promise<Result> {
  try {
    return await put;
  } catch (error) {
    if (condition?.ifNoneMatch !== undefined && isDuplicate(error)) throw preconditionFailed();
    throw error;
  }
}

function preconditionFailed(): Problem {
  return conflict('The object under this key is not as the request demands. Read it, and ask again.', FAILED);
}

const FAILED = 'PRECONDITION_FAILED';
