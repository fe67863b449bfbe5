import type { Reason } from '../../model/reasons.js';

/**
 * What is wrong with a place whose name is known: said behind the name. A reason that has none here is told by its own
 * sentence.
 */
export const FAULTS: Readonly<Partial<Record<Reason, string>>> = {
  'element-mandatory-missing': 'is missing; the standard makes it mandatory',
  'element-required-missing': 'is missing; this guide requires it',
  'element-conditional-missing': 'is missing; a syntax note requires it',
  'element-dependent-missing': 'is missing; other content requires it',
  'element-too-short': 'is too short',
  'element-too-long': 'is too long',
  'element-digits': 'has more digits than this guide allows',
  'element-character-set': 'has a character that is not of the agreed set',
  'element-character': 'has a control character, such as a line break or a tab',
  'element-not-numeric': 'is not a number of its type',
  'element-blank': 'has only blanks',
  'element-code': 'has a code that is not in the code list',
  'element-code-not-used': 'has a code that this guide does not use',
  'element-date': 'is not a date of its format',
  'element-time': 'is not a time of its format',
  'element-exclusive': 'may not stand beside another element; a syntax note forbids it',
  'element-repetitions': 'repeats more often than allowed',
  'element-repetitions-few': 'repeats less often than this guide requires',
  'element-repetition-empty': 'has an empty repetition before another',
  'element-surplus': 'has more elements than defined',
  'component-surplus': 'has more components than defined',
  'element-not-used': 'is not used by this guide',
  'element-pattern': 'does not have the form that this guide prescribes',
  'element-dependent-not-used': 'may not be sent; other content forbids it',
  'value-type': 'cannot hold such a value',
  'delimiter-in-data': 'contains a delimiter, and X12 has no escape',
  'character-unencodable': 'has a character that the output encoding lacks',
  'trailing-blanks': 'has blanks at its end',
  'element-number-format': 'has needless zeros, sign or point',
  'segment-mandatory-missing': 'is missing; the standard makes it mandatory',
  'segment-under-minimum': 'is missing; this guide requires it',
  'loop-under-minimum': 'is missing; this guide requires it',
  'segment-over-maximum': 'occurs more often than allowed',
  'loop-over-maximum': 'occurs more often than allowed',
  'segment-dependent-missing': 'is missing; other content requires it',
  'segment-dependent-not-used': 'may not be sent; other content forbids it',
  'rule-balance': 'does not agree with other amounts or counts',
  'rule-content': 'breaks a rule of this guide',
  'property-repeated': 'stands there twice, under two keys',
};

/** Of a value that is there and wrong: what may stand in its place is told beside. */
export const VALUE_REASONS: ReadonlySet<Reason> = new Set<Reason>([
  'value-type',
  'element-not-numeric',
  'element-blank',
]);

export const MISSING_REASONS: ReadonlySet<Reason> = new Set<Reason>([
  'element-mandatory-missing',
  'element-required-missing',
  'element-conditional-missing',
  'element-dependent-missing',
  'segment-mandatory-missing',
  'segment-under-minimum',
  'segment-dependent-missing',
  'loop-under-minimum',
]);
