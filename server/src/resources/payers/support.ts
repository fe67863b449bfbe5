import type { Payer } from './payer.js';
import type { Support } from './schemas.js';

/** Whether a payer takes eligibility checks: one that does not say so is asked. */
export function takesChecks({ transactionSupport }: Pick<Payer, 'transactionSupport'>): boolean {
  return transactionSupport.eligibilityCheck !== 'NOT_SUPPORTED';
}

/**
 * Whether a payer takes claims of a type. One that does not say so takes none; payers of old say it of claims as such, and mean professional ones.
 * @param transaction such as `dentalClaimSubmission`.
 */
export function claimSupportOf(
  { transactionSupport }: Pick<Payer, 'transactionSupport'>,
  transaction: string,
): Support {
  const former = transaction === 'professionalClaimSubmission' ? transactionSupport.claimSubmission : undefined;
  return transactionSupport[transaction] ?? former ?? 'NOT_SUPPORTED';
}
