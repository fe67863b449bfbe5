import { isoTime } from '../../clock.js';
import type { ClaimHistory, Claims } from '../../store/claim-tables.js';
import type { ClaimSummary, StoredClaim } from './schemas.js';

type Event = Pick<ClaimHistory, 'state' | 'sending' | 'source' | 'at'>;

/** A claim without anything about its patient. @param payers names by platform id. */
export function showClaim(
  row: Claims,
  history: readonly Event[],
  payers: ReadonlyMap<string, string>,
): Omit<StoredClaim, 'response'> {
  return {
    ...summaryOf(row, payers),
    history: history.map(({ at, sending, ...event }) => ({ ...event, sending: Number(sending), at: isoTime(at) })),
  };
}

/** The same without what was said of it. */
export function summaryOf(row: Claims, payers: ReadonlyMap<string, string>): ClaimSummary {
  const { id, state, mode, type, source, payer_id, trace_id } = row;
  return {
    ...{ id, state, mode, type, source },
    payer: { platformId: payer_id, displayName: payers.get(payer_id) ?? payer_id },
    transactionId: trace_id,
    lineCount: Number(row.line_count),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
