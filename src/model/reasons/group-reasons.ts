import type { ReasonRow } from './reason-row.js';

/** Reasons about a functional group: their codes are AK905. In the order of the codes or of the data. */
export const GROUP_REASONS = {
  'group-trailer-missing': {
    level: 'group',
    code: '3',
    severity: 'error',
    snip: 1,
    text: 'The functional group has no GE',
    advice: 'End every group with a GE.',
  },
  'group-control-number': {
    level: 'group',
    code: '4',
    severity: 'error',
    snip: 1,
    text: 'GE02 differs from GS06',
    advice: 'Write the control number of the GS in the GE.',
  },
  'group-transaction-count': {
    level: 'group',
    code: '5',
    severity: 'error',
    snip: 1,
    text: 'GE01 is not the number of transaction sets',
    advice: 'Count the ST segments of the group.',
  },
  'group-control-number-syntax': {
    level: 'group',
    code: '6',
    severity: 'error',
    snip: 1,
    text: 'GS06 is not a number of one to nine digits',
    advice: 'Write one to nine digits.',
  },
  'group-duplicate': {
    level: 'group',
    code: '19',
    severity: 'error',
    snip: 1,
    text: 'Another group of this interchange has the same GS01, GS02, GS03 and GS06',
    advice: 'Give every group its own GS06.',
  },
  'group-functional-id': {
    level: 'group',
    code: '1',
    severity: 'error',
    snip: 1,
    text: 'GS01 is not a functional identifier code',
    advice: 'Use the code that belongs to the transaction set, such as HS for a 270.',
  },
  'group-version': {
    level: 'group',
    code: '2',
    severity: 'error',
    snip: 1,
    text: 'GS08 is not a version, release and industry id',
    advice: 'Write GS08 as in 005010X279A1 or 004010.',
  },
} as const satisfies Record<string, ReasonRow>;
