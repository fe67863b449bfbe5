import type { Payers } from '../../store/clearinghouse-tables.js';
import { detailsOf, supportOf } from './columns.js';
import { type PayerRecord, TRANSACTIONS } from './schemas.js';

/** @param ids what it is known by beside its platform id and its primary id. */
export function showPayer(row: Omit<Payers, 'created_at' | 'updated_at'>, ids: readonly string[]): PayerRecord {
  const { names = [], programs = [], ...details } = detailsOf(row);
  const given = supportOf(row);
  const support = Object.fromEntries(TRANSACTIONS.map((name) => [name, given[name] ?? 'NOT_SUPPORTED'] as const));
  return {
    platformId: row.id,
    displayName: row.display_name,
    primaryPayerId: row.primary_payer_id,
    aliases: [row.primary_payer_id, ...ids.filter((id) => id !== row.primary_payer_id)],
    names,
    programs,
    transactionSupport: { ...support, claimSubmission: given.claimSubmission ?? support.professionalClaimSubmission },
    ...details,
  };
}
