import { isoTime } from '../../clock.js';
import type { EligibilityChecks } from '../../store/clearinghouse-tables.js';
import { errorCodesOf } from './columns.js';
import { statusOf } from './rows.js';
import type { CheckSummary } from './schemas.js';

/** @param payers names by platform id. */
export function showCheck(row: EligibilityChecks, payers: ReadonlyMap<string, string>, now: number): CheckSummary {
  return {
    id: row.id,
    status: statusOf(row, now),
    mode: row.mode,
    source: row.source,
    payer: { platformId: row.payer_id, displayName: payers.get(row.payer_id) ?? row.payer_id },
    outboundTraceId: row.trace_id,
    errorCodes: errorCodesOf(row),
    ...(row.failure === null ? {} : { failure: row.failure }),
    createdAt: isoTime(row.created_at),
    ...(row.sent_at === null ? {} : { sentAt: isoTime(row.sent_at) }),
    ...(row.answered_at === null ? {} : { answeredAt: isoTime(row.answered_at) }),
  };
}
