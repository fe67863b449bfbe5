/** Brings a text into the form that it has in the set; what it does not understand stays. Forms alone, never what is meant. */
export type Repair = (text: string) => string;

/** `$1,185.50` is `1185.50`. */
const amount: Repair = (text) => {
  const plain = text.replace(/[$,\s]/g, '');
  return /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain) ? plain : text;
};

/** `2026-01-31` is `20260131`. */
const date: Repair = (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3');

/** `627-01 0001` is `627010001`; letters, as in Canada, stay. */
const postalCode: Repair = (text) => text.replace(/[\s-]/g, '').toUpperCase();

const upperCase: Repair = (text) => text.toUpperCase();

/** Ten digits: `+1 (217) 555-0110` is `2175550110`. */
const phone: Repair = (text) => {
  const digits = text.replace(/[\s().+/-]/g, '');
  if (!/^\d+$/.test(digits)) return text;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
};

/** `ext. 12` is `12`. */
const extension: Repair = (text) => text.replace(/^(?:extension|ext|x)[.\s]*(?=\d+$)/i, '');

/** `12-3456789` and `123-45-6789` without hyphens. */
const taxNumber: Repair = (text) => (/^\d{2}-\d{7}$|^\d{3}-\d{2}-\d{4}$/.test(text) ? text.replaceAll('-', '') : text);

const noBlanks: Repair = (text) => text.replace(/\s/g, '');

/** ICD without its point. */
const diagnosis: Repair = (text) =>
  /^[A-Za-z0-9][A-Za-z0-9.]*$/.test(text) ? text.replaceAll('.', '').toUpperCase() : text;

/** National drug codes in eleven digits: five, four and two, where hyphens show which part lacks its zero. */
const drug: Repair = (text) => {
  const parts = text.split('-');
  if (parts.length !== 3 || !parts.every((part) => /^\d+$/.test(part))) return text;
  const padded = parts.map((part, at) => part.padStart([5, 4, 2][at] ?? 0, '0')).join('');
  return padded.length === 11 ? padded : text;
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
    ['rentalPrice', 'purchasePrice', 'remainingPatientLiability', 'patientEstimatedAmountDue', 'flatRateAmount'],
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
  return name.endsWith('Date') || name === 'dateOfBirth' || name === 'serviceDateEnd' ? date : undefined;
}
