import type { IK304, IK403, TA105 } from '../model/codes.js';
import { type Finding, type FindingExtras, finding } from '../model/finding.js';
import type { Position } from '../model/position.js';
import type { Reason } from '../model/reasons.js';

type ReportedLevel = 'interchange' | 'segment' | 'element';

/** The most general reason of each code: what a partner means by a code is no more than what the standard says. */
const REASON_BY_CODE = {
  interchange: {
    '001': 'iea-control-number',
    '002': 'isa-standards-id',
    '003': 'isa-version-unknown',
    '004': 'isa-terminator',
    '005': 'isa-sender-qualifier',
    '006': 'isa-sender',
    '007': 'isa-receiver-qualifier',
    '008': 'isa-receiver',
    '009': 'isa-receiver',
    '010': 'isa-authorization-qualifier',
    '011': 'isa-authorization',
    '012': 'isa-security-qualifier',
    '013': 'isa-security',
    '014': 'isa-date',
    '015': 'isa-time',
    '016': 'isa-standards-id',
    '017': 'isa-version',
    '018': 'isa-control-number',
    '019': 'isa-acknowledgment-requested',
    '020': 'isa-usage',
    '021': 'iea-group-count',
    '022': 'interchange-structure',
    '023': 'iea-missing',
    '024': 'interchange-content',
    '025': 'interchange-duplicate',
    '026': 'isa-element-separator',
    '027': 'isa-component-separator',
    '028': 'ise-date',
    '029': 'ise-time',
    '030': 'ise-time-code',
    '031': 'isb-grade-of-service',
    '032': 'isa-repetition-separator',
  } satisfies Record<TA105, Reason>,
  segment: {
    1: 'segment-unknown',
    2: 'segment-unexpected',
    3: 'segment-mandatory-missing',
    4: 'loop-over-maximum',
    5: 'segment-over-maximum',
    6: 'segment-not-in-set',
    7: 'segment-out-of-sequence',
    8: 'segment-elements',
    I4: 'segment-not-used',
    I6: 'segment-dependent-missing',
    I7: 'loop-under-minimum',
    I8: 'segment-under-minimum',
    I9: 'segment-dependent-not-used',
  } satisfies Record<IK304, Reason>,
  element: {
    1: 'element-mandatory-missing',
    2: 'element-conditional-missing',
    3: 'element-surplus',
    4: 'element-too-short',
    5: 'element-too-long',
    6: 'element-character',
    7: 'element-code',
    8: 'element-date',
    9: 'element-time',
    10: 'element-exclusive',
    12: 'element-repetitions',
    13: 'component-surplus',
    I6: 'element-code-not-used',
    I9: 'element-dependent-missing',
    I10: 'element-not-used',
    I11: 'element-repetitions-few',
    I12: 'element-pattern',
    I13: 'element-dependent-not-used',
  } satisfies Record<IK403, Reason>,
};

/** The reason that stands for a code somebody else reports; undefined for a code that is none of its level. */
export function reasonByCode(level: ReportedLevel, code: string): Reason | undefined {
  const reasons: Readonly<Record<string, Reason>> = REASON_BY_CODE[level];
  return Object.hasOwn(reasons, code) ? reasons[code] : undefined;
}

/** A finding as somebody else reports it: its code is kept as received, even one that the standard does not have. */
export function reportedFinding(level: ReportedLevel, code: string, at: Position, extras: FindingExtras): Finding {
  const made = finding(reasonByCode(level, code) ?? 'acknowledgment-code', at, extras);
  // A code beside the standard's lists has no type of its own; whoever compares codes finds it unequal to all.
  return { ...made, level, code } as Finding;
}
