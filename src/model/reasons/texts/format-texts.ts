import type { ReasonText } from '../reason-row.js';

/** What the reasons of `format-reasons.ts` say, in the same order. */
export const FORMAT_TEXTS = {
  'element-format': {
    text: 'The value does not have the form of what its qualifier says it is',
    advice: 'Look for a slip: who looks it up will not find it.',
  },
} as const satisfies Record<string, ReasonText>;
