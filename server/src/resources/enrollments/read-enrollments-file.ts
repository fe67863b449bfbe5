import Type from 'typebox';
import { problemByLine, readCsv } from '../../csv.js';
import { jsonFault } from '../../json-fault.js';
import { invalid, Problem, type ProblemDetail } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import { closed } from '../../schemas/shapes.js';
import { readTextFile } from '../../text-file.js';
import { GivenEnrollment } from './given-enrollments.js';
import { MOST_FAULTS } from './import-enrollments.js';

/** Rows of a file. */
const MOST = 100_000;
const COLUMNS = { known: ['payer', 'transaction', 'npi', 'taxId'], needed: ['payer', 'transaction'] } as const;
const check = checkOf(Type.Object({ enrollments: Type.Array(GivenEnrollment, { maxItems: MOST }) }, closed), {
  kind: 'body',
  name: 'file',
});

/** Enrollments of a file; of a table also the line of each. */
export interface EnrollmentsFile {
  readonly enrollments: readonly GivenEnrollment[];
  readonly lines?: readonly number[];
  /** What is wrong with rows by their shape: they are told with what only the store knows of. Absent: all have passed the schema. */
  readonly faults?: readonly ProblemDetail[];
}

/**
 * Reads enrollments: JSON, `{ "enrollments": [ … ] }`, or a table of comma-separated values with the columns payer, transaction, npi and taxId.
 * @throws Problem `invalid` for what is no such file, or has more faults than are told; no value is in it.
 */
export async function readEnrollmentsFile(path: string): Promise<EnrollmentsFile> {
  const text = await readTextFile(path);
  if (/^\s*[[{]/.test(text)) {
    return checked(ofJson(text));
  }
  const rows = readCsv(text, COLUMNS);
  const lines = rows.map(({ line }) => line);
  try {
    return { ...checked({ enrollments: rows.map(ofRow) }), lines };
  } catch (error) {
    throw error instanceof Problem ? enrollmentsProblem(error, lines) : error;
  }
}

function checked(read: unknown): EnrollmentsFile {
  try {
    check(read);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors } = error;
    // More are not looked for, and what is wrong with the file itself leaves no rows.
    if (errors.length >= MOST_FAULTS || errors.some(({ path = '' }) => !OF_ROW.test(path))) throw error;
    return { ...(read as EnrollmentsFile), faults: errors };
  }
  // The schema was met.
  return read as EnrollmentsFile;
}

const OF_ROW = /^\/enrollments\/\d+(?:\/|$)/;

/** What is wrong with enrollments that came of a table, as whoever made it knows them. */
export function enrollmentsProblem(problem: Problem, lines: readonly number[]): Problem {
  return problemByLine(problem, lines, (pointer) => pointer.slice(1));
}

function ofRow({ values }: { readonly values: Readonly<Record<string, string>> }): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}

function ofJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? { enrollments: json } : json;
  } catch {
    const { line, column } = jsonFault(text);
    throw invalid(`The file is not JSON from line ${line}, column ${column} on.`);
  }
}
