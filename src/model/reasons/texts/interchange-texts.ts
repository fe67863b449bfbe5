import type { ReasonText } from '../reason-row.js';

/** What the reasons of `interchange-reasons.ts` say, in the same order; those of `delimiter-texts.ts` are left out. */
export const INTERCHANGE_TEXTS = {
  'isa-width': {
    text: 'An element of the ISA does not have its fixed width',
    advice: 'Pad ids to 15 characters, ISA02 and ISA04 to 10.',
  },
  'isa-unreadable': {
    text: 'An ISA cannot be read, so its interchange was skipped as text',
    advice: 'Write an ISA of 16 elements, 106 bytes long.',
  },
  'isa-repetition-separator': {
    text: 'ISA11, the repetition separator, is not usable',
    advice: 'From version 00402 on ISA11 is the repetition separator, such as ^.',
  },
  'isa-standards-id': {
    text: 'ISA11 is not U, the standards id before version 00402',
    advice: 'Write U in ISA11, or raise ISA12 to 00402 or later.',
  },
  'isa-version': {
    text: 'ISA12 is not a version number',
    advice: 'Write five digits, such as 00501.',
  },
  'isa-version-unknown': {
    text: 'ISA12 is not a control version we know',
    advice: 'Use a published control version, such as 00401 or 00501.',
  },
  'isa-authorization-qualifier': {
    text: 'ISA01 is not a known qualifier',
    advice: 'Use 00 when there is no authorization information.',
  },
  'isa-authorization': {
    text: 'ISA02 does not fit ISA01',
    advice: 'Fill ISA02 with blanks when ISA01 is 00.',
  },
  'isa-security-qualifier': {
    text: 'ISA03 is not a known qualifier',
    advice: 'Use 00 when there is no security information.',
  },
  'isa-security': {
    text: 'ISA04 does not fit ISA03',
    advice: 'Fill ISA04 with blanks when ISA03 is 00.',
  },
  'isa-sender-qualifier': {
    text: 'ISA05 is not a known qualifier',
    advice: 'Use a published interchange id qualifier, such as ZZ.',
  },
  'isa-sender': {
    text: 'ISA06 is blank or malformed',
    advice: 'Write the sender id, padded to 15 characters.',
  },
  'isa-receiver-qualifier': {
    text: 'ISA07 is not a known qualifier',
    advice: 'Use a published interchange id qualifier, such as ZZ.',
  },
  'isa-receiver': {
    text: 'ISA08 is blank or malformed',
    advice: 'Write the receiver id, padded to 15 characters.',
  },
  'isa-receiver-unknown': {
    text: 'ISA08 names nobody who receives here',
    advice: 'Agree on the id with the receiver.',
  },
  'isa-date': {
    text: 'ISA09 is not a date',
    advice: 'Write YYMMDD.',
  },
  'isa-time': {
    text: 'ISA10 is not a time',
    advice: 'Write HHMM.',
  },
  'isa-control-number': {
    text: 'ISA13 is not a control number of nine digits',
    advice: 'Write nine digits.',
  },
  'isa-acknowledgment-requested': {
    text: 'ISA14 is not an acknowledgment request we know',
    advice: 'Write 0 or 1.',
  },
  'isa-usage': {
    text: 'ISA15 is not P, T or I',
    advice: 'Write P for production, T for test.',
  },
  'iea-missing': {
    text: 'The data ends before the IEA',
    advice: 'Send the interchange again, complete.',
  },
  'iea-control-number': {
    text: 'IEA02 differs from ISA13',
    advice: 'Write the control number of the ISA in the IEA.',
  },
  'iea-group-count': {
    text: 'IEA01 is not the number of functional groups',
    advice: 'Count the GS segments of the interchange.',
  },
  'interchange-structure': {
    text: 'An envelope segment stands where it may not',
    advice: 'Nest ISA, GS, ST, SE, GE and IEA in this order.',
  },
  'interchange-content': {
    text: 'A segment between ISA and IEA belongs to no functional group',
    advice: 'Only TA1, ISB, ISE, ISX and groups may stand between ISA and IEA.',
  },
  'interchange-empty': {
    text: 'The interchange holds neither a group nor a TA1',
    advice: 'Send at least one functional group or TA1.',
  },
  'interchange-duplicate': {
    text: 'An interchange with these ids and this number was read before',
    advice: 'Give every interchange its own ISA13.',
  },
  'group-header': {
    text: 'A mandatory element of the GS is missing or malformed',
    advice:
      'Fill GS01 to GS08: GS02 and GS03 with 2 to 15 characters and no separator, GS04 and GS05 with date and time, GS07 with X or T.',
  },
} as const satisfies Record<string, ReasonText>;
