import { CONTENT_REASONS } from './reasons/content-reasons.js';
import { CONTROL_REASONS } from './reasons/control-reasons.js';
import { ELEMENT_REASONS } from './reasons/element-reasons.js';
import { FORMAT_REASONS } from './reasons/format-reasons.js';
import { GROUP_REASONS } from './reasons/group-reasons.js';
import { INTERCHANGE_REASONS } from './reasons/interchange-reasons.js';
import type { ReasonMark } from './reasons/reason-row.js';
import { SEGMENT_REASONS } from './reasons/segment-reasons.js';
import { TRANSACTION_REASONS } from './reasons/transaction-reasons.js';

/** Why a finding was made: ours, closed, one row of `REASONS` each. */
export type Reason = keyof typeof REASON_MARKS;

/** Those about an interchange as a whole. */
export type InterchangeReason = keyof typeof INTERCHANGE_REASONS;

/** The half of `REASONS` that makes findings; their words stand in `reasons.ts`. */
export const REASON_MARKS = {
  ...INTERCHANGE_REASONS,
  ...CONTROL_REASONS,
  ...GROUP_REASONS,
  ...TRANSACTION_REASONS,
  ...SEGMENT_REASONS,
  ...ELEMENT_REASONS,
  ...FORMAT_REASONS,
  ...CONTENT_REASONS,
} as const satisfies Record<string, ReasonMark>;
