import type { CsvRow } from '../../csv.js';
import { BAR, TRANSACTION_COLUMNS, type TransactionColumns } from './csv-columns.js';
import type { Support } from './schemas.js';

/** The column under which lists of other services have what we call the platform id. */
export const PUBLIC_ID_COLUMN = 'StediId';

const LISTS = {
  names: 'Names',
  aliases: 'Aliases',
  employerIdentificationNumbers: 'EmployerIdentificationNumbers',
  coverageTypes: 'CoverageTypes',
  operatingStates: 'OperatingStates',
  programs: 'Programs',
} as const;
const TEXTS = {
  displayName: 'DisplayName',
  enrollmentPolicy: 'EnrollmentPolicy',
  parentPayerGroupId: 'ParentPayerGroupId',
} as const;

/** A row as JSON. Columns that are not there change nothing; an empty list empties it, and any other empty value changes nothing. */
export function payerOfRow({ values }: CsvRow): object {
  const textIn = (column: string) => plainOf(values[column] ?? '');
  const platformId = textIn('PlatformId') || textIn(PUBLIC_ID_COLUMN);
  const texts = Object.entries(TEXTS).flatMap(([name, column]) => {
    const value = textIn(column);
    return value === '' ? [] : [[name, value]];
  });
  const lists = Object.entries(LISTS).flatMap(([name, column]) =>
    values[column] === undefined ? [] : [[name, listOf(textIn(column))]],
  );
  const website = textIn('WebsiteUrl');
  const enrollment = enrollmentOf(textIn);
  return {
    primaryPayerId: textIn('PrimaryPayerId'),
    ...(platformId === '' ? {} : { platformId }),
    ...Object.fromEntries([...texts, ...lists]),
    ...(textIn('UsOnly') === '' ? {} : { usOnly: isTrue(textIn('UsOnly')) }),
    ...supportIn(textIn),
    ...(website === '' ? {} : { urls: { website } }),
    ...(enrollment === undefined ? {} : { enrollment }),
  };
}

/** Columns that say yes or no. */
const FLAGS = [
  ...['PtanRequired', 'UsOnly'],
  ...TRANSACTION_COLUMNS.flatMap(({ supported, enrollment }) => [supported, enrollment]),
];

/** Columns of a row that say neither yes nor no; a "Yes" taken for a no would have nobody ask the payer. */
export function unclearFlags({ values }: CsvRow): readonly string[] {
  return FLAGS.filter((column) => !/^(true|false)?$/i.test(plainOf(values[column] ?? '')));
}

/** The column that a member of the JSON is made of. @param pointer below the payer: `/urls/website`. */
export function columnOfMember(pointer: string): string | undefined {
  const [, first = '', second = '', process, member] = pointer.split('/');
  if (second === 'transactionEnrollmentProcesses') {
    const columns = TRANSACTION_COLUMNS.find((one) => one.process === process);
    return columns?.[PROCESS_MEMBERS[member ?? ''] ?? 'type'];
  }
  const plain: Readonly<Record<string, string>> = { ...LISTS, ...TEXTS, ...IDS, urls: 'WebsiteUrl' };
  return plain[first];
}

const IDS = { platformId: 'PlatformId', primaryPayerId: 'PrimaryPayerId' } as const;
const PROCESS_MEMBERS: Readonly<Record<string, 'timeframe' | 'effectiveDate' | 'aggregation'>> = {
  timeframe: 'timeframe',
  requestedEffectiveDate: 'effectiveDate',
  supportedAggregationPreferences: 'aggregation',
};

type TextIn = (column: string) => string;

function supportIn(textIn: TextIn): object {
  const given = TRANSACTION_COLUMNS.flatMap(({ transaction, supported, enrollment }) => {
    const support = supportOf(textIn(supported), textIn(enrollment));
    return support === undefined ? [] : [[transaction, support]];
  });
  return given.length === 0 ? {} : { transactionSupport: Object.fromEntries(given) };
}

/** Of the two columns of a transaction; who enrolls for it can ask. */
function supportOf(supported: string, enrollment: string): Support | undefined {
  if (supported !== '' && !isTrue(supported)) return 'NOT_SUPPORTED';
  if (isTrue(enrollment)) return 'ENROLLMENT_REQUIRED';
  return supported === '' ? undefined : 'SUPPORTED';
}

function enrollmentOf(textIn: TextIn): object | undefined {
  const processes = TRANSACTION_COLUMNS.flatMap((columns) => {
    const process = processOf(columns, textIn);
    return Object.keys(process).length === 0 ? [] : [[columns.process, process] as const];
  });
  const ptan = textIn('PtanRequired');
  if (processes.length === 0 && ptan === '') return undefined;
  return {
    ...(ptan === '' ? {} : { ptanRequired: isTrue(ptan) }),
    ...(processes.length === 0 ? {} : { transactionEnrollmentProcesses: Object.fromEntries(processes) }),
  };
}

function processOf({ type, timeframe, effectiveDate, aggregation }: TransactionColumns, textIn: TextIn): object {
  const texts = { type: textIn(type), timeframe: textIn(timeframe), requestedEffectiveDate: textIn(effectiveDate) };
  const preferences = aggregation === undefined ? [] : listOf(textIn(aggregation));
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    ...(preferences.length === 0 ? {} : { supportedAggregationPreferences: preferences }),
  };
}

function isTrue(text: string): boolean {
  return text.toLowerCase() === 'true';
}

function listOf(text: string): readonly string[] {
  return text
    .split(BAR)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Without the apostrophe that keeps spreadsheets from running what begins like a formula. */
function plainOf(text: string): string {
  return text.trim().replace(/^'(?=[=+\-@])/, '');
}
