import type { SelectQueryBuilder } from 'kysely';
import type { Caller } from '../../caller.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Tables } from '../../store/tables.js';

type Moded = 'executions' | 'transactions';

/** Rows that a key may see: test keys see what test keys have made. */
export function visible<Table extends Moded>(
  queries: AccountQueries,
  { mode }: Pick<Caller, 'mode'>,
  table: Table,
): SelectQueryBuilder<Tables, Table, object> {
  // Kysely's types cannot follow a table name that is a parameter; both tables have the column.
  const query = queries.from(table) as unknown as SelectQueryBuilder<Tables, 'executions', object>;
  const seen = mode === 'test' ? query.where(`${table as 'executions'}.key_mode`, '=', 'test') : query;
  return seen as never;
}
