import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ProviderEnrollments } from '../../store/enrollment-tables.js';
import type { PagePosition } from '../../store/page.js';

/** What lists are ordered by, and the columns of that; all have an index, and none is ever NULL. */
export const SORTS = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  statusLastUpdatedAt: 'status_updated_at',
  requestedEffectiveDate: 'requested_date',
  lastEraReceivedAt: 'last_era_at',
  id: 'id',
} as const satisfies Readonly<Record<string, keyof ProviderEnrollments>>;

/** `updatedAt:desc` in its parts. */
export interface Sort {
  readonly by: keyof typeof SORTS;
  readonly direction: 'asc' | 'desc';
}

const NEWEST_FIRST: readonly Sort[] = [{ by: 'createdAt', direction: 'desc' }];

/** By id last, so that a page can begin behind any row; each column once. */
export function orderOf(given: readonly Sort[]): readonly Sort[] {
  const sorts = given.length === 0 ? NEWEST_FIRST : given;
  const named = sorts.filter(({ by }, place) => sorts.findIndex((one) => one.by === by) === place);
  const untilId = named.findIndex(({ by }) => by === 'id');
  if (untilId >= 0) return named.slice(0, untilId + 1);
  return [...named, { by: 'id', direction: named.at(-1)?.direction ?? 'asc' }];
}

/** The keys of a row. */
export function positionOf(order: readonly Sort[], row: ProviderEnrollments): PagePosition {
  return order.map(({ by }) => row[SORTS[by]]);
}

/**
 * Whether a row stands behind a position, each key in its own direction.
 * @param isBefore the other way: whether it stands before it, or is it.
 */
export function isBehind(order: readonly Sort[], position: PagePosition, isBefore = false): RawBuilder<SqlBool> {
  const steps = order.map(({ by, direction }, place) => ({
    column: sql.ref(SORTS[by]),
    than: sql.raw((direction === 'asc') === isBefore ? '<' : '>'),
    value: position[place],
  }));
  const [first] = steps;
  if (first === undefined) throw new Error('A list has an order.');
  if (order.every(({ direction }) => direction === order[0]?.direction)) {
    const keys = sql.join(steps.map(({ column }) => column));
    const values = sql.join(steps.map(({ value }) => value));
    return sql<SqlBool>`(${keys}) ${first.than}${sql.raw(isBefore ? '=' : '')} (${values})`;
  }
  const ways = steps.map(({ column, than, value }, place) =>
    sql.join(
      [
        ...steps.slice(0, place).map((step) => sql<SqlBool>`${step.column} = ${step.value}`),
        sql<SqlBool>`${column} ${than}${sql.raw(isBefore && place === steps.length - 1 ? '=' : '')} ${value}`,
      ],
      sql` and `,
    ),
  );
  // The first key by itself, too: so that an index is entered there.
  return sql<SqlBool>`${first.column} ${first.than}= ${first.value} and (${sql.join(ways, sql` or `)})`;
}
