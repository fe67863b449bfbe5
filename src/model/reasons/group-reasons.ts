import type { ReasonMark } from './reason-row.js';

/** Reasons about a functional group: their codes are AK905. In the order of the codes or of the data. */
export const GROUP_REASONS = {
  'group-trailer-missing': {
    level: 'group',
    code: '3',
    severity: 'error',
    snip: 1,
  },
  'group-control-number': {
    level: 'group',
    code: '4',
    severity: 'error',
    snip: 1,
  },
  'group-transaction-count': {
    level: 'group',
    code: '5',
    severity: 'error',
    snip: 1,
  },
  'group-control-number-syntax': {
    level: 'group',
    code: '6',
    severity: 'error',
    snip: 1,
  },
  'group-duplicate': {
    level: 'group',
    code: '19',
    severity: 'error',
    snip: 1,
  },
  'group-functional-id': {
    level: 'group',
    code: '1',
    severity: 'error',
    snip: 1,
  },
  'group-version': {
    level: 'group',
    code: '2',
    severity: 'error',
    snip: 1,
  },
  'group-unsupported': {
    level: 'group',
    code: '1',
    severity: 'error',
    snip: 7,
  },
  'group-version-unsupported': {
    level: 'group',
    code: '2',
    severity: 'error',
    snip: 7,
  },
} as const satisfies Record<string, ReasonMark>;
