import type { ClaimState } from '../../store/claim-tables.js';

/**
 * What a state may be followed by: states only move forward, but a payer may refuse later what it had taken in, and say things out of their
 * order.
 */
export const CLAIM_MOVES: Readonly<Record<ClaimState, readonly ClaimState[]>> = {
  RECEIVED: ['ACCEPTED', 'IN_ADJUDICATION', 'REJECTED'],
  QUEUED: ['DELIVERED', 'ACCEPTED', 'IN_ADJUDICATION', 'REJECTED'],
  DELIVERED: ['ACCEPTED', 'IN_ADJUDICATION', 'REJECTED'],
  ACCEPTED: ['IN_ADJUDICATION', 'REJECTED'],
  IN_ADJUDICATION: ['REJECTED'],
  REJECTED: [],
};
