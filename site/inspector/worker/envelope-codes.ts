/** What codes of the envelopes mean, which no guide lists: element by element. */
const ID_QUALIFIERS = {
  '01': 'D-U-N-S number',
  '02': 'SCAC, a carrier',
  '08': 'UCC communications id',
  '12': 'telephone number',
  '14': 'D-U-N-S number with suffix',
  '20': 'Health Industry Number',
  '27': 'carrier id of Medicare',
  '28': 'fiscal intermediary id of Medicare',
  '29': 'provider and supplier id of Medicare',
  '30': 'federal tax id',
  '33': 'NAIC company code',
  ZZ: 'agreed between the partners',
} as const;

const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ISA01: { '00': 'no authorization information', '03': 'additional data' },
  ISA03: { '00': 'no security information', '01': 'password' },
  ISA05: ID_QUALIFIERS,
  ISA07: ID_QUALIFIERS,
  ISA14: { '0': 'no TA1 is asked for', '1': 'a TA1 is asked for' },
  ISA15: { P: 'production', T: 'test', I: 'information' },
  GS01: {
    BE: 'benefit enrollment (834)',
    FA: 'acknowledgment (997, 999)',
    HB: 'eligibility answer (271)',
    HC: 'health care claim (837)',
    HI: 'services review (278)',
    HN: 'claim status or acknowledgment (277)',
    HP: 'claim payment (835)',
    HR: 'claim status request (276)',
    HS: 'eligibility inquiry (270)',
    IN: 'invoice (810)',
    PO: 'purchase order (850)',
    PR: 'purchase order acknowledgment (855)',
    RA: 'payment order (820)',
    SH: 'ship notice (856)',
  },
  GS07: { X: 'Accredited Standards Committee X12', T: 'Transportation Data Coordinating Committee' },
  TA104: { A: 'accepted', E: 'accepted with errors', R: 'rejected' },
};

/** `''` for a code that is not listed. */
export function envelopeCodeName(reference: string, code: string): string {
  const codes = CODES[reference];
  return codes !== undefined && Object.hasOwn(codes, code) ? (codes[code] ?? '') : '';
}

/** Elements of the control segments, by the numbers that dictionaries have in place of their names. */
const CONTROL_ELEMENTS: Readonly<Record<string, string>> = {
  '97': 'Number of Transaction Sets Included',
  '124': 'Application Receivers Code',
  I01: 'Authorization Information Qualifier',
  I02: 'Authorization Information',
  I03: 'Security Information Qualifier',
  I04: 'Security Information',
  I05: 'Interchange ID Qualifier',
  I06: 'Interchange Sender ID',
  I07: 'Interchange Receiver ID',
  I08: 'Interchange Date',
  I09: 'Interchange Time',
  I10: 'Interchange Control Standards Identifier',
  I11: 'Interchange Control Version Number',
  I12: 'Interchange Control Number',
  I13: 'Acknowledgment Requested',
  I14: 'Interchange Usage Indicator',
  I15: 'Component Element Separator',
  I16: 'Number of Included Functional Groups',
  I17: 'Interchange Acknowledgment Code',
  I18: 'Interchange Note Code',
  I65: 'Repetition Separator',
};

/** The name of an element that a dictionary knows by its number alone. */
export function controlElementName(title: string): string | undefined {
  return Object.hasOwn(CONTROL_ELEMENTS, title) ? CONTROL_ELEMENTS[title] : undefined;
}
