import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../clock.js';
import { notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { DAY_MS, type Purge } from '../../store/purge.js';
import type { FunctionOutput, OperationOutput } from './schemas.js';

const KEPT_DAYS = 7;

/** What was asked for with `respond-async` and is done with this commit. @returns its token. */
export async function recordOperation(
  queries: AccountQueries,
  clock: Clock,
  {
    functionName,
    mode,
    result,
  }: Pick<Caller, 'mode'> & { readonly functionName: string; readonly result?: FunctionOutput | undefined },
): Promise<string> {
  const token = randomUUID();
  const columns = { function_name: functionName, mode, result: result === undefined ? null : JSON.stringify(result) };
  await queries.insert('function_operations', { token, ...columns, created_at: clock.now() }).execute();
  return token;
}

/** @throws Problem `not-found`, also for one of a key of the other mode. */
export async function readOperation(
  queries: AccountQueries,
  { mode }: Pick<Caller, 'mode'>,
  token: string,
): Promise<OperationOutput> {
  const rows = queries.from('function_operations').selectAll().where('token', '=', token).where('mode', '=', mode);
  const row = await rows.executeTakeFirst();
  if (row === undefined) throw notFound('operation');
  return {
    status: 'success',
    operationToken: row.token,
    ...(row.result === null ? {} : { result: JSON.parse(row.result) as FunctionOutput }),
  };
}

export const purgeOperations: Purge = async (tx, now, most) => {
  const { numAffectedRows } = await sql`delete from function_operations where token in (
    select token from function_operations where created_at < ${now - KEPT_DAYS * DAY_MS} limit ${most})`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};
