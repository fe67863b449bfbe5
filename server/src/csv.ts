import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from './problems.js';

/** A line of a table. */
export interface CsvRow {
  /** Where it ends in the file, from 1; values may hold line breaks. */
  readonly line: number;
  /** Its texts by the names of the header, as they stand: blanks and zeros at their beginning stay. */
  readonly values: Readonly<Record<string, string>>;
}

/** @param known names that the header may have. @param needed those of them that it must have. */
export interface CsvColumns {
  readonly known: readonly string[];
  readonly needed: readonly string[];
}

/**
 * Reads a table of comma-separated values (RFC 4180) whose first line names its columns. A byte order mark is passed over, lines may end in
 * either way, and lines without any value are no rows.
 * @throws Problem `invalid` with the line; no value is in it.
 */
export function readCsv(text: string, { known, needed }: CsvColumns): readonly CsvRow[] {
  const rows = parsed(text);
  const [header, ...others] = rows;
  const names = (header?.record ?? []).map((name) => name.trim());
  const missing = needed.filter((name) => !names.includes(name));
  const unknown = names.findIndex((name) => !known.includes(name));
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  const columns = `Columns are: ${known.join(', ')}.`;
  if (missing.length > 0) throw fault(`The first line lacks the columns ${missing.join(', ')}. ${columns}`);
  if (unknown >= 0) throw fault(`Column ${unknown + 1} of the first line is not known. ${columns}`);
  if (twice >= 0) throw fault(`Column ${twice + 1} of the first line is there twice.`);
  return others
    .filter(({ record }) => record.some((value) => value !== ''))
    .map(({ record, info }) => {
      if (record.length !== names.length) {
        throw fault(`Line ${info.lines} has ${record.length} values; the first line names ${names.length} columns.`);
      }
      return { line: info.lines, values: Object.fromEntries(names.map((name, at) => [name, record[at] ?? ''])) };
    });
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parsed(text: string): readonly Parsed[] {
  try {
    // The types of the package know nothing of rows with `info`.
    return parse(text, { bom: true, info: true, relax_column_count: true, skip_empty_lines: true }) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? `line ${error.lines}` : 'the end';
    throw fault(`It cannot be read at ${line}: a quotation mark stands where none may, or is missing.`);
  }
}

function fault(message: string) {
  return invalid(`The table cannot be read. ${message}`, { code: 'UNREADABLE_TABLE' });
}
