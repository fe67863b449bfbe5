import { sql } from 'kysely';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import type { ReceivedInterchanges } from '../../store/exchange-tables.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Transaction } from '../../store/store.js';

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

/** Numbers of one pair, and the instant from which on they count. */
export interface AskedNumbers {
  readonly pair: string;
  /** ISA13. */
  readonly numbers: readonly number[];
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** An interchange that was processed. */
export interface ProcessedInterchange {
  readonly pair: string;
  readonly controlNumber: number;
  readonly sha256: string;
}

/**
 * Interchanges that were processed under these numbers: those that were rejected, or that wait for somebody, do not count. One number may have
 * several, where somebody has released one. One statement, however many numbers and pairs: whoever shows a file asks while others wait.
 */
export async function processedBefore(
  { tx, accountId }: AccountQueries,
  asked: readonly AskedNumbers[],
): Promise<readonly ProcessedInterchange[]> {
  const wanted = asked.flatMap(({ pair, numbers, since }) => numbers.map((number) => ({ pair, number, since })));
  if (wanted.length === 0) return [];
  const { list, pair, number, since } = listOfNumbers(tx, JSON.stringify(wanted));
  // The list leads: each of it is looked up by the index of numbers.
  const { rows } = await sql<Pick<ReceivedInterchanges, 'pair' | 'control_number' | 'sha256'>>`
    select r.pair, r.control_number, r.sha256 from ${list} cross join received_interchanges as r
    where r.account_id = ${accountId} and r.control_number = ${number} and r.pair = ${pair}
      and r.created_at >= ${since} and r.state = 'processed'`.execute(tx);
  return rows.map((row) => ({ pair: row.pair ?? '', controlNumber: Number(row.control_number), sha256: row.sha256 }));
}

function listOfNumbers(tx: Transaction, json: string) {
  if (dialectOf(tx) === 'postgres') {
    const list = sql`jsonb_to_recordset(${json}::jsonb) as asked(pair text, number bigint, since bigint)`;
    return { list, pair: sql`asked.pair`, number: sql`asked.number`, since: sql`asked.since` };
  }
  const member = (name: string) => sql`json_extract(asked.value, ${sql.lit(`$.${name}`)})`;
  const list = sql`json_each(${json}) as asked`;
  return { list, pair: member('pair'), number: member('number'), since: member('since') };
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
