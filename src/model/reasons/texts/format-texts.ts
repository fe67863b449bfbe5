import type { ReasonText } from '../reason-row.js';

/** What the reasons of `format-reasons.ts` say, in the same order. */
export const FORMAT_TEXTS = {
  'element-format': {
    text: 'The value is not of the form that numbers or codes of its kind have',
    advice: 'Look for a slip of the pen.',
  },
} as const satisfies Record<string, ReasonText>;
