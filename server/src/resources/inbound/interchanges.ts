import { type SqlBool, sql } from 'kysely';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { ReceivedInterchanges } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';
import { insertRows } from '../../store/insert-rows.js';
import { valueList } from '../../store/value-list.js';

/** Writes down what a file's interchanges have become. */
export function insertInterchanges(
  queries: AccountQueries,
  rows: readonly OwnRow<'received_interchanges'>[],
): Promise<void> {
  return insertRows(queries, 'received_interchanges', rows);
}

/** By what an interchange is known again. */
export interface InterchangeNumber {
  /** As `pairOf` makes it. */
  readonly pair: string;
  /** ISA13; `undefined`: it is no number. */
  readonly controlNumber: number | undefined;
}

/**
 * SHA-256 of the interchanges of one pair that were processed since an instant, by their numbers (ISA13): those that were rejected, or that wait
 * for somebody, do not count. One number may have several, where somebody has released one. One statement, however many numbers.
 */
export async function processedBefore(
  queries: AccountQueries,
  { pair, numbers, since }: { readonly pair: string; readonly numbers: readonly number[]; readonly since: number },
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const texts = numbers.map(String);
  const rows = await queries
    .from('received_interchanges')
    .select(['control_number', 'sha256'])
    .where('pair', '=', pair)
    .where(sql<SqlBool>`control_number in (select cast(value as bigint) from ${valueList(queries.tx, texts)})`)
    .where('created_at', '>=', since)
    .where('state', '=', 'processed')
    .execute();
  const ofNumber = grouped(rows, ({ control_number }) => Number(control_number));
  return new Map([...ofNumber].map(([number, same]) => [number, new Set(same.map(({ sha256 }) => sha256))]));
}

/** Interchanges that were received under a number (ISA13), the newest first. */
export function receivedUnder(
  queries: AccountQueries,
  controlNumber: number,
  most: number,
): Promise<readonly ReceivedInterchanges[]> {
  return queries
    .from('received_interchanges')
    .selectAll()
    .where('control_number', '=', controlNumber)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** The interchanges of a file, in its order. */
export function interchangesOfFile(
  queries: AccountQueries,
  executionId: string,
  most: number,
): Promise<readonly ReceivedInterchanges[]> {
  return queries
    .from('received_interchanges')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('place')
    .limit(most)
    .execute();
}
