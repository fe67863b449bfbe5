import type { ReasonMark } from './reason-row.js';

/** Reasons about a segment or loop: their codes are IK304. In the order of the codes or of the data. */
export const SEGMENT_REASONS = {
  'segment-unknown': {
    level: 'segment',
    code: '1',
    severity: 'error',
    snip: 1,
  },
  'segment-empty': {
    level: 'segment',
    code: '1',
    severity: 'error',
    snip: 1,
  },
  'segment-unexpected': {
    level: 'segment',
    code: '2',
    severity: 'error',
    snip: 1,
  },
  'segment-mandatory-missing': {
    level: 'segment',
    code: '3',
    severity: 'error',
    snip: 1,
  },
  'loop-over-maximum': {
    level: 'segment',
    code: '4',
    severity: 'error',
    snip: 1,
  },
  'segment-over-maximum': {
    level: 'segment',
    code: '5',
    severity: 'error',
    snip: 1,
  },
  'segment-not-in-set': {
    level: 'segment',
    code: '6',
    severity: 'error',
    snip: 1,
  },
  'segment-out-of-sequence': {
    level: 'segment',
    code: '7',
    severity: 'error',
    snip: 1,
  },
  'segment-not-used': {
    level: 'segment',
    code: 'I4',
    severity: 'error',
    snip: 2,
  },
  'segment-dependent-missing': {
    level: 'segment',
    code: 'I6',
    severity: 'error',
    snip: 4,
  },
  'loop-under-minimum': {
    level: 'segment',
    code: 'I7',
    severity: 'error',
    snip: 2,
  },
  'segment-under-minimum': {
    level: 'segment',
    code: 'I8',
    severity: 'error',
    snip: 2,
  },
  'segment-dependent-not-used': {
    level: 'segment',
    code: 'I9',
    severity: 'error',
    snip: 4,
  },
  'loop-header-missing': {
    level: 'segment',
    code: '3',
    severity: 'error',
    snip: 1,
  },
  'loop-trailer-missing': {
    level: 'segment',
    code: '3',
    severity: 'error',
    snip: 1,
  },
  'segment-elements': {
    level: 'segment',
    code: '8',
    severity: 'error',
    snip: 1,
  },
} as const satisfies Record<string, ReasonMark>;
