import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { SealedColumn } from '../../secrets/rotate-column.js';
import type { ProviderEnrollments } from '../../store/enrollment-tables.js';
import type { ProviderContact } from '../providers/contact.js';
import type { AggregationPreference } from './schemas.js';

/** What is sealed of an enrollment: all that is about people. */
export interface EnrollmentContent {
  /** Whom the payer writes to: names, address, telephone, e-mail. */
  readonly primaryContact: ProviderContact;
  /** Where changes are told. */
  readonly userEmail: string;
  readonly providerTransactionAccessNumber?: string | undefined;
  readonly aggregationPreference?: AggregationPreference | undefined;
}

/** To what the sealed content of an enrollment belongs. */
export function enrollmentContext(accountId: string, id: string): string {
  return JSON.stringify(['enrollment', accountId, id]);
}

/** To what a note belongs. */
export function noteContext(accountId: string, id: string): string {
  return JSON.stringify(['enrollment note', accountId, id]);
}

/** What rotation of the master key seals anew. */
export const ENROLLMENT_CONTENT = {
  table: 'provider_enrollments',
  column: 'content',
  contextOf: enrollmentContext,
} as const satisfies SealedColumn;
export const NOTE_CONTENT = {
  table: 'enrollment_notes',
  column: 'content',
  contextOf: noteContext,
} as const satisfies SealedColumn;

export function sealedEnrollment(
  columns: PayloadColumns,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  content: EnrollmentContent,
): string {
  return columns.sealText(enrollmentContext(accountId, id), JSON.stringify(content));
}

export function enrollmentContent(
  columns: PayloadColumns,
  { account_id, id, content }: Pick<ProviderEnrollments, 'account_id' | 'id' | 'content'>,
): EnrollmentContent {
  // Written by `sealedEnrollment`.
  return JSON.parse(columns.openText(enrollmentContext(account_id, id), content)) as EnrollmentContent;
}
