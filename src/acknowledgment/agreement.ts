import type { InterchangeHeader } from '../envelope/headers.js';
import { requireForm } from '../model/check-options.js';
import { type Finding, finding } from '../model/finding.js';
import type { Reason } from '../model/reasons.js';
import type { ReceivedInterchange } from './received.js';

export interface InterchangeId {
  /** ISA05 or ISA07. */
  readonly qualifier: string;
  /** ISA06 or ISA08, without padding. */
  readonly id: string;
}

/** What partners have agreed to exchange. An absent member leaves its matter open. */
export interface Agreement {
  /** Ours: ISA07 and ISA08 (TA105 007, 009). */
  readonly receivers?: readonly InterchangeId[] | undefined;
  /** Theirs: ISA05 and ISA06 (TA105 005, 006). */
  readonly senders?: readonly InterchangeId[] | undefined;
  /** ISA12 (TA105 003). */
  readonly controlVersions?: readonly string[] | undefined;
  /** ISA15 (TA105 020): a system in production takes `P` only. */
  readonly usages?: readonly string[] | undefined;
  /** GS01 (AK905 1). */
  readonly functionalGroups?: readonly string[] | undefined;
  /** GS08 (AK905 2). */
  readonly releases?: readonly string[] | undefined;
  /** ST01 (IK502 1). */
  readonly transactionSets?: readonly string[] | undefined;
  /** ST03 (IK502 I6); sets without ST03 are not judged by it. */
  readonly implementations?: readonly string[] | undefined;
}

/** What an interchange brings that was not agreed on: findings for an acknowledgment policy's `check`. */
export function checkAgreement(received: ReceivedInterchange, agreement: Agreement): readonly Finding[] {
  requireForm('checkAgreement', 'received', received, 'object');
  requireForm('checkAgreement', 'header', received.header, 'object');
  requireForm('checkAgreement', 'agreement', agreement, 'object');
  const { interchange = 1 } = received;
  const found = headerReasons(received.header, agreement).map((reason) => finding(reason, { interchange }));
  received.groups.forEach(({ header, transactions }, g) => {
    const group = { interchange, group: g + 1 };
    if (lacks(agreement.functionalGroups, header?.functionalIdentifierCode))
      found.push(finding('group-unsupported', group));
    if (lacks(agreement.releases, header?.release)) found.push(finding('group-version-unsupported', group));
    transactions.forEach((set, t) => {
      const at = { ...group, transaction: t + 1 };
      if (lacks(agreement.transactionSets, set.header.transactionSet))
        found.push(finding('transaction-unsupported', at));
      if (lacks(agreement.implementations, set.header.implementation))
        found.push(finding('implementation-unsupported', at));
    });
  });
  return found;
}

function headerReasons(header: InterchangeHeader, agreement: Agreement): Reason[] {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = header;
  const reasons: Reason[] = [];
  const id = (ids: Agreement['senders'], qualifier: string, value: string, wrong: readonly [Reason, Reason]): void => {
    if (ids === undefined || ids.some((one) => one.qualifier === qualifier && one.id === value)) return;
    reasons.push(ids.some((one) => one.qualifier === qualifier) ? wrong[1] : wrong[0]);
  };
  if (lacks(agreement.controlVersions, header.controlVersionNumber)) reasons.push('isa-version-unknown');
  id(agreement.senders, senderQualifier, senderId, ['isa-sender-qualifier', 'isa-sender']);
  id(agreement.receivers, receiverQualifier, receiverId, ['isa-receiver-qualifier', 'isa-receiver-unknown']);
  if (lacks(agreement.usages, header.usageIndicatorCode)) reasons.push('isa-usage');
  return reasons;
}

function lacks(agreed: readonly string[] | undefined, value: string | undefined): boolean {
  return agreed !== undefined && value !== undefined && !agreed.includes(value.trim());
}
