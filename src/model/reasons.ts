import { CONTENT_REASONS } from './reasons/content-reasons.js';
import { CONTROL_REASONS } from './reasons/control-reasons.js';
import { ELEMENT_REASONS } from './reasons/element-reasons.js';
import { FORMAT_REASONS } from './reasons/format-reasons.js';
import { GROUP_REASONS } from './reasons/group-reasons.js';
import { INTERCHANGE_REASONS } from './reasons/interchange-reasons.js';
import type { ReasonRow } from './reasons/reason-row.js';
import { SEGMENT_REASONS } from './reasons/segment-reasons.js';
import { TRANSACTION_REASONS } from './reasons/transaction-reasons.js';

export type { ReasonRow } from './reasons/reason-row.js';

/** Why a finding was made: ours, closed, one row of {@link REASONS} each. */
export type Reason = keyof typeof REASONS;

/** One row a reason, by level: TA105, AK905, IK502, IK304, IK403. Several reasons may share one code. */
export const REASONS = {
  ...INTERCHANGE_REASONS,
  ...CONTROL_REASONS,
  ...GROUP_REASONS,
  ...TRANSACTION_REASONS,
  ...SEGMENT_REASONS,
  ...ELEMENT_REASONS,
  ...FORMAT_REASONS,
  ...CONTENT_REASONS,
} as const satisfies Record<string, ReasonRow>;
