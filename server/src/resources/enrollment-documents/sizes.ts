import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { listOf } from '../../store/value-list.js';

/** Characters of what is shown of a document, beside its name. */
const AROUND = 300;

/** About how many bytes are shown of the documents of each of these enrollments. */
export function documentSizes(queries: AccountQueries, enrollmentIds: readonly string[]) {
  return queries
    .from('enrollment_documents')
    .select(['enrollment_id', sql<number | string>`sum(length(name) + ${sql.lit(AROUND)})`.as('bytes')])
    .where('enrollment_id', 'in', listOf(queries.tx, enrollmentIds))
    .where('status', '<>', 'DELETED')
    .groupBy('enrollment_id')
    .execute();
}
