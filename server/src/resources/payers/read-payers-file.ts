import Type from 'typebox';
import { type CsvRow, lineProblem, problemByLine, readCsv } from '../../csv.js';
import { isObject } from '../../json.js';
import { jsonFault } from '../../json-fault.js';
import { invalid, Problem } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import { closed } from '../../schemas/shapes.js';
import { readTextFile } from '../../text-file.js';
import { HEADER, OPERATOR_COLUMNS } from './csv-columns.js';
import { columnOfMember, PUBLIC_ID_COLUMN, payerOfRow, unclearFlags } from './payer-of-row.js';
import { GivenPayer } from './schemas.js';

const MOST = 100_000;
/** The member under which lists of other services have what we call the platform id. */
const PUBLIC_ID = 'stediId';
const COLUMNS = {
  known: [...HEADER, ...OPERATOR_COLUMNS],
  also: [PUBLIC_ID_COLUMN],
  needed: ['PrimaryPayerId'],
  advice: '`ediloom-server payers export --csv` has all columns but EnrollmentPolicy, UsOnly and Programs.',
};
const check = checkOf(Type.Object({ payers: Type.Array(GivenPayer, { maxItems: MOST }) }, closed), {
  kind: 'body',
  name: 'file',
});

/** Payers of a file; of a table also the line of each. */
export interface PayersFile {
  readonly payers: readonly GivenPayer[];
  readonly lines?: readonly number[];
}

/**
 * Reads payers: JSON, `{ "payers": [ … ] }` or what ListPayerRecords answers, or a table with the columns of ListPayerRecordsCsv, of which
 * PrimaryPayerId alone is needed.
 * @throws Problem `invalid` with every problem, by its place: a pointer, or line and column.
 */
export async function readPayersFile(path: string): Promise<PayersFile> {
  const text = await readTextFile(path);
  if (!/^\s*[[{]/.test(text)) return ofTable(readCsv(text, COLUMNS));
  const payers = ofJson(text);
  check({ payers });
  // The schema was met.
  return { payers: payers as readonly GivenPayer[] };
}

function ofTable(rows: readonly CsvRow[]): PayersFile {
  const unclear = rows.flatMap((row) =>
    unclearFlags(row).map((column) => lineProblem(row.line, column, 'must be true or false, or empty.')),
  );
  if (unclear.length > 0) {
    throw invalid('The table has flags that say neither yes nor no.', {
      code: 'VALIDATION_FAILED',
      errors: unclear.slice(0, 100),
    });
  }
  const [payers, lines] = [rows.map(payerOfRow), rows.map(({ line }) => line)];
  try {
    check({ payers });
  } catch (error) {
    throw error instanceof Problem ? payersProblem(error, lines) : error;
  }
  return { payers: payers as readonly GivenPayer[], lines };
}

/** What is wrong with payers that came of a table, as whoever made it knows them. */
export function payersProblem(problem: Problem, lines: readonly number[]): Problem {
  return problemByLine(problem, lines, columnOfMember);
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
  const { [PUBLIC_ID]: platformId, ...others } = payer;
  return platformId === undefined ? payer : { platformId, ...others };
}
