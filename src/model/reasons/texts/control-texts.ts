import type { ReasonText } from '../reason-row.js';

/** What the reasons of `control-reasons.ts` say, in the same order. */
export const CONTROL_TEXTS = {
  'isb-grade-of-service': {
    text: 'ISB01 is not a grade of service',
    advice: 'Write 0, 1 or 2.',
  },
  'ise-date': {
    text: 'ISE01 is not a date',
    advice: 'Write YYMMDD.',
  },
  'ise-time': {
    text: 'ISE02 is not a time',
    advice: 'Write HHMM.',
  },
  'ise-time-code': {
    text: 'ISE03 is not a time code',
    advice: 'Write a two-character time code.',
  },
} as const satisfies Record<string, ReasonText>;
