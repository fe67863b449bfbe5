import type { AK905, IK304, IK403, IK502, TA105 } from './codes.js';

/** Why a finding was made: ours, closed, one row of {@link REASONS} each. */
export type Reason = keyof typeof REASONS;

/** What a reason means: its place in the standard's codes, how bad it is, what it says and what to do. */
export type ReasonRow = {
  readonly severity: 'error' | 'warning' | 'notice';
  /** WEDI SNIP type. */
  readonly snip: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** One clause without a full stop; never holds a value. */
  readonly text: string;
  /** What to do next; one sentence. */
  readonly advice: string;
} & (
  | { readonly level: 'interchange'; readonly code: TA105 }
  | { readonly level: 'group'; readonly code: AK905 }
  | { readonly level: 'transaction'; readonly code: IK502 }
  | { readonly level: 'segment'; readonly code: IK304 }
  | { readonly level: 'element'; readonly code: IK403 }
  | { readonly level: 'content'; readonly code?: undefined }
);

// Codes: TA105, AK905, IK502, IK304, IK403 by level. Several reasons may share one code; a content reason has none and
// never reaches an acknowledgment. Grouped by level, in the order of the codes.
export const REASONS = {
  'isa-width': {
    level: 'interchange', code: '022', severity: 'error', snip: 1,
    text: 'An element of the ISA does not have its fixed width',
    advice: 'Pad ISA elements to their fixed widths: ids to 15 characters, ISA02 and ISA04 to 10.',
  },
  'isa-unreadable': {
    level: 'interchange', code: '022', severity: 'error', snip: 1,
    text: 'An ISA cannot be read, so its interchange was skipped as text',
    advice: 'Write an ISA of 16 elements and fixed widths, 106 bytes long.',
  },
  'isa-terminator': {
    level: 'interchange', code: '004', severity: 'error', snip: 1,
    text: 'The segment terminator is not usable',
    advice: 'Use an ASCII character that is no letter, digit, blank or other delimiter.',
  },
  'isa-element-separator': {
    level: 'interchange', code: '026', severity: 'error', snip: 1,
    text: 'The element separator is not usable',
    advice: 'Use an ASCII character that is no letter, digit, blank or other delimiter.',
  },
  'isa-component-separator': {
    level: 'interchange', code: '027', severity: 'error', snip: 1,
    text: 'ISA16, the component separator, is not usable',
    advice: 'Use an ASCII character that is no letter, digit, blank or other delimiter.',
  },
  'isa-component-separator-missing': {
    level: 'interchange', code: '027', severity: 'error', snip: 1,
    text: 'ISA16 is missing: the segment terminator stands in its place',
    advice: 'Write the component separator as the last element of the ISA.',
  },
  'isa-repetition-separator': {
    level: 'interchange', code: '022', severity: 'error', snip: 1,
    text: 'ISA11 is not a usable repetition separator; repetitions are off',
    advice: 'From control version 00402 on ISA11 holds the repetition separator, such as ^.',
  },
  'isa-standards-id': {
    level: 'interchange', code: '016', severity: 'warning', snip: 1,
    text: 'ISA11 is not U, the only standards id before control version 00402',
    advice: 'Write U in ISA11, or raise ISA12 to 00402 or later.',
  },
  'isa-delimiters-collide': {
    level: 'interchange', code: '022', severity: 'error', snip: 1,
    text: 'Two delimiters are the same character',
    advice: 'Give element, component and repetition separator and terminator four different characters.',
  },
  'isa-version': {
    level: 'interchange', code: '017', severity: 'error', snip: 1,
    text: 'ISA12 is not a version number',
    advice: 'Write five digits, such as 00501.',
  },
  'isa-version-unknown': {
    level: 'interchange', code: '003', severity: 'error', snip: 1,
    text: 'ISA12 is not a control version we know',
    advice: 'Use a published control version, such as 00401 or 00501.',
  },
  'isa-authorization-qualifier': {
    level: 'interchange', code: '010', severity: 'error', snip: 1,
    text: 'ISA01 is not a known qualifier',
    advice: 'Use 00 when there is no authorization information.',
  },
  'isa-authorization': {
    level: 'interchange', code: '011', severity: 'error', snip: 1,
    text: 'ISA02 does not fit ISA01',
    advice: 'Fill ISA02 with blanks when ISA01 is 00.',
  },
  'isa-security-qualifier': {
    level: 'interchange', code: '012', severity: 'error', snip: 1,
    text: 'ISA03 is not a known qualifier',
    advice: 'Use 00 when there is no security information.',
  },
  'isa-security': {
    level: 'interchange', code: '013', severity: 'error', snip: 1,
    text: 'ISA04 does not fit ISA03',
    advice: 'Fill ISA04 with blanks when ISA03 is 00.',
  },
  'isa-sender-qualifier': {
    level: 'interchange', code: '005', severity: 'error', snip: 1,
    text: 'ISA05 is not a known qualifier',
    advice: 'Use a published interchange id qualifier, such as ZZ.',
  },
  'isa-sender': {
    level: 'interchange', code: '006', severity: 'error', snip: 1,
    text: 'ISA06 is blank or malformed',
    advice: 'Write the sender id, padded to 15 characters.',
  },
  'isa-receiver-qualifier': {
    level: 'interchange', code: '007', severity: 'error', snip: 1,
    text: 'ISA07 is not a known qualifier',
    advice: 'Use a published interchange id qualifier, such as ZZ.',
  },
  'isa-receiver': {
    level: 'interchange', code: '008', severity: 'error', snip: 1,
    text: 'ISA08 is blank or malformed',
    advice: 'Write the receiver id, padded to 15 characters.',
  },
  'isa-date': {
    level: 'interchange', code: '014', severity: 'error', snip: 1,
    text: 'ISA09 is not a date',
    advice: 'Write YYMMDD.',
  },
  'isa-time': {
    level: 'interchange', code: '015', severity: 'error', snip: 1,
    text: 'ISA10 is not a time',
    advice: 'Write HHMM.',
  },
  'isa-control-number': {
    level: 'interchange', code: '018', severity: 'error', snip: 1,
    text: 'ISA13 is not a control number of nine digits',
    advice: 'Write nine digits.',
  },
  'isa-acknowledgment-requested': {
    level: 'interchange', code: '019', severity: 'error', snip: 1,
    text: 'ISA14 is not an acknowledgment request we know',
    advice: 'Write 0 or 1.',
  },
  'isa-usage': {
    level: 'interchange', code: '020', severity: 'error', snip: 1,
    text: 'ISA15 is not P, T or I',
    advice: 'Write P for production, T for test.',
  },
  'isb-grade-of-service': {
    level: 'interchange', code: '031', severity: 'error', snip: 1,
    text: 'ISB01 is not a grade of service',
    advice: 'Write 0, 1 or 2.',
  },
  'ise-date': {
    level: 'interchange', code: '028', severity: 'error', snip: 1,
    text: 'ISE01 is not a date',
    advice: 'Write YYMMDD.',
  },
  'ise-time': {
    level: 'interchange', code: '029', severity: 'error', snip: 1,
    text: 'ISE02 is not a time',
    advice: 'Write HHMM.',
  },
  'ise-time-code': {
    level: 'interchange', code: '030', severity: 'error', snip: 1,
    text: 'ISE03 is not a time code',
    advice: 'Write a two-character time code.',
  },
  'iea-missing': {
    level: 'interchange', code: '023', severity: 'error', snip: 1,
    text: 'The data ends before the IEA',
    advice: 'Send the interchange again, complete.',
  },
  'iea-control-number': {
    level: 'interchange', code: '001', severity: 'error', snip: 1,
    text: 'IEA02 differs from ISA13',
    advice: 'Write the control number of the ISA in the IEA.',
  },
  'iea-group-count': {
    level: 'interchange', code: '021', severity: 'error', snip: 1,
    text: 'IEA01 is not the number of functional groups',
    advice: 'Count the GS segments of the interchange.',
  },
  'interchange-structure': {
    level: 'interchange', code: '022', severity: 'error', snip: 1,
    text: 'An envelope segment stands where it may not',
    advice: 'Nest ISA, GS, ST, SE, GE and IEA in this order.',
  },
  'interchange-content': {
    level: 'interchange', code: '024', severity: 'error', snip: 1,
    text: 'A segment between ISA and IEA belongs to no functional group',
    advice: 'Only TA1, ISB, ISE, ISX and groups may stand between ISA and IEA.',
  },
  'interchange-empty': {
    level: 'interchange', code: '024', severity: 'error', snip: 1,
    text: 'The interchange holds neither a group nor a TA1',
    advice: 'Send at least one functional group or TA1.',
  },
  'interchange-duplicate': {
    level: 'interchange', code: '025', severity: 'error', snip: 1,
    text: 'An interchange with these ids and this control number was read before',
    advice: 'Give every interchange its own ISA13.',
  },
  'ta1-place': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'A TA1 stands behind a functional group',
    advice: 'Write TA1 segments before the first GS.',
  },
  'control-number-format': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'Header and trailer write the same control number differently',
    advice: 'Write control numbers alike in header and trailer.',
  },
  'count-format': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'A count in a trailer has needless leading zeros',
    advice: 'Write counts without leading zeros.',
  },
  'byte-order-mark': {
    level: 'content', severity: 'notice', snip: 1,
    text: 'The input begins with a byte order mark',
    advice: 'Write X12 without a byte order mark.',
  },
  'leading-layout': {
    level: 'content', severity: 'notice', snip: 1,
    text: 'White space stands before the ISA',
    advice: 'Begin the file with ISA.',
  },
  'text-outside': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'Text stands outside the interchanges',
    advice: 'Remove what is not X12, such as mail or VAN headers.',
  },
  'layout-blanks': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'Blanks or tabs stand between a terminator and the next segment',
    advice: 'Write nothing but a line break between segments.',
  },
  'terminator-line-break': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'Segments end in CRLF though LF is the terminator; the CR is dropped',
    advice: 'Write the line break that the ISA declares.',
  },
  'encoding-invalid': {
    level: 'content', severity: 'notice', snip: 1,
    text: 'A segment is not valid in the declared encoding and is read as ISO 8859-1',
    advice: 'Write UTF-8, or name the encoding when reading.',
  },
  'trailing-separators': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'Separators stand at the end of a segment, composite or repetition',
    advice: 'Do not send trailing empty elements.',
  },
  'findings-limit': {
    level: 'content', severity: 'error', snip: 1,
    text: 'More findings were made than are kept',
    advice: 'Correct the first ones, or raise the limit.',
  },
  'group-trailer-missing': {
    level: 'group', code: '3', severity: 'error', snip: 1,
    text: 'The functional group has no GE',
    advice: 'End every group with a GE.',
  },
  'group-control-number': {
    level: 'group', code: '4', severity: 'error', snip: 1,
    text: 'GE02 differs from GS06',
    advice: 'Write the control number of the GS in the GE.',
  },
  'group-transaction-count': {
    level: 'group', code: '5', severity: 'error', snip: 1,
    text: 'GE01 is not the number of transaction sets',
    advice: 'Count the ST segments of the group.',
  },
  'group-control-number-syntax': {
    level: 'group', code: '6', severity: 'error', snip: 1,
    text: 'GS06 is not a number of one to nine digits',
    advice: 'Write one to nine digits.',
  },
  'group-duplicate': {
    level: 'group', code: '19', severity: 'error', snip: 1,
    text: 'Another group of this interchange has the same GS01, GS02, GS03 and GS06',
    advice: 'Give every group its own GS06.',
  },
  'group-functional-id': {
    level: 'group', code: '1', severity: 'error', snip: 1,
    text: 'GS01 is not a functional identifier code',
    advice: 'Use the code that belongs to the transaction set, such as HS for a 270.',
  },
  'group-version': {
    level: 'group', code: '2', severity: 'error', snip: 1,
    text: 'GS08 is not a version, release and industry id',
    advice: 'Write GS08 as in 005010X279A1 or 004010.',
  },
  'group-header': {
    level: 'interchange', code: '024', severity: 'error', snip: 1,
    text: 'The GS cannot be read: a mandatory element is missing or malformed',
    advice: 'Fill GS01 to GS08.',
  },
  'group-empty': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'The functional group holds no transaction set',
    advice: 'Send groups only with transaction sets.',
  },
  'transaction-trailer-missing': {
    level: 'transaction', code: '2', severity: 'error', snip: 1,
    text: 'The transaction set has no SE',
    advice: 'End every transaction set with an SE.',
  },
  'transaction-control-number': {
    level: 'transaction', code: '3', severity: 'error', snip: 1,
    text: 'SE02 differs from ST02',
    advice: 'Write the control number of the ST in the SE, leading zeros included.',
  },
  'transaction-segment-count': {
    level: 'transaction', code: '4', severity: 'error', snip: 1,
    text: 'SE01 is not the number of segments',
    advice: 'Count from ST to SE, both included.',
  },
  'transaction-id': {
    level: 'transaction', code: '6', severity: 'error', snip: 1,
    text: 'ST01 is missing or no transaction set id',
    advice: 'Write the three digits of the transaction set.',
  },
  'transaction-control-number-syntax': {
    level: 'transaction', code: '7', severity: 'error', snip: 1,
    text: 'ST02 is missing or not of four to nine characters',
    advice: 'Write four to nine characters, such as 0001.',
  },
  'transaction-not-in-group': {
    level: 'transaction', code: '18', severity: 'error', snip: 1,
    text: 'ST01 does not belong to the functional id in GS01',
    advice: 'Put the set into a group of its own functional id.',
  },
  'transaction-implementation': {
    level: 'transaction', code: '19', severity: 'error', snip: 1,
    text: 'ST03 does not agree with GS08',
    advice: 'Write the same implementation reference in ST03 and GS08.',
  },
  'transaction-duplicate': {
    level: 'transaction', code: '23', severity: 'error', snip: 1,
    text: 'Another set of this group has the same ST02',
    advice: 'Give every set of a group its own ST02.',
  },
  'transaction-unsupported': {
    level: 'transaction', code: '1', severity: 'error', snip: 1,
    text: 'The transaction set is not one that this engine was given a guide for',
    advice: 'Pass a guide for it.',
  },
  'implementation-unsupported': {
    level: 'transaction', code: 'I6', severity: 'error', snip: 2,
    text: 'The implementation is not one that this engine was given a guide for',
    advice: 'Pass a guide for it.',
  },
  'guide-alias': {
    level: 'content', severity: 'notice', snip: 2,
    text: 'The guide of another maintenance level of the same implementation was used',
    advice: 'Nothing, unless the levels differ for you.',
  },
  'guide-base': {
    level: 'content', severity: 'notice', snip: 2,
    text: 'No guide for this implementation: the base standard was used',
    advice: 'Pass a guide for it.',
  },
  'guide-dictionary': {
    level: 'content', severity: 'notice', snip: 2,
    text: 'No guide for this set: segments were read by the dictionary alone',
    advice: 'Pass a guide for it.',
  },
  'guide-none': {
    level: 'content', severity: 'notice', snip: 2,
    text: 'Neither guide nor dictionary for this release: segments were read as they stand',
    advice: 'Pass a guide or a dictionary.',
  },
  'segment-unknown': {
    level: 'segment', code: '1', severity: 'error', snip: 1,
    text: 'The segment id is in no dictionary',
    advice: 'Correct the segment id; if a terminator stands in the data before it, remove that.',
  },
  'segment-empty': {
    level: 'segment', code: '1', severity: 'error', snip: 1,
    text: 'A segment is empty: two terminators stand side by side',
    advice: 'Remove the second terminator.',
  },
  'segment-indented': {
    level: 'segment', code: '1', severity: 'warning', snip: 1,
    text: 'Blanks stand before the segment id',
    advice: 'Write the segment id right after the terminator.',
  },
  'segment-unexpected': {
    level: 'segment', code: '2', severity: 'error', snip: 1,
    text: 'The segment belongs to this set but not to this place',
    advice: 'Move it to its loop, or send the loop header before it.',
  },
  'segment-mandatory-missing': {
    level: 'segment', code: '3', severity: 'error', snip: 1,
    text: 'A segment that the standard makes mandatory is missing',
    advice: 'Send it.',
  },
  'loop-over-maximum': {
    level: 'segment', code: '4', severity: 'error', snip: 1,
    text: 'The loop occurs more often than allowed',
    advice: 'Send fewer occurrences.',
  },
  'segment-over-maximum': {
    level: 'segment', code: '5', severity: 'error', snip: 1,
    text: 'The segment occurs more often than allowed',
    advice: 'Send fewer occurrences.',
  },
  'segment-not-in-set': {
    level: 'segment', code: '6', severity: 'error', snip: 1,
    text: 'The segment is not part of this transaction set',
    advice: 'Leave it out.',
  },
  'segment-out-of-sequence': {
    level: 'segment', code: '7', severity: 'error', snip: 1,
    text: 'The segment stands out of order',
    advice: 'Move it to its position.',
  },
  'segment-not-used': {
    level: 'segment', code: 'I4', severity: 'error', snip: 2,
    text: 'The guide does not use this segment',
    advice: 'Leave it out.',
  },
  'segment-dependent-missing': {
    level: 'segment', code: 'I6', severity: 'error', snip: 4,
    text: 'The content of another segment makes this segment required',
    advice: 'Send it.',
  },
  'loop-under-minimum': {
    level: 'segment', code: 'I7', severity: 'error', snip: 2,
    text: 'The guide requires this loop, or more of it',
    advice: 'Send it.',
  },
  'segment-under-minimum': {
    level: 'segment', code: 'I8', severity: 'error', snip: 2,
    text: 'The guide requires this segment',
    advice: 'Send it.',
  },
  'segment-dependent-not-used': {
    level: 'segment', code: 'I9', severity: 'error', snip: 4,
    text: 'The content of another segment forbids this segment',
    advice: 'Leave it out.',
  },
  'loop-header-missing': {
    level: 'segment', code: '3', severity: 'error', snip: 1,
    text: 'The LS that opens these loops is missing',
    advice: 'Send LS before the first of them.',
  },
  'loop-trailer-missing': {
    level: 'segment', code: '3', severity: 'error', snip: 1,
    text: 'The LE that closes these loops is missing',
    advice: 'Send LE after the last of them.',
  },
  'segment-truncated': {
    level: 'transaction', code: '2', severity: 'error', snip: 1,
    text: 'The data ends inside a segment',
    advice: 'Send the interchange again, complete.',
  },
  'element-mandatory-missing': {
    level: 'element', code: '1', severity: 'error', snip: 1,
    text: 'An element that the standard makes mandatory is missing',
    advice: 'Send it.',
  },
  'element-conditional-missing': {
    level: 'element', code: '2', severity: 'error', snip: 1,
    text: 'A syntax note makes this element required',
    advice: 'Send it, or leave out the element that requires it.',
  },
  'element-surplus': {
    level: 'element', code: '3', severity: 'error', snip: 1,
    text: 'The segment has more elements than defined',
    advice: 'Leave out the last ones.',
  },
  'element-too-short': {
    level: 'element', code: '4', severity: 'error', snip: 1,
    text: 'The element is too short',
    advice: 'Keep to the minimum length.',
  },
  'element-too-long': {
    level: 'element', code: '5', severity: 'error', snip: 1,
    text: 'The element is too long',
    advice: 'Keep to the maximum length.',
  },
  'element-character': {
    level: 'element', code: '6', severity: 'error', snip: 1,
    text: 'The element holds a character that may not occur there',
    advice: 'Remove control characters and other characters outside the agreed set.',
  },
  'element-not-numeric': {
    level: 'element', code: '6', severity: 'error', snip: 1,
    text: 'The element is not a number of its type',
    advice: 'Write digits, a leading minus, and for decimals a point; nothing else.',
  },
  'element-blank': {
    level: 'element', code: '6', severity: 'error', snip: 1,
    text: 'The element holds only blanks',
    advice: 'Send a value or leave the element out.',
  },
  'element-code': {
    level: 'element', code: '7', severity: 'error', snip: 1,
    text: 'The code is not in the code list of the standard',
    advice: 'Use a listed code.',
  },
  'element-date': {
    level: 'element', code: '8', severity: 'error', snip: 1,
    text: 'The element is not a date of its format',
    advice: 'Write CCYYMMDD, or as the qualifier says.',
  },
  'element-time': {
    level: 'element', code: '9', severity: 'error', snip: 1,
    text: 'The element is not a time of its format',
    advice: 'Write HHMM, HHMMSS or with decimals, at most 2359.',
  },
  'element-exclusive': {
    level: 'element', code: '10', severity: 'error', snip: 1,
    text: 'A syntax note forbids this element beside another',
    advice: 'Send only one of them.',
  },
  'element-repetitions': {
    level: 'element', code: '12', severity: 'error', snip: 1,
    text: 'The element repeats more often than allowed',
    advice: 'Send fewer repetitions.',
  },
  'component-surplus': {
    level: 'element', code: '13', severity: 'error', snip: 1,
    text: 'The element has more components than defined',
    advice: 'Leave out the last ones.',
  },
  'element-code-not-used': {
    level: 'element', code: 'I6', severity: 'error', snip: 2,
    text: 'The guide does not use this code',
    advice: 'Use a code that the guide lists.',
  },
  'element-required-missing': {
    level: 'element', code: 'I9', severity: 'error', snip: 2,
    text: 'The guide requires this element',
    advice: 'Send it.',
  },
  'element-dependent-missing': {
    level: 'element', code: 'I9', severity: 'error', snip: 4,
    text: 'Other content makes this element required',
    advice: 'Send it.',
  },
  'element-not-used': {
    level: 'element', code: 'I10', severity: 'error', snip: 2,
    text: 'The guide does not use this element',
    advice: 'Leave it out.',
  },
  'element-repetitions-few': {
    level: 'element', code: 'I11', severity: 'error', snip: 2,
    text: 'The element repeats less often than the guide requires',
    advice: 'Send more repetitions.',
  },
  'element-pattern': {
    level: 'element', code: 'I12', severity: 'error', snip: 2,
    text: 'The element does not have the form that the guide prescribes',
    advice: 'Write it in that form.',
  },
  'element-dependent-not-used': {
    level: 'element', code: 'I13', severity: 'error', snip: 4,
    text: 'Other content forbids this element',
    advice: 'Leave it out.',
  },
  'element-number-format': {
    level: 'content', severity: 'warning', snip: 1,
    text: 'The number is written with needless zeros, sign or point',
    advice: 'Write numbers in their shortest form.',
  },
  'binary-length': {
    level: 'element', code: '6', severity: 'error', snip: 1,
    text: 'The declared length of the binary data is not a number or does not fit the data',
    advice: 'Declare the number of octets.',
  },
  'binary-too-long': {
    level: 'element', code: '5', severity: 'error', snip: 1,
    text: 'The binary data is longer than declared',
    advice: 'Declare the number of octets.',
  },
  'binary-too-short': {
    level: 'element', code: '4', severity: 'error', snip: 1,
    text: 'The binary data is shorter than declared',
    advice: 'Declare the number of octets.',
  },
  'hl-id': {
    level: 'element', code: 'I12', severity: 'error', snip: 2,
    text: 'HL01 does not count 1, 2, 3 through the set',
    advice: 'Number HL segments from 1 in each set.',
  },
  'hl-id-duplicate': {
    level: 'element', code: '7', severity: 'error', snip: 1,
    text: 'HL01 occurs twice in the set',
    advice: 'Give every HL its own number.',
  },
  'hl-parent': {
    level: 'element', code: '7', severity: 'error', snip: 1,
    text: 'HL02 does not name the HL above it',
    advice: 'Name the HL01 of the parent level.',
  },
  'hl-child-code': {
    level: 'element', code: '7', severity: 'warning', snip: 2,
    text: 'HL04 does not tell whether a child level follows',
    advice: 'Write 1 when a child HL follows, else 0.',
  },
  'loop-identifier': {
    level: 'element', code: '7', severity: 'error', snip: 1,
    text: 'LE01 differs from LS01',
    advice: 'Write the same loop identifier in LS and LE.',
  },
  'rule-balance': {
    level: 'content', severity: 'error', snip: 3,
    text: 'Amounts or counts that must agree do not',
    advice: 'Correct the amounts.',
  },
  'rule-content': {
    level: 'content', severity: 'error', snip: 4,
    text: 'A rule of the guide is broken',
    advice: 'See the rule in the guide.',
  },
  'rule-unchecked': {
    level: 'content', severity: 'notice', snip: 4,
    text: 'A rule reaches beyond the loop that was streamed and was not checked',
    advice: 'Read the set as a whole to check it.',
  },
  'value-type': {
    level: 'element', code: '6', severity: 'error', snip: 1,
    text: 'The value has a JSON type or form that this element cannot hold',
    advice: 'See the guide for the JSON type of this element.',
  },
  'delimiter-in-data': {
    level: 'element', code: '6', severity: 'error', snip: 1,
    text: 'A delimiter stands in the value; X12 has no escape',
    advice: 'Choose other delimiters, or change the value.',
  },
  'character-unencodable': {
    level: 'element', code: '6', severity: 'error', snip: 1,
    text: 'A character of the value does not exist in the output encoding',
    advice: 'Write UTF-8, or repair the value.',
  },
  'property-unknown': {
    level: 'content', severity: 'error', snip: 2,
    text: 'The guide has no such property',
    advice: 'Use the key that the guide gives.',
  },
} as const satisfies Record<string, ReasonRow>;
