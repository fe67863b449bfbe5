import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { ProviderEnrollments } from '../../store/enrollment-tables.js';

/** What is sealed of an enrollment: all that is about people. */
export interface EnrollmentContent {
  /** Whom the payer writes to: names, address, telephone, e-mail. */
  readonly primaryContact: Readonly<Record<string, string>>;
  /** Where changes are told. */
  readonly userEmail: string;
  readonly providerTransactionAccessNumber?: string | undefined;
  readonly aggregationPreference?: { readonly taxId: string } | { readonly npi: string } | undefined;
}

/** To what the sealed content of an enrollment belongs. */
export function enrollmentContext(accountId: string, id: string): string {
  return JSON.stringify(['enrollment', accountId, id]);
}

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
