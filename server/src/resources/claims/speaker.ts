import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ClaimFiles } from '../../store/claim-tables.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/** By which partnership of which account a file went, or an answer came, as their columns have it. */
export type Partner = Pick<ClaimFiles, 'carrier_account_id' | 'partnership_id'>;

/** By no partnership: a route has taken it there, or brought it, itself. */
export const BY_ITSELF = { carrier_account_id: null, partnership_id: '' } as const satisfies Partner;

/** Of an older release, or lost with what came after a backup. */
export const UNKNOWN_PARTNER = { carrier_account_id: null, partnership_id: null } as const satisfies Partner;

/**
 * Who says something of claims. Numbers of ours can be guessed, so each partner speaks of what it has carried itself, and of nothing that others have, before
 * it or after it; one that is not known, of all that went over the routes.
 */
export interface Speaker extends Partner {
  /** Routes whose claims it may speak of, by their ids in their order. */
  readonly routes: readonly string[];
  /** Those of the routes for which it speaks of what is known of nobody, too. */
  readonly last: readonly string[];
}

/** Whether a file that a statement calls `file` is one that somebody may speak of; over which route it went is another question. */
export function isSpokenOf(
  db: Transaction,
  { carrier_account_id, partnership_id, last }: Speaker,
): RawBuilder<SqlBool> {
  if (partnership_id === null) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`(file.partnership_id = ${partnership_id} and coalesce(file.carrier_account_id, '') = ${carrier_account_id ?? ''}
    or file.partnership_id is null and file.route_id in ${listOf(db, last)})`;
}
