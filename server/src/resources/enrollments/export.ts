import { setImmediate } from 'node:timers/promises';
import { csvLine } from '../../csv-line.js';
import type { Platform } from '../../platform.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { PagePosition } from '../../store/page.js';
import type { EnrollmentFilters } from './filters.js';
import { listEnrollmentRows } from './list.js';
import type { EnrollmentSummary } from './schemas.js';
import { headsOf, showEnrollmentSummary } from './shown.js';

/** Enrollments of one table: so much of it is in memory. */
export const MOST_EXPORTED = 50_000;
/** That are read together: others have their turn between. */
const PORTION = 500;

const COLUMNS = [
  ...([
    'id',
    'status',
    'source',
    'payerId',
    'payerName',
    'submittedPayerIdOrAlias',
    'providerId',
    'providerName',
  ] as const),
  ...(['npi', 'taxId', 'taxIdType', 'transactions', 'requestedEffectiveDate', 'createdAt', 'submittedAt'] as const),
  ...(['statusLastUpdatedAt', 'lastEraReceivedAt', 'reason'] as const),
];

/** What no column is about: tasks are long, and sealed. */
const NOT_EXPORTED = { history: [], documents: [], tasks: [] } as const;

/** Where the rows are read: each portion by itself. */
interface Reading {
  read<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result>;
}

/**
 * Enrollments as CSV in UTF-8, those that were made first at the top.
 * @throws Problem `invalid` for more than a table may have.
 */
export async function exportTable(
  services: Pick<Platform, 'sealedColumns' | 'clock'>,
  filters: EnrollmentFilters,
  reading: Reading,
): Promise<{ readonly bytes: Uint8Array; readonly count: number }> {
  const parts = [Buffer.from(csvLine(COLUMNS), 'utf8')];
  let count = 0;
  for (let after: PagePosition | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const { items, next } = await reading.read(async (queries) => {
      const page = await listEnrollmentRows(queries, filters, [{ by: 'id', direction: 'asc' }], {
        size: PORTION,
        after,
      });
      return { items: await headsOf(queries, page.items), next: page.next };
    });
    count += items.length;
    if (count > MOST_EXPORTED) {
      throw invalid(
        `A table has ${MOST_EXPORTED} enrollments at most. Narrow the filters, by createdFrom and createdTo.`,
      );
    }
    const lines = items.map((one) => csvLine(rowOf(showEnrollmentSummary(services, { ...one, ...NOT_EXPORTED }))));
    parts.push(Buffer.from(lines.join(''), 'utf8'));
    after = next;
    await setImmediate();
  }
  return { bytes: Buffer.concat(parts), count };
}

function rowOf(one: EnrollmentSummary): readonly string[] {
  const { payer, provider } = one;
  return [
    ...[one.id, one.status, one.source, payer.platformPayerId, payer.name ?? '', payer.submittedPayerIdOrAlias ?? ''],
    ...[provider.id, provider.name, provider.npi, provider.taxId, provider.taxIdType],
    ...[Object.keys(one.transactions).join('|'), one.requestedEffectiveDate ?? '', one.createdAt],
    ...[one.submittedAt ?? '', one.statusLastUpdatedAt, one.lastEraReceivedAt ?? '', one.reason ?? ''],
  ];
}
