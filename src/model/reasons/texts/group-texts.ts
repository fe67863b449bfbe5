import type { ReasonText } from '../reason-row.js';

/** What the reasons of `group-reasons.ts` say, in the same order. */
export const GROUP_TEXTS = {
  'group-trailer-missing': {
    text: 'The functional group has no GE',
    advice: 'End every group with a GE.',
  },
  'group-control-number': {
    text: 'GE02 differs from GS06',
    advice: 'Write the control number of the GS in the GE.',
  },
  'group-transaction-count': {
    text: 'GE01 is not the number of transaction sets',
    advice: 'Count the ST segments of the group.',
  },
  'group-control-number-syntax': {
    text: 'GS06 is not a number of one to nine digits',
    advice: 'Write one to nine digits.',
  },
  'group-duplicate': {
    text: 'Another group of the interchange has the same GS01, GS02, GS03 and GS06',
    advice: 'Give every group its own GS06.',
  },
  'group-functional-id': {
    text: 'GS01 is not a functional identifier code',
    advice: 'Use the code of the transaction set, such as HS for a 270.',
  },
  'group-version': {
    text: 'GS08 is not a version, release and industry id',
    advice: 'Write GS08 as in 005010X279A1 or 004010.',
  },
  'group-unsupported': {
    text: 'Groups with this GS01 are not exchanged with this partner',
    advice: 'Agree on the transaction set with the receiver first.',
  },
  'group-version-unsupported': {
    text: 'Groups of this GS08 are not exchanged with this partner',
    advice: 'Send the version that was agreed on.',
  },
} as const satisfies Record<string, ReasonText>;
