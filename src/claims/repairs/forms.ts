import type { JsonObject } from '../../model/json.js';

/**
 * Brings a text into the form that it has in the set; what it does not understand stays. Forms alone, never what is meant.
 * @param beside the object that the text is in.
 */
export type Repair = (text: string, beside: JsonObject) => string;

/** Commas and blanks count only between thousands: `12,50` may be twelve and a half. */
const AMOUNT = /^(-?)\$?(-?) ?(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(\.\d+)?$/;

/** `$1,185.50` is `1185.50`. */
const amount: Repair = (text) => {
  const [, before = '', behind = '', whole, decimals = ''] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? text : `${before || behind}${whole.replace(/[, ]/g, '')}${decimals}`;
};

/** `2026-01-31` is `20260131`, and `2026-01-31T14:30` is `202601311430` where an hour may stand. */
const date: Repair = (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3');
const moment: Repair = (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?$/, '$1$2$3$4$5');

/** `627-01 0001` is `627010001`; letters, as in Canada, stay. */
const postalCode: Repair = (text) => text.replace(/[\s-]/g, '').toUpperCase();

const upperCase: Repair = (text) => text.toUpperCase();

/** Ten digits: `+1 (217) 555-0110` is `2175550110`. A number of another country stays as it is: ten digits of it would be taken for one. */
const phone: Repair = (text) => {
  const plain = text.replace(/[\s()./-]/g, '');
  const [, plus, digits = ''] = /^(\+?)(\d+)$/.exec(plain) ?? [];
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  return plus === '' ? digits : text;
};

/** `ext. 12` is `12`. */
const extension: Repair = (text) => text.replace(/^(?:extension|ext|x)[.:\s]*(?=\d+$)/i, '');

/** `12-3456789` and `123-45-6789` without hyphens. */
const taxNumber: Repair = (text) => (/^\d{2}-\d{7}$|^\d{3}-\d{2}-\d{4}$/.test(text) ? text.replaceAll('-', '') : text);

const noBlanks: Repair = (text) => text.replace(/\s/g, '');

/** ICD without its point. */
const diagnosis: Repair = (text) =>
  /^[A-Za-z0-9][A-Za-z0-9.]*$/.test(text) ? text.replaceAll('.', '').toUpperCase() : text;

const DRUG_PARTS = [5, 4, 2] as const;

/**
 * National drug codes in eleven digits: five, four and two, where hyphens show which one of the parts lacks its zero. Institutional claims
 * have no others; professional ones say what it is.
 */
const drug: Repair = (text, { serviceIdQualifier = 'N4' }) => {
  if (serviceIdQualifier !== 'N4' || !/^(?:\d{5}-\d{4}-\d\d?|\d{5}-\d{3}-\d\d|\d{4}-\d{4}-\d\d)$/.test(text))
    return text;
  return text
    .split('-')
    .map((part, at) => part.padStart(DRUG_PARTS[at] ?? 0, '0'))
    .join('');
};

const code: Repair = (text) => text.trim().toUpperCase();

/** Names of properties by the form of their values, in all three requests. */
const NAMES: readonly (readonly [Repair, readonly string[]])[] = [
  [postalCode, ['postalCode']],
  [upperCase, ['state', 'autoAccidentState', 'autoAccidentStateCode', 'countryCode', 'autoAccidentCountryCode']],
  [phone, ['phoneNumber', 'faxNumber']],
  [extension, ['phoneExtension']],
  [taxNumber, ['employerId', 'employerIdentificationNumber', 'ssn', 'taxId', 'taxIdentificationNumber']],
  [noBlanks, ['npi', 'identificationCode']],
  [date, ['dateOfBirth', 'serviceDateEnd']],
  [moment, ['admissionDateAndHour']],
  [
    diagnosis,
    [
      ...['diagnosisCode', 'principalDiagnosisCode', 'admittingDiagnosisCode', 'otherDiagnosisCode'],
      ...['patientReasonForVisitCode', 'externalCauseOfInjury', 'principalProcedureCode', 'otherProcedureCode'],
    ],
  ],
  [drug, ['nationalDrugCode']],
  [
    code,
    [
      ...['procedureCode', 'procedureModifiers', 'procedureModifier', 'anesthesiaRelatedSurgicalProcedure'],
      ...['taxonomyCode', 'repricedApprovedHCPCSCode'],
    ],
  ],
  [
    amount,
    [
      ...['rentalPrice', 'purchasePrice', 'remainingPatientLiability', 'patientEstimatedAmountDue'],
      ...['patientAmountPaid', 'claimPpsCapitalOutlierAmmount', 'repricedPerDiem'],
    ],
  ],
];

const REPAIRS: ReadonlyMap<string, Repair> = new Map(
  NAMES.flatMap(([repair, names]) => names.map((name): [string, Repair] => [name, repair])),
);

/** The repair of a property, by its name; most have none of their own. */
export function repairOf(name: string): Repair | undefined {
  const known = REPAIRS.get(name);
  if (known !== undefined) return known;
  if (name.endsWith('Amount')) return amount;
  return name.endsWith('Date') ? date : undefined;
}
