import type { ReasonMark } from './reason-row.js';

/** Reasons about what a number or code is by its qualifier (SNIP type 5): their codes are IK403. */
export const FORMAT_REASONS = {
  'element-format': {
    level: 'element',
    code: 'I12',
    severity: 'warning',
    snip: 5,
  },
} as const satisfies Record<string, ReasonMark>;
