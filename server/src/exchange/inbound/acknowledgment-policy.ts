import type { AcknowledgmentPolicy } from 'ediloom/acknowledgment';
import { ackConfigurationOf, processingConfigurationOf } from '../../resources/partnerships/configuration.js';
import type { Partnerships } from '../../store/tables.js';

/**
 * Which acknowledgment policy a partnership has: what was agreed on about TA1, 997 and 999.
 * @param partnership `undefined`: the interchange is nobody's, and nobody is answered whom nobody knows.
 */
export function policyOf(partnership: Partnerships | undefined): AcknowledgmentPolicy {
  const acks = partnership && ackConfigurationOf(partnership);
  const all = partnership && processingConfigurationOf(partnership)?.strategy === 'AllTransactions';
  const transactions = all ? 'all or none' : 'each';
  if (acks?.enabled !== true) return { ta1: 'never', functional: 'none', transactions };
  return {
    negatives: acks.negativeAcknowledgmentEnabled ?? true,
    transactions,
    ...(acks.functionalAcknowledgmentType === undefined ? {} : { functional: acks.functionalAcknowledgmentType }),
  };
}
