import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { ReceivedInterchanges } from '../../store/tables.js';

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
  /** ISA13. */
  readonly controlNumber: number;
}

/**
 * The newest interchange of the same number that was processed since an instant: those that were rejected, or that wait for somebody, do not
 * count.
 */
export function processedBefore(
  queries: AccountQueries,
  { pair, controlNumber }: InterchangeNumber,
  since: number,
): Promise<Pick<ReceivedInterchanges, 'id' | 'execution_id' | 'sha256'> | undefined> {
  return queries
    .from('received_interchanges')
    .select(['id', 'execution_id', 'sha256'])
    .where('pair', '=', pair)
    .where('control_number', '=', controlNumber)
    .where('created_at', '>=', since)
    .where('state', '=', 'processed')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
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
