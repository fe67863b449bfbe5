import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { timesOf } from '../../schemas/times.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EligibilityChecks } from '../../store/clearinghouse-tables.js';
import { columnFilter, type Filter, type Range, readFilteredPage, within } from '../../store/filtered-page.js';
import type { AskedPage, Page } from '../../store/page.js';
import type { CheckFilters } from './schemas.js';

/** What a list is narrowed by, as the store has it. */
export interface StoredFilters extends Omit<CheckFilters, 'externalPatientId' | 'payer'> {
  /** As `PatientIndex` makes it. */
  readonly patientIndex?: string | undefined;
  /** Platform id. */
  readonly payerId?: string | undefined;
}

/** Newest first; a page may be short, and the list goes on as long as there is `next`. */
export function listChecks(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  asked: StoredFilters,
  page: AskedPage,
): Promise<Page<EligibilityChecks>> {
  const filters = filtersOf(queries, caller, asked);
  return readFilteredPage(queries, { table: 'eligibility_checks', filters, ...timesOf(asked) }, page);
}

function filtersOf(
  queries: AccountQueries,
  { mode: keyMode }: Pick<Caller, 'mode'>,
  asked: StoredFilters,
): readonly Filter[] {
  // Test keys see what test keys have made.
  const columns: readonly (readonly [column: string, value: string | undefined, usual?: string])[] = [
    ['mode', keyMode === 'test' ? keyMode : undefined, 'production'],
    ['mode', asked.mode, 'production'],
    ['patient_index', asked.patientIndex],
    ['payer_id', asked.payerId],
    ['status', asked.status, 'ANSWERED'],
    ['source', asked.source, 'json'],
  ];
  return [
    ...columns.flatMap(([column, value, usual]) =>
      value === undefined ? [] : [columnFilter('eligibility_checks', column, value, usual)],
    ),
    ...(asked.errorCode === undefined ? [] : [errorFilter(queries, asked.errorCode)]),
  ];
}

/** Codes stand in a table of their own, each with the instant of its check. */
function errorFilter({ accountId }: AccountQueries, code: string): Filter {
  const isCode = sql<SqlBool>`code = ${code}`;
  const found = (range: Range) => sql<SqlBool>`id in (select check_id from eligibility_check_errors
    where account_id = ${accountId} and ${sql.join([isCode, ...within(range, 'check_id')], sql` and `)})`;
  return {
    // Counted, so that it is asked for each check and not made a search of its own for the code.
    trying: sql<SqlBool>`(select count(*) from eligibility_check_errors as known
      where known.check_id = eligibility_checks.id and coalesce(known.code, '') = ${code}) > 0`,
    leading: {
      places: { table: 'eligibility_check_errors', id: 'check_id', where: isCode },
      isOrdered: false,
      within: found,
    },
  };
}
