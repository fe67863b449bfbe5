import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { instantOf } from '../../clock.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import { isDateTime } from '../../schemas/formats.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { columnFilter, type Filter, idFilter, readFilteredPage } from '../../store/filtered-page.js';
import type { AskedPage, Page } from '../../store/page.js';
import type { Events } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { eventRowId } from './event-id.js';
import { storedType } from './event-types.js';

export interface EventFilters {
  readonly eventId?: string | undefined;
  readonly status?: readonly Events['status'][] | undefined;
  /** By any of its names. */
  readonly eventType?: string | undefined;
  /** `gt:`, `gte:`, `lt:`, `lte:`, and behind it a time. */
  readonly created?: readonly string[] | undefined;
}

/** Newest first; a page may be short, and the list goes on as long as there is `next`. */
export async function listEvents(
  queries: AccountQueries,
  { mode }: Pick<Caller, 'mode'>,
  asked: EventFilters,
  page: AskedPage,
): Promise<Page<Events>> {
  const times = timesOf(asked.created ?? []);
  if (times === undefined) return { items: [] };
  const { eventId, eventType, status = [] } = asked;
  const filters: readonly Filter[] = [
    ...(eventId === undefined ? [] : [idFilter('events', sql`= ${eventRowId(eventId)}`)]),
    // Test keys see what is of a test.
    ...(mode === 'test' ? [columnFilter('events', 'mode', 'test', 'production')] : []),
    ...(eventType === undefined ? [] : [columnFilter('events', 'type', storedType(eventType) ?? eventType)]),
    ...statusFilters(queries, [...new Set(status)]),
  ];
  return readFilteredPage(queries, { table: 'events', filters, ...times }, page);
}

function statusFilters(queries: AccountQueries, status: readonly Events['status'][]): readonly Filter[] {
  const [one] = status;
  if (one === undefined || status.length === 3) return [];
  if (status.length === 1) return [columnFilter('events', 'status', one, 'DELIVERED')];
  return [{ trying: sql<SqlBool>`coalesce(status, '') in ${listOf(queries.tx, status)}` }];
}

interface Between {
  /** Both inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const BOUND = /^(gt|gte|lt|lte):(.*)$/;

/** @returns `undefined`: nothing can be between them. @throws Problem `invalid` for a bound that is none. */
function timesOf(bounds: readonly string[]): Between | undefined {
  let from: number | undefined;
  let to: number | undefined;
  for (const bound of bounds) {
    const [, which, text = ''] = BOUND.exec(bound) ?? [];
    if (which === undefined || !isDateTime(text)) throw wrongBound();
    const at = instantOf(text);
    if (which.startsWith('g')) from = Math.max(from ?? 0, which === 'gt' ? at + 1 : at);
    else to = Math.min(to ?? Number.MAX_SAFE_INTEGER - 1, which === 'lt' ? at - 1 : at);
  }
  return from !== undefined && to !== undefined && from > to ? undefined : { from, to };
}

function wrongBound() {
  const message =
    'The query parameter created must be gt:, gte:, lt: or lte:, and behind it a time: gte:2026-01-31T00:00:00Z. A + in it is sent as %2B.';
  return invalidRequest([{ message, path: '/created', code: 'INVALID_PARAMETER' }]);
}
