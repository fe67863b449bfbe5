import { readFile } from 'node:fs/promises';
import Type from 'typebox';
import { type CsvRow, readCsv } from '../../csv.js';
import { isObject } from '../../json.js';
import { jsonFault } from '../../json-fault.js';
import { invalid } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import { closed } from '../../schemas/shapes.js';
import { BAR, HEADER, OPERATOR_COLUMNS, TRANSACTION_COLUMNS, type TransactionColumns } from './csv-columns.js';
import { GivenPayer } from './schemas.js';

const MAX_BYTES = 16 * 1024 * 1024;
const MOST = 100_000;
/** The id under which lists of other services have what we call the platform id. */
const PUBLIC_ID = ['stediId', 'StediId'] as const;
const COLUMNS = { known: [...HEADER, ...OPERATOR_COLUMNS, PUBLIC_ID[1]], needed: ['PrimaryPayerId'] };
const check = checkOf(Type.Object({ payers: Type.Array(GivenPayer, { maxItems: MOST }) }, closed), {
  kind: 'body',
  name: 'body',
});

/**
 * Reads payers: JSON, `{ "payers": [ … ] }` or what ListPayerRecords answers, or a table with the columns of ListPayerRecordsCsv, of which
 * PrimaryPayerId alone is needed.
 * @throws Problem `invalid` with every problem, by its place.
 */
export async function readPayersFile(path: string): Promise<readonly GivenPayer[]> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw invalid(`The file ${path} cannot be read.`, { cause });
  });
  if (bytes.length > MAX_BYTES) throw invalid(`The file ${path} has more than ${MAX_BYTES} bytes: divide it.`);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const payers = /^\s*[[{]/.test(text) ? ofJson(text) : readCsv(text, COLUMNS).map(ofRow);
  check({ payers });
  // The schema was met.
  return payers as readonly GivenPayer[];
}

function ofJson(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const { line, column } = jsonFault(text);
    throw invalid(`The file is not JSON from line ${line}, column ${column} on.`);
  }
  const payers = isObject(json) ? (json.payers ?? json.items) : json;
  return Array.isArray(payers) ? payers.map(named) : payers;
}

/** In our own words. */
function named(payer: unknown): unknown {
  if (!isObject(payer)) return payer;
  const { [PUBLIC_ID[0]]: platformId, ...others } = payer;
  return platformId === undefined ? payer : { platformId, ...others };
}

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

/** Columns that are not there change nothing; an empty list empties it, and any other empty value changes nothing. */
function ofRow({ values }: CsvRow): object {
  const textIn = (column: string) => plainOf(values[column] ?? '');
  const platformId = textIn('PlatformId') || textIn(PUBLIC_ID[1]);
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
    ...(textIn('UsOnly') === '' ? {} : { usOnly: booleanOf(textIn('UsOnly')) }),
    ...supportIn(values, textIn),
    ...(website === '' ? {} : { urls: { website } }),
    ...(enrollment === undefined ? {} : { enrollment }),
  };
}

type TextIn = (column: string) => string;

function supportIn(values: CsvRow['values'], textIn: TextIn): object {
  const given = TRANSACTION_COLUMNS.filter(({ supported }) => values[supported] !== undefined);
  if (given.length === 0) return {};
  return {
    transactionSupport: Object.fromEntries(
      given.map(({ transaction, supported, enrollment }) => [
        transaction,
        textIn(supported).toLowerCase() !== 'true'
          ? 'NOT_SUPPORTED'
          : textIn(enrollment).toLowerCase() === 'true'
            ? 'ENROLLMENT_REQUIRED'
            : 'SUPPORTED',
      ]),
    ),
  };
}

function enrollmentOf(textIn: TextIn): object | undefined {
  const processes = TRANSACTION_COLUMNS.flatMap((columns) => {
    const process = processOf(columns, textIn);
    return Object.keys(process).length === 0 ? [] : [[columns.process, process] as const];
  });
  const ptan = textIn('PtanRequired');
  if (processes.length === 0 && ptan === '') return undefined;
  return {
    ...(ptan === '' ? {} : { ptanRequired: booleanOf(ptan) }),
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

/** What is neither is refused by the schema. */
function booleanOf(text: string): boolean | string {
  const plain = text.toLowerCase();
  return plain === 'true' ? true : plain === 'false' ? false : text;
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
