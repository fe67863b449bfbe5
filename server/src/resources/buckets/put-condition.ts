import { conflict, type Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import { isDuplicate } from '../../store/store.js';
import { etagOf } from './described.js';
import { noSuchKey, type ObjectPlace } from './find-object.js';

/** What must hold of the object under a key when another is put there. The commit judges it, so that of two puts with the same condition one is refused. */
export interface PutCondition {
  /** There must be none. Else Problem `conflict` with the code `PRECONDITION_FAILED`. */
  readonly ifNoneMatch?: '*' | undefined;
  /** It must have this ETag, without quotation marks; `*`: any. Else the same Problem, and `not-found` where there is no object. */
  readonly ifMatch?: string | undefined;
}

/** Judges `ifMatch`, and locks the object that it is judged by. Call it inside the transaction that puts the new one. */
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

/** Judges `ifNoneMatch`, around the transaction: where none may be replaced, the store refuses a key that is taken as a duplicate. */
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
