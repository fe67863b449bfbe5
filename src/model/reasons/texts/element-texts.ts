import type { ReasonText } from '../reason-row.js';

/** What the reasons of `element-reasons.ts` say, in the same order. */
export const ELEMENT_TEXTS = {
  'element-mandatory-missing': {
    text: 'The standard makes this element mandatory',
    advice: 'Send it.',
  },
  'element-conditional-missing': {
    text: 'A syntax note makes this element required',
    advice: 'Send it, or leave out the element that requires it.',
  },
  'element-surplus': {
    text: 'The segment has more elements than defined',
    advice: 'Leave out the last ones.',
  },
  'element-too-short': {
    text: 'The element is too short',
    advice: 'Keep to the minimum length.',
  },
  'element-too-long': {
    text: 'The element is too long',
    advice: 'Keep to the maximum length.',
  },
  'element-digits': {
    text: 'The number has more digits than the guide allows',
    advice: 'Keep amounts to ten digits, cents included.',
  },
  'element-character-set': {
    text: 'A character of the element is outside of the character set',
    advice: 'Write it with characters of the set, or repair it.',
  },
  'element-character': {
    text: 'The element holds a character that may not occur there',
    advice: 'Remove it.',
  },
  'element-not-numeric': {
    text: 'The element is not a number of its type',
    advice: 'Write digits, a leading minus, and for decimals a point; nothing else.',
  },
  'element-blank': {
    text: 'The element holds only blanks',
    advice: 'Send a value or leave the element out.',
  },
  'element-code': {
    text: 'The code is not in the code list of the standard',
    advice: 'Use a listed code.',
  },
  'element-date': {
    text: 'The element is not a date of its format',
    advice: 'Write CCYYMMDD, or as the qualifier says.',
  },
  'element-time': {
    text: 'The element is not a time of its format',
    advice: 'Write HHMM, HHMMSS or with decimals, at most 2359.',
  },
  'element-exclusive': {
    text: 'A syntax note forbids this element beside another',
    advice: 'Send only one of them.',
  },
  'element-repetitions': {
    text: 'The element repeats more often than allowed',
    advice: 'Send fewer repetitions.',
  },
  'element-repetition-empty': {
    text: 'A repetition is empty although another follows',
    advice: 'Leave the empty one out.',
  },
  'component-surplus': {
    text: 'The element has more components than defined',
    advice: 'Leave out the last ones.',
  },
  'element-code-not-used': {
    text: 'The guide does not use this code',
    advice: 'Use a code that the guide lists.',
  },
  'element-required-missing': {
    text: 'The guide requires this element',
    advice: 'Send it.',
  },
  'element-dependent-missing': {
    text: 'Other content makes this element required',
    advice: 'Send it.',
  },
  'element-not-used': {
    text: 'The guide does not use this element',
    advice: 'Leave it out.',
  },
  'hl-child-code-not-used': {
    text: 'HL04 is 0 at a last level; the guide leaves it out',
    advice: 'Leave HL04 out at the last level.',
  },
  'element-repetitions-few': {
    text: 'The element repeats less often than the guide requires',
    advice: 'Send more repetitions.',
  },
  'element-pattern': {
    text: 'The element does not have the form that the guide prescribes',
    advice: 'Write it in that form.',
  },
  'element-dependent-not-used': {
    text: 'Other content forbids this element',
    advice: 'Leave it out.',
  },
  'binary-length': {
    text: 'The declared length of the binary data is no number or does not fit',
    advice: 'Declare the number of octets.',
  },
  'binary-too-long': {
    text: 'The binary data is longer than declared',
    advice: 'Declare the number of octets.',
  },
  'binary-too-short': {
    text: 'The binary data is shorter than declared',
    advice: 'Declare the number of octets.',
  },
  'hl-id': {
    text: 'HL01 does not count 1, 2, 3 through the set',
    advice: 'Number HL segments from 1 in each set.',
  },
  'hl-id-duplicate': {
    text: 'HL01 occurs twice in the set',
    advice: 'Give every HL its own number.',
  },
  'hl-parent': {
    text: 'HL02 does not name the HL above it',
    advice: 'Name the HL01 of the parent level.',
  },
  'hl-child-code': {
    text: 'HL04 does not tell whether a child level follows',
    advice: 'Write 1 when a child HL follows, else 0.',
  },
  'loop-identifier': {
    text: 'LE01 differs from LS01',
    advice: 'Write the same loop identifier in LS and LE.',
  },
  'value-type': {
    text: 'The value has a JSON type or form that its place cannot hold',
    advice: 'Look up in the guide what stands there.',
  },
  'delimiter-in-data': {
    text: 'A delimiter stands in the value; X12 has no escape',
    advice: 'Leave it out of the value, or write with delimiters that no value has.',
  },
  'character-unencodable': {
    text: 'A character of the value does not exist in the output encoding',
    advice: 'Write UTF-8, or repair the value.',
  },
} as const satisfies Record<string, ReasonText>;
