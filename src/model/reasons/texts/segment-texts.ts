import type { ReasonText } from '../reason-row.js';

/** What the reasons of `segment-reasons.ts` say, in the same order. */
export const SEGMENT_TEXTS = {
  'segment-unknown': {
    text: 'The segment id is in no dictionary',
    advice: 'Correct the segment id, or remove a terminator from the data before it.',
  },
  'segment-empty': {
    text: 'A segment is empty: two terminators stand side by side',
    advice: 'Remove the second terminator.',
  },
  'segment-unexpected': {
    text: 'The segment belongs to this set but not to this place',
    advice: 'Move it to its loop, or send the loop header before it.',
  },
  'segment-mandatory-missing': {
    text: 'The standard makes this segment mandatory',
    advice: 'Send it.',
  },
  'loop-over-maximum': {
    text: 'The loop occurs more often than allowed',
    advice: 'Send fewer occurrences.',
  },
  'segment-over-maximum': {
    text: 'The segment occurs more often than allowed',
    advice: 'Send fewer occurrences.',
  },
  'segment-not-in-set': {
    text: 'The segment is not part of this transaction set',
    advice: 'Leave it out.',
  },
  'segment-out-of-sequence': {
    text: 'The segment stands out of order',
    advice: 'Move it to its position.',
  },
  'segment-not-used': {
    text: 'The guide does not use this segment',
    advice: 'Leave it out.',
  },
  'segment-dependent-missing': {
    text: 'Other content makes this segment required',
    advice: 'Send it.',
  },
  'loop-under-minimum': {
    text: 'The guide requires this loop, or more of it',
    advice: 'Send it.',
  },
  'segment-under-minimum': {
    text: 'The guide requires this segment',
    advice: 'Send it.',
  },
  'segment-dependent-not-used': {
    text: 'Other content forbids this segment',
    advice: 'Leave it out.',
  },
  'loop-header-missing': {
    text: 'The LS that opens these loops is missing',
    advice: 'Send LS before the first of them.',
  },
  'loop-trailer-missing': {
    text: 'The LE that closes these loops is missing',
    advice: 'Send LE after the last of them.',
  },
  'segment-elements': {
    text: 'The segment has errors in its elements, which are not named',
    advice: 'Ask the partner which element is wrong.',
  },
} as const satisfies Record<string, ReasonText>;
