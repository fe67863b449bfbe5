import type { ReasonMark } from './reason-row.js';

/** Reasons about ISB and ISE, the segments that ask for a grade of service and for delivery later: codes of TA105. */
export const CONTROL_REASONS = {
  'isb-grade-of-service': {
    level: 'interchange',
    code: '031',
    severity: 'error',
    snip: 1,
  },
  'ise-date': {
    level: 'interchange',
    code: '028',
    severity: 'error',
    snip: 1,
  },
  'ise-time': {
    level: 'interchange',
    code: '029',
    severity: 'error',
    snip: 1,
  },
  'ise-time-code': {
    level: 'interchange',
    code: '030',
    severity: 'error',
    snip: 1,
  },
} as const satisfies Record<string, ReasonMark>;
