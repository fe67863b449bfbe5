import type { Finding } from 'ediloom';
import {
  type AcknowledgmentPolicy,
  type Agreement,
  checkAgreement,
  type ReceivedInterchange,
} from 'ediloom/acknowledgment';

import { CLAIM_TYPES } from 'ediloom/claims';
import { claimRelease } from '../claims/claim-engines.js';

/** Of the guides of 270 and 271, with and without their errata: both are read by one guide. */
const implementations = ['005010X279A1', '005010X279'];

/** How files of 270s are acknowledged: what nobody here would answer is rejected, however sound it is. */
export const QUESTIONS_ONLY: AcknowledgmentPolicy = {
  ta1: 'requested or rejected',
  check: (received) => foundAgainst({ transactionSets: ['270'], implementations }, received),
};

/** How files of claims are acknowledged by the payer simulator. */
export const CLAIMS_ONLY: AcknowledgmentPolicy = {
  ta1: 'requested or rejected',
  check: (received) =>
    foundAgainst({ transactionSets: ['837'], implementations: CLAIM_TYPES.map(claimRelease) }, received),
};

/** How a payer's files of 271s are. */
export const ANSWERS_ONLY: AcknowledgmentPolicy = {
  check: (received) => foundAgainst({ transactionSets: ['271'], implementations }, received),
};

/** What is wrong with a set by itself rejects it already, and is all that is told of it. */
function foundAgainst(agreement: Agreement, received: ReceivedInterchange): readonly Finding[] {
  const groups = received.groups.map((group) => ({
    ...group,
    // GS08 stands for ST03 where there is none: releases before 005010 have no ST03.
    transactions: group.transactions.map((set) => ({
      ...set,
      header: { ...set.header, implementation: set.header.implementation || group.header?.release },
    })),
  }));
  return checkAgreement({ ...received, groups }, agreement).filter(({ at: { group = 1, transaction = 1 } }) => {
    const findings = received.groups[group - 1]?.transactions[transaction - 1]?.findings ?? [];
    return findings.every(({ severity }) => severity !== 'error');
  });
}
