import type { ReasonText } from '../reason-row.js';

/** What the reasons of `content-reasons.ts` say, in the same order. */
export const CONTENT_TEXTS = {
  'ta1-place': {
    text: 'A TA1 stands behind a functional group',
    advice: 'Write TA1 segments before the first GS.',
  },
  'ta1-value': {
    text: 'A TA1 element is missing or malformed, or TA105 contradicts TA104',
    advice: 'Repeat ISA13, ISA09 and ISA10; write A with 000, or E or R with a code.',
  },
  'envelope-surplus': {
    text: 'An envelope segment has more elements than defined; the surplus is not kept',
    advice: 'End GS behind GS08, GE and IEA behind the second element, TA1 behind TA105.',
  },
  'control-number-format': {
    text: 'Header and trailer write the same control number differently',
    advice: 'Write control numbers alike in header and trailer.',
  },
  'count-format': {
    text: 'A count in a trailer has needless leading zeros',
    advice: 'Write counts without leading zeros.',
  },
  'byte-order-mark': {
    text: 'The input begins with a byte order mark',
    advice: 'Write X12 without a byte order mark.',
  },
  'leading-layout': {
    text: 'White space stands before the ISA',
    advice: 'Begin the file with ISA.',
  },
  'text-outside': {
    text: 'Text stands outside the interchanges',
    advice: 'Remove what is not X12, such as mail or VAN headers.',
  },
  'layout-blanks': {
    text: 'Blanks or tabs stand between a terminator and the next segment',
    advice: 'Write nothing but a line break between segments.',
  },
  'terminator-line-break': {
    text: 'Segments end in CRLF though LF is the terminator; the CR is dropped',
    advice: 'Write the line break that the ISA declares.',
  },
  'encoding-invalid': {
    text: 'A segment is not valid in its encoding and is read as ISO 8859-1',
    advice: 'Write UTF-8, or name the encoding when reading.',
  },
  'trailing-separators': {
    text: 'Separators stand at the end of a segment, composite or repetition',
    advice: 'Do not send trailing empty elements.',
  },
  'trailing-blanks': {
    text: 'Blanks stand at the end of an element',
    advice: 'Send them only to reach the minimum length.',
  },
  'findings-limit': {
    text: 'More findings were made than are kept',
    advice: 'Correct the first ones, or raise the limit.',
  },
  'loop-nesting': {
    text: 'Loops are nested deeper here than is written',
    advice: 'Nest fewer, or raise limits.depth.',
  },
  'group-empty': {
    text: 'The functional group holds no transaction set',
    advice: 'Send groups only with transaction sets.',
  },
  'guide-alias': {
    text: 'The guide of another maintenance level was used',
    advice: 'Nothing, unless the levels differ for you.',
  },
  'guide-base': {
    text: 'No guide for this implementation: the base standard was used',
    advice: 'Pass a guide for it.',
  },
  'guide-dictionary': {
    text: 'No guide for this set: segments were checked by the dictionary alone',
    advice: 'Pass a guide for it.',
  },
  'guide-none': {
    text: 'No guide or dictionary is known to fit: segments were read as they stand',
    advice: 'Look at ST, and at GS, which names the release; pass a guide or a dictionary of that set and release.',
  },
  'element-number-format': {
    text: 'The number is written with needless zeros, sign or point',
    advice: 'Write numbers in their shortest form.',
  },
  'rule-balance': {
    text: 'Amounts or counts that must agree do not',
    advice: 'Correct the amounts.',
  },
  'rule-content': {
    text: 'A rule of the guide is broken',
    advice: 'See the rule in the guide.',
  },
  'rule-unchecked': {
    text: 'A rule reaches beyond the streamed loop and was not checked',
    advice: 'Read the set as a whole to check it.',
  },
  'property-unknown': {
    text: 'The guide has no such property',
    advice: 'Use the key that the guide gives.',
  },
  'property-repeated': {
    text: 'Two properties of one object name the same place',
    advice: 'Keep one of them: the key that the guide gives.',
  },
  'acknowledgment-code': {
    text: 'An acknowledgment gives a code that the standard does not have',
    advice: 'Ask the partner what the code means.',
  },
} as const satisfies Record<string, ReasonText>;
