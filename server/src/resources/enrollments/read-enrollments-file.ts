import { readFile } from 'node:fs/promises';
import Type from 'typebox';
import { readCsv } from '../../csv.js';
import { jsonFault } from '../../json-fault.js';
import { invalid } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import { closed } from '../../schemas/shapes.js';
import { GivenEnrollment } from './given-enrollments.js';

const MAX_BYTES = 16 * 1024 * 1024;
/** Rows of a file. */
const MOST = 100_000;
const COLUMNS = { known: ['payer', 'transaction', 'npi', 'taxId'], needed: ['payer', 'transaction'] } as const;
const check = checkOf(Type.Object({ enrollments: Type.Array(GivenEnrollment, { maxItems: MOST }) }, closed), {
  kind: 'body',
  name: 'body',
});

/**
 * Reads enrollments: JSON, `{ "enrollments": [ … ] }`, or a table of comma-separated values with the columns payer, transaction, npi and taxId.
 * @throws Problem `invalid` with every problem, by its place; no value is in it.
 */
export async function readEnrollmentsFile(path: string): Promise<readonly GivenEnrollment[]> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw invalid(`The file ${path} cannot be read.`, { cause });
  });
  if (bytes.length > MAX_BYTES) throw invalid(`The file ${path} has more than ${MAX_BYTES} bytes: divide it.`);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const read = /^\s*[[{]/.test(text) ? ofJson(text) : { enrollments: readCsv(text, COLUMNS).map(ofRow) };
  check(read);
  // The schema was met.
  return (read as { readonly enrollments: readonly GivenEnrollment[] }).enrollments;
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
