/** Makes a text that its element takes out of any text: the same out of the same. */
export type LawfulText = (text: string) => string;

/** One of the codes, chosen by the text. */
export function oneOf(...codes: readonly string[]): LawfulText {
  return (text) => codes[weightOf(text) % codes.length] ?? '';
}

function weightOf(text: string): number {
  let weight = text.length;
  for (let at = 0; at < text.length; at++) weight = (weight * 31 + text.charCodeAt(at)) % 65_521;
  return weight;
}

function digits(length: number): LawfulText {
  return (text) => `${weightOf(text)}`.repeat(length).slice(0, length);
}

function sized(least: number, most: number): LawfulText {
  return (text) => text.slice(0, most).padEnd(least, '0');
}

const STATE = oneOf('OH', 'TX', 'CA', 'NY', 'FL');
const COUNTRY = oneOf('MX', 'DE', 'GB');
const MODIFIER = oneOf('25', '59', 'LT', 'RT', 'GA');
const POINTER = oneOf('1', '2');
const PLACE = oneOf('11', '12', '22', '41');
const DAY = oneOf('20260105', '20260109', '20251231');
const ID = sized(2, 30);
const PHONE: LawfulText = (text) => `2${digits(2)(text)}555${digits(4)(text)}`;
const SUFFIX = oneOf('JR', 'SR', 'III');

/** By name, wherever the property stands: what the schema leaves open, and the guide does not. */
const LAWFUL_TEXTS: Readonly<Record<string, LawfulText>> = {
  state: STATE,
  autoAccidentStateCode: STATE,
  countryCode: COUNTRY,
  autoAccidentCountryCode: COUNTRY,
  countrySubDivisionCode: oneOf('JAL', 'BY'),
  city: sized(2, 30),
  postalCode: digits(9),
  suffix: SUFFIX,
  otherInsuredNameSuffix: SUFFIX,
  otherInsuredSuffix: SUFFIX,
  phoneNumber: PHONE,
  faxNumber: PHONE,
  phoneExtension: digits(3),
  email: (text) => `x${digits(4)(text)}@example.com`,
  procedureModifier: MODIFIER,
  procedureModifiers: MODIFIER,
  adjustmentReasonCode: oneOf('1', '45', 'A1', '253'),
  placeOfServiceCode: PLACE,
  diagnosisCodePointers: POINTER,
  bundledOrUnbundledLineNumber: POINTER,
  bundledLineNumber: POINTER,
  oralCavityDesignation: oneOf('10', '20', '30', '40'),
  otherPayerPrimaryIdentifier: ID,
  otherPayerIdentifier: ID,
  otherInsuredIdentifier: ID,
  tradingPartnerServiceId: ID,
  submitterIdentification: ID,
  memberId: ID,
  standardHealthId: ID,
  taxId: ID,
  primaryIdentifier: ID,
  identificationCode: ID,
  attachmentControlNumber: ID,
  admissionSourceCode: oneOf('1', '2', '4'),
  serviceAuthorizationExceptionCode: oneOf('1', '4', '7'),
  medicareCrossoverReferenceId: oneOf('Y', 'N'),
};

const NUMBERS =
  /(Amount|Ammount|PerDiem|Price|Percentage|Quantity|Count|Pounds|Miles|Months|Rate|Percent|Liability|patientWeight|days|testResults)$/;
const NUMBER = /^\d{1,4}(\.\d{1,2})?$/;
const DATES = /(Date|DateEnd)$/;
const DATE = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|1\d|2[0-8])([01]\d[0-5]\d)?$/;

/** The text of a property as its element takes it. */
export function lawfulText(name: string, text: string): string {
  const lawful = LAWFUL_TEXTS[name];
  if (lawful !== undefined) return lawful(text);
  if (DATES.test(name)) return DATE.test(text) ? text : DAY(text);
  return NUMBERS.test(name) && !NUMBER.test(text) ? String((text.length % 12) + 0.5) : text;
}
