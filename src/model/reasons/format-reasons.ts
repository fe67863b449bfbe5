import type { ReasonRow } from './reason-row.js';

/** Reasons about what a number or code is by its qualifier (SNIP type 5): their codes are IK403. */
export const FORMAT_REASONS = {
  'element-format': {
    level: 'element',
    code: 'I12',
    severity: 'warning',
    snip: 5,
    text: 'The value does not have the form of what its qualifier says it is',
    advice: 'Look for a slip: who looks it up will not find it.',
  },
} as const satisfies Record<string, ReasonRow>;
