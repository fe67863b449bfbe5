import type { ReasonRow } from './reason-row.js';

/** Reasons about ISB and ISE, the segments that ask for a grade of service and for delivery later: codes of TA105. */
export const CONTROL_REASONS = {
  'isb-grade-of-service': {
    level: 'interchange',
    code: '031',
    severity: 'error',
    snip: 1,
    text: 'ISB01 is not a grade of service',
    advice: 'Write 0, 1 or 2.',
  },
  'ise-date': {
    level: 'interchange',
    code: '028',
    severity: 'error',
    snip: 1,
    text: 'ISE01 is not a date',
    advice: 'Write YYMMDD.',
  },
  'ise-time': {
    level: 'interchange',
    code: '029',
    severity: 'error',
    snip: 1,
    text: 'ISE02 is not a time',
    advice: 'Write HHMM.',
  },
  'ise-time-code': {
    level: 'interchange',
    code: '030',
    severity: 'error',
    snip: 1,
    text: 'ISE03 is not a time code',
    advice: 'Write a two-character time code.',
  },
} as const satisfies Record<string, ReasonRow>;
