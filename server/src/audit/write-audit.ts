import type { Clock } from '../clock.js';
import { ulid } from '../ids.js';
import type { AccountQueries, OwnRow } from '../store/account-queries.js';
import { insertRows } from '../store/insert-rows.js';

/** Who did what to which object, and never what is in the object. */
export interface AuditEntry {
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  /** Absent for the operator. */
  readonly keyId?: string | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Writes an entry in the transaction of what it reports. The job that chains entries gives position and hashes. */
export async function writeAudit(queries: AccountQueries, clock: Clock, entry: AuditEntry): Promise<void> {
  await insertAudit(queries, [auditRow(clock, entry)]);
}

/** The row of an entry, for who writes several. */
export function auditRow(clock: Clock, entry: AuditEntry): OwnRow<'audit'> {
  return {
    id: ulid(clock),
    at: clock.now(),
    key_id: entry.keyId ?? null,
    address: entry.address ?? null,
    request_id: entry.requestId ?? null,
    action: entry.action,
    object_kind: entry.objectKind,
    object_id: entry.objectId,
    position: null,
    previous_hash: null,
    hash: null,
  };
}

/** Writes entries by one statement. */
export async function insertAudit(queries: AccountQueries, rows: readonly OwnRow<'audit'>[]): Promise<void> {
  await insertRows(queries, 'audit', rows);
}
