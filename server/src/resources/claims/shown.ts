import { CLAIM_STATES } from 'ediloom/claims';
import { isoTime } from '../../clock.js';
import type { ClaimHistory, Claims } from '../../store/claim-tables.js';
import { reasonsOf } from './reasons.js';
import type { ClaimSummary, StoredClaim } from './schemas.js';
import type { ClaimSendingRow } from './sendings.js';

type Event = Pick<ClaimHistory, 'state' | 'sending' | 'source' | 'reasons' | 'at'>;

/** What belongs to a claim and stands in other rows. */
export interface AroundClaim {
  /** In any order. */
  readonly history: readonly Event[];
  readonly sendings: readonly ClaimSendingRow[];
  /** Names by platform id. */
  readonly payers: ReadonlyMap<string, string>;
  /** What its payer calls it, opened. */
  readonly payerNumber: string | undefined;
}

/** A claim without anything about its patient. */
export function showClaim(
  row: Claims,
  { history, sendings, payers, payerNumber }: AroundClaim,
): Omit<StoredClaim, 'response'> {
  const file = sendings.find((one) => one.file_id === row.file_id);
  return {
    ...summaryOf(row, payers),
    ...(file === undefined ? {} : { file: shownFile(file) }),
    ...(payerNumber === undefined ? {} : { payerClaimNumber: payerNumber }),
    history: [...history].sort(inTime).map(shownEvent),
  };
}

/** The same without what stands in other rows. */
export function summaryOf(row: Claims, payers: ReadonlyMap<string, string>): ClaimSummary {
  const { id, state, mode, type, source, payer_id, trace_id, overdue_since } = row;
  return {
    ...{ id, state, mode, type, source },
    payer: { platformId: payer_id, displayName: payers.get(payer_id) ?? payer_id },
    transactionId: trace_id,
    sending: Number(row.sending),
    ...(overdue_since === null ? {} : { overdueSince: isoTime(Number(overdue_since)) }),
    lineCount: Number(row.line_count),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

/** Of what was said in one millisecond the nearer state stands first. */
function inTime(one: Event, other: Event): number {
  const rank = ({ state }: Event): number => CLAIM_STATES.indexOf(state);
  return Number(one.at) - Number(other.at) || Number(one.sending) - Number(other.sending) || rank(one) - rank(other);
}

function shownFile({ file_id, state, interchange_number, sent_at }: ClaimSendingRow) {
  return {
    ...{ id: file_id, state },
    ...(interchange_number === '' ? {} : { interchangeNumber: interchange_number }),
    ...(sent_at === null ? {} : { sentAt: isoTime(Number(sent_at)) }),
  };
}

function shownEvent({ state, sending, source, at, ...event }: Event): StoredClaim['history'][number] {
  const reasons = reasonsOf(event);
  return {
    ...{ state, sending: Number(sending), source },
    ...(reasons === undefined ? {} : { saidBy: reasons.said, reasons: [...reasons.reasons] }),
    at: isoTime(at),
  };
}
