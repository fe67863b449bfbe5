import type { ReasonMark } from './reason-row.js';

/** Reasons that the standard has no code for: they never reach an acknowledgment. In the order of the codes or of the data. */
export const CONTENT_REASONS = {
  'ta1-place': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'ta1-value': {
    level: 'content',
    severity: 'error',
    snip: 1,
  },
  'envelope-surplus': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'control-number-format': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'count-format': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'byte-order-mark': {
    level: 'content',
    severity: 'notice',
    snip: 1,
  },
  'leading-layout': {
    level: 'content',
    severity: 'notice',
    snip: 1,
  },
  'text-outside': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'layout-blanks': {
    level: 'content',
    severity: 'notice',
    snip: 1,
  },
  'terminator-line-break': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'encoding-invalid': {
    level: 'content',
    severity: 'notice',
    snip: 1,
  },
  'trailing-separators': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'trailing-blanks': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'findings-limit': {
    level: 'content',
    severity: 'error',
    snip: 1,
  },
  'loop-nesting': {
    level: 'content',
    severity: 'error',
    snip: 1,
  },
  'group-empty': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'guide-alias': {
    level: 'content',
    severity: 'notice',
    snip: 2,
  },
  'guide-base': {
    level: 'content',
    severity: 'notice',
    snip: 2,
  },
  'guide-dictionary': {
    level: 'content',
    severity: 'notice',
    snip: 2,
  },
  'guide-none': {
    level: 'content',
    severity: 'notice',
    snip: 2,
  },
  'element-number-format': {
    level: 'content',
    severity: 'warning',
    snip: 1,
  },
  'rule-balance': {
    level: 'content',
    severity: 'error',
    snip: 3,
  },
  'rule-content': {
    level: 'content',
    severity: 'error',
    snip: 4,
  },
  'rule-unchecked': {
    level: 'content',
    severity: 'notice',
    snip: 4,
  },
  'property-unknown': {
    level: 'content',
    severity: 'error',
    snip: 2,
  },
  'property-repeated': {
    level: 'content',
    severity: 'error',
    snip: 2,
  },
  'acknowledgment-code': {
    level: 'content',
    severity: 'error',
    snip: 1,
  },
} as const satisfies Record<string, ReasonMark>;
