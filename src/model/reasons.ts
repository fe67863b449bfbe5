import { REASON_MARKS, type Reason } from './reason-marks.js';
import type { ReasonRow, ReasonText } from './reasons/reason-row.js';
import { CONTENT_TEXTS } from './reasons/texts/content-texts.js';
import { CONTROL_TEXTS } from './reasons/texts/control-texts.js';
import { DELIMITER_TEXTS } from './reasons/texts/delimiter-texts.js';
import { ELEMENT_TEXTS } from './reasons/texts/element-texts.js';
import { FORMAT_TEXTS } from './reasons/texts/format-texts.js';
import { GROUP_TEXTS } from './reasons/texts/group-texts.js';
import { INTERCHANGE_TEXTS } from './reasons/texts/interchange-texts.js';
import { SEGMENT_TEXTS } from './reasons/texts/segment-texts.js';
import { TRANSACTION_TEXTS } from './reasons/texts/transaction-texts.js';

export type { Reason } from './reason-marks.js';
export type { ReasonRow } from './reasons/reason-row.js';

/** One row a reason, by level: TA105, AK905, IK502, IK304, IK403. Several reasons may share one code. */
export const REASONS: Readonly<Record<Reason, ReasonRow>> = /* @__PURE__ */ joined();

function joined(): Readonly<Record<Reason, ReasonRow>> {
  const texts: Readonly<Record<Reason, ReasonText>> = {
    ...INTERCHANGE_TEXTS,
    ...DELIMITER_TEXTS,
    ...CONTROL_TEXTS,
    ...GROUP_TEXTS,
    ...TRANSACTION_TEXTS,
    ...SEGMENT_TEXTS,
    ...ELEMENT_TEXTS,
    ...FORMAT_TEXTS,
    ...CONTENT_TEXTS,
  };
  const rows = Object.entries(REASON_MARKS).map(([reason, mark]) => [reason, { ...mark, ...texts[reason as Reason] }]); // a key of the marks
  return Object.fromEntries(rows) as Record<Reason, ReasonRow>; // each reason of the marks, by the line before
}
