import type { SelectQueryBuilder } from 'kysely';
import type { Caller } from '../../caller.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { PagePosition } from '../../store/page.js';
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

/** Newest first, behind the last of the page before: the sort key of `positionOf`. */
export function newestFirst<Query extends SelectQueryBuilder<Tables, Moded, object>>(
  query: Query,
  { size, after }: { readonly size: number; readonly after: PagePosition | undefined },
): Query {
  const ordered = query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size + 1);
  if (after === undefined) return ordered as Query;
  // Positions are written by `positionOf` and come back under a MAC.
  const [createdAt, id] = after as readonly [number, string];
  return ordered.where((at) =>
    at.or([at('created_at', '<', createdAt), at.and([at('created_at', '=', createdAt), at('id', '<', id)])]),
  ) as Query;
}

export function positionOf({ created_at, id }: { readonly created_at: number; readonly id: string }): PagePosition {
  return [created_at, id];
}
