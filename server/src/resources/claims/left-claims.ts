import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Claims } from '../../store/claim-tables.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import type { Speaker } from './speaker.js';

// Claims that were sent at some time and are in no file any more, as those of a file that an operator let go without bytes after a restore. There are few.

/** Word by word the condition of the index. */
const IN_NO_FILE = sql<SqlBool>`(claim.file_id is null and claim.route_id is not null and claim.state <> 'QUEUED')`;

const IN_NO_ITEM = sql<SqlBool>`not exists (select 1 from claim_file_items as item
  where item.claim_id = claim.id and item.account_id = claim.account_id)`;

/** Those that somebody may speak of whose own BHT03, under which they went where they went alone or were the first of a set, is one of these. */
export function leftClaimsOfSets(
  db: Transaction,
  { last }: Speaker,
  transactionIds: readonly string[],
): Promise<readonly Pick<Claims, 'account_id' | 'id'>[]> {
  return db
    .selectFrom('claims as claim')
    .select(['claim.account_id', 'claim.id'])
    .where(IN_NO_FILE)
    .where('claim.route_id', 'in', listOf(db, last))
    .where('claim.trace_id', 'in', listOf(db, transactionIds))
    .execute();
}

/**
 * Those of these claims that somebody may speak of: what was said of them shows that they were sent. One whose file has been removed before it was has its
 * file's id still, and no item either: it is found, too.
 */
export function leftClaimsWithIds(db: Transaction, { routes, last }: Speaker, ids: readonly string[]) {
  const own = routes.filter((id) => last.includes(id));
  return db
    .selectFrom('claims as claim')
    .select(['claim.account_id', 'claim.id', 'claim.mode', 'claim.state', 'claim.patient_index', 'claim.answer_index'])
    .select(['claim.route_id', 'claim.sending', 'claim.trace_id', 'claim.created_at'])
    .$narrowType<{ route_id: string }>()
    .where('claim.id', 'in', listOf(db, ids))
    .where('claim.route_id', 'in', listOf(db, own))
    .where('claim.state', '<>', 'QUEUED')
    .where('claim.mode', '=', 'production')
    .where(IN_NO_ITEM)
    .execute();
}

/** Whether there are such of a route, of a column of the row that is looked at. */
export function hasLeftClaims(routeId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from claims as claim where ${IN_NO_FILE} and claim.route_id = ${sql.ref(routeId)})`;
}
