import type { ReasonText } from '../reason-row.js';

/** What the reasons of `transaction-reasons.ts` say, in the same order. */
export const TRANSACTION_TEXTS = {
  'transaction-trailer-missing': {
    text: 'The transaction set has no SE',
    advice: 'End every transaction set with an SE.',
  },
  'transaction-control-number': {
    text: 'SE02 differs from ST02',
    advice: 'Repeat ST02 in the SE, leading zeros included.',
  },
  'transaction-segment-count': {
    text: 'SE01 is not the number of segments',
    advice: 'Count from ST to SE, both included.',
  },
  'transaction-id': {
    text: 'ST01 is missing or no transaction set id',
    advice: 'Write the three digits of the transaction set.',
  },
  'transaction-control-number-syntax': {
    text: 'ST02 is missing or not of four to nine characters',
    advice: 'Write four to nine characters, such as 0001.',
  },
  'transaction-not-in-group': {
    text: 'ST01 does not belong to the functional id in GS01',
    advice: 'Put the set into a group of its own functional id.',
  },
  'transaction-implementation': {
    text: 'ST03 does not agree with GS08',
    advice: 'Write the same implementation reference in ST03 and GS08.',
  },
  'transaction-duplicate': {
    text: 'Another set of this group has the same ST02',
    advice: 'Give every set of a group its own ST02.',
  },
  'transaction-unsupported': {
    text: 'The engine was given no guide for the transaction set',
    advice: 'Pass a guide for it.',
  },
  'implementation-unsupported': {
    text: 'The engine was given no guide for the implementation',
    advice: 'Pass a guide for it.',
  },
  'segment-truncated': {
    text: 'The data ends inside a segment',
    advice: 'Send the interchange again, complete.',
  },
} as const satisfies Record<string, ReasonText>;
