import fc from 'fast-check';
import { TABLE_COLUMNS } from '../../src/exchange/eligibility-batches/table-columns.js';

/** Cells by their headings, and the request that they stand for. */
export interface SoundRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly request: Readonly<Record<string, unknown>>;
}

export interface SoundTable {
  readonly headings: readonly string[];
  readonly rows: readonly SoundRow[];
  readonly lineEnd: string;
  readonly hasMark: boolean;
  /** Whether values are in quotation marks that need none. */
  readonly isQuoted: boolean;
}

const NEEDED = TABLE_COLUMNS.map(({ heading }) => heading);

/** Luhn's check digit, with 24 for the prefix 80840: written anew, as what is tested has its own. */
export function npiOf(nine: number): string {
  const digits = String(nine);
  let sum = 24;
  for (const [at, digit] of [...digits].entries()) {
    const weight = at % 2 === 0 ? 2 * Number(digit) : Number(digit);
    sum += weight > 9 ? weight - 9 : weight;
  }
  return digits + ((10 - (sum % 10)) % 10);
}

const two = (number: number): string => String(number).padStart(2, '0');

interface Day {
  readonly x12: string;
  readonly cell: string;
}

/** A day in one of the forms that a cell may have. */
function dayIn(from: number, to: number): fc.Arbitrary<Day> {
  const parts = fc.tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 1, max: 12 }), fc.nat(27), fc.nat(4));
  return parts.map(([year, month, zeroDay, form]) => {
    const day = zeroDay + 1;
    const x12 = `${year}${two(month)}${two(day)}`;
    const forms = [
      ...[x12, `${year}-${two(month)}-${two(day)}`, `${year}-${month}-${day}`],
      ...[`${month}/${day}/${year}`, `${two(month)}/${two(day)}/${year}`],
    ];
    return { x12, cell: forms[form] ?? x12 };
  });
}

const NAMES = ['Jane', 'JEAN', "O'Neil", 'Doe-Miller', 'Ann Marie', 'Mc Adam', 'Del Rio Jr.'];
const CLINICS = ['Lake Clinic', 'Lake, Hill and Partners', 'North (Main) Clinic', 'Smith, Doe, MD'];
const name = fc.constantFrom(...NAMES);

const ROW = fc.record({
  payer: fc.constantFrom('LAKES', '00042'),
  npi: fc.integer({ min: 100_000_000, max: 299_999_999 }).map(npiOf),
  clinic: fc.constantFrom(...CLINICS),
  isPerson: fc.boolean(),
  provider: fc.tuple(name, name),
  memberId: fc.stringMatching(/^[A-Z]{2}\d{6,9}$/),
  subscriber: fc.tuple(name, name, dayIn(1920, 2020)),
  dependent: fc.option(fc.tuple(name, name, dayIn(2000, 2024), fc.constantFrom('spouse', 'Child', '34'))),
  codes: fc.constantFrom('', '30', '30 98', '98,30', '1'),
  days: fc.oneof<fc.Arbitrary<readonly Day[]>[]>(
    fc.constant([]),
    fc.tuple(dayIn(2025, 2026)),
    fc.tuple(dayIn(2024, 2025), dayIn(2026, 2027)),
  ),
  patient: fc.constantFrom('', 'P-1', 'P 77'),
});
type RowParts = typeof ROW extends fc.Arbitrary<infer Parts> ? Parts : never;

const RELATIONSHIPS: Readonly<Record<string, string>> = { spouse: '01', Child: '19', '34': '34' };

function soundRow(parts: RowParts, place: number): SoundRow {
  const { payer, npi, clinic, isPerson, provider, memberId, subscriber, dependent, codes, days, patient } = parts;
  const visit = `visit-${place}`;
  const [single, end] = days;
  const cells: Record<string, string> = {
    ...{ 'Visit ID': visit, 'Payer ID': payer, 'Provider NPI': npi },
    ...(isPerson
      ? { 'Provider first name': provider[0], 'Provider last name': provider[1] }
      : { 'Provider organization': clinic }),
    ...{ 'Member ID': memberId, 'Subscriber first name': subscriber[0], 'Subscriber last name': subscriber[1] },
    ...{ 'Subscriber date of birth': subscriber[2].cell, 'Service type codes': codes, 'External patient ID': patient },
  };
  const [firstName, lastName, dateOfBirth] = [subscriber[0], subscriber[1], subscriber[2].x12];
  const request: Record<string, unknown> = {
    ...{ submitterTransactionIdentifier: visit, tradingPartnerServiceId: payer },
    provider: { npi, ...(isPerson ? { firstName: provider[0], lastName: provider[1] } : { organizationName: clinic }) },
    subscriber: { memberId, firstName, lastName, dateOfBirth },
  };
  if (dependent !== null) {
    const [first, last, birth, relationship] = dependent;
    cells['Dependent first name'] = first;
    cells['Dependent last name'] = last;
    cells['Dependent date of birth'] = birth.cell;
    cells['Dependent relationship'] = relationship;
    const individualRelationshipCode = RELATIONSHIPS[relationship] ?? '';
    request.dependents = [{ firstName: first, lastName: last, dateOfBirth: birth.x12, individualRelationshipCode }];
  }
  const encounter: Record<string, unknown> = codes === '' ? {} : { serviceTypeCodes: codes.split(/[ ,]/) };
  if (end !== undefined && single !== undefined) {
    cells['Service from'] = single.cell;
    cells['Service to'] = end.cell;
    Object.assign(encounter, { beginningDateOfService: single.x12, endDateOfService: end.x12 });
  } else if (single !== undefined) {
    cells['Date of service'] = single.cell;
    encounter.dateOfService = single.x12;
  }
  if (Object.keys(encounter).length > 0) request.encounter = encounter;
  if (patient !== '') request.externalPatientId = patient;
  return { cells, request };
}

/** Tables against whose rows nothing speaks. */
export function soundTables(mostRows: number): fc.Arbitrary<SoundTable> {
  return fc.record({
    headings: fc.oneof(fc.constant(NEEDED), fc.shuffledSubarray([...NEEDED], { minLength: NEEDED.length })),
    rows: fc.array(ROW, { minLength: 10, maxLength: mostRows }).map((rows) => rows.map(soundRow)),
    lineEnd: fc.constantFrom('\r\n', '\n', '\r'),
    hasMark: fc.boolean(),
    isQuoted: fc.boolean(),
  });
}

/** A value as a file has it. */
export function written(value: string, isQuoted: boolean): string {
  return isQuoted || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The fields of all lines as the file has them, its headings first. */
export function fieldsOf({ headings, rows, isQuoted }: SoundTable): string[][] {
  const lines = [headings, ...rows.map(({ cells }) => headings.map((heading) => cells[heading] ?? ''))];
  return lines.map((line) => line.map((value) => written(value, isQuoted)));
}

export function textOf(lines: readonly (readonly string[])[], { lineEnd, hasMark }: SoundTable): string {
  return (hasMark ? '\uFEFF' : '') + lines.map((line) => line.join(',') + lineEnd).join('');
}
