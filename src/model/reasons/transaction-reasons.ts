import type { ReasonMark } from './reason-row.js';

/** Reasons about a transaction set: their codes are IK502. In the order of the codes or of the data. */
export const TRANSACTION_REASONS = {
  'transaction-trailer-missing': {
    level: 'transaction',
    code: '2',
    severity: 'error',
    snip: 1,
  },
  'transaction-control-number': {
    level: 'transaction',
    code: '3',
    severity: 'error',
    snip: 1,
  },
  'transaction-segment-count': {
    level: 'transaction',
    code: '4',
    severity: 'error',
    snip: 1,
  },
  'transaction-id': {
    level: 'transaction',
    code: '6',
    severity: 'error',
    snip: 1,
  },
  'transaction-control-number-syntax': {
    level: 'transaction',
    code: '7',
    severity: 'error',
    snip: 1,
  },
  'transaction-not-in-group': {
    level: 'transaction',
    code: '18',
    severity: 'error',
    snip: 1,
  },
  'transaction-implementation': {
    level: 'transaction',
    code: '19',
    severity: 'error',
    snip: 1,
  },
  'transaction-duplicate': {
    level: 'transaction',
    code: '23',
    severity: 'error',
    snip: 1,
  },
  'transaction-unsupported': {
    level: 'transaction',
    code: '1',
    severity: 'error',
    snip: 1,
  },
  'implementation-unsupported': {
    level: 'transaction',
    code: 'I6',
    severity: 'error',
    snip: 2,
  },
  'segment-truncated': {
    level: 'transaction',
    code: '2',
    severity: 'error',
    snip: 1,
  },
} as const satisfies Record<string, ReasonMark>;
