import { CsvError, type Options, parse } from 'csv-parse/sync';
import { nearestName } from 'ediloom/words';
import { invalid, Problem, type ProblemDetail } from './problems.js';

/** A line of a table. */
export interface CsvRow {
  /** Where it ends in the file, from 1; values may hold line breaks. */
  readonly line: number;
  /** Its texts by the names of the header, as they stand: blanks and zeros at their beginning stay. */
  readonly values: Readonly<Record<string, string>>;
}

export interface CsvColumns {
  /** Names that the header may have, in letters of either case. */
  readonly known: readonly string[];
  /** Further ones, which no message names. */
  readonly also?: readonly string[];
  /** Those that it must have. */
  readonly needed: readonly string[];
  /** Where to find the names, where there are too many for a message. */
  readonly advice?: string;
}

/**
 * Reads a table of comma-separated values (RFC 4180) whose first line names its columns. A byte order mark is passed over, lines may end in
 * either way, and lines without any value are no rows.
 * @throws Problem `invalid` with the line; no value is in it.
 */
export function readCsv(text: string, columns: CsvColumns): readonly CsvRow[] {
  // First: by another separator quotation marks stand where none may, too.
  const separated = separatorOf(text);
  if (separated !== undefined) {
    throw fault(`The values of the first line are separated by ${separated}. Separate them by commas.`);
  }
  const [header, ...others] = parsed(text);
  const names = demandColumns(headerOf(header?.record ?? [], columns), columns);
  return others
    .filter(({ record }) => record.some((value) => value !== ''))
    .map(({ record, info }) => {
      if (record.length !== names.length) {
        throw fault(`Line ${info.lines} has ${record.length} values; the first line names ${names.length} columns.`);
      }
      return { line: info.lines, values: Object.fromEntries(names.map((name, at) => [name, record[at] ?? ''])) };
    });
}

/** A table as a spreadsheet program shows it. */
export interface Sheet {
  /** The first row as it stands. */
  readonly header: readonly string[];
  /** Names of the columns, in the order of the file. */
  readonly names: readonly string[];
  /** Rows with any value, each with its number in the program, from 2. One may have more or fewer values than there are columns. */
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/**
 * Reads a table that people keep in a spreadsheet program: rows are counted as it counts them, empty ones too, and `="007"` is let be. What is
 * wrong with a row is left to the caller.
 * @throws Problem `invalid` for what is no table, or has other columns; no value is in it.
 */
export function readSheet(text: string, columns: CsvColumns): Sheet {
  const separated = separatorOf(text);
  if (separated !== undefined) {
    throw fault(`Its values are separated by ${separated}. Save it again as CSV, separated by commas.`);
  }
  const lines = parsed(text, { relax_quotes: true, skip_empty_lines: false });
  demandHeadingsFirst(lines, columns);
  const [header, ...others] = lines;
  const record = header?.record ?? [];
  // Programs write as many commas as their widest row has.
  const width = record.findLastIndex((name) => name.trim() !== '') + 1;
  const found = headerOf(record.slice(0, width), columns);
  const names = demandColumns(found, columns);
  const rows = others.map(({ record: cells }, place) => ({ row: place + 2, cells }));
  return { header: record, names, rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')) };
}

/** Rows that are looked through for headings: lists are printed with a title, a date and the like above them. */
const MOST_ABOVE = 20;

/** Said of the first column alone, a title would not be known for what is wrong. @throws Problem `invalid`. */
function demandHeadingsFirst(lines: readonly Parsed[], columns: CsvColumns): void {
  const { known, also = [], needed, advice = '' } = columns;
  if (lines.every(({ record }) => record.every((cell) => cell.trim() === ''))) throw fault(`It is empty. ${advice}`);
  const all = [...known, ...also];
  const countOf = ({ record }: Parsed, names: readonly string[]) =>
    names.filter((name) => record.some((cell) => cell.trim().toLowerCase() === name.toLowerCase())).length;
  const [first] = lines;
  if (first !== undefined && countOf(first, all) > 0) return;
  const place = lines.slice(0, MOST_ABOVE).findIndex((line) => countOf(line, needed) === needed.length);
  if (place > 0)
    throw fault(
      `Its headings stand in row ${place + 1}. Take out what stands above them: they are to be the first row.`,
    );
  // A misspelt one is told by the column.
  if (first?.record.some((cell) => nearestName(cell.trim(), known) !== undefined)) return;
  throw fault(`Its first row has no headings that are known. ${advice}`);
}

/** Columns that are told one by one. */
const MOST_TOLD = 5;

/** @throws Problem `invalid`. */
function demandColumns({ names, missing, unknown, twice }: Header, columns: CsvColumns): readonly string[] {
  const { known, advice = `Columns are: ${known.join(', ')}.` } = columns;
  if (unknown.length > 0) {
    const told = unknown.slice(0, MOST_TOLD).map((place) => {
      const nearest = nearestName(names[place] ?? '', known);
      const meant = nearest === undefined ? '' : ` Perhaps ${nearest} is meant.`;
      return `Column ${place + 1} (${lettersOf(place)}) of the first line is not known.${meant}`;
    });
    const more = unknown.length - told.length;
    const others = more > 0 ? ` Nor are ${more} more.` : '';
    throw fault(`${told.join(' ')}${others} Take out what is not known, or correct its name. ${advice}`);
  }
  if (missing.length > 0) throw fault(`The first line lacks the columns ${missing.join(', ')}. ${advice}`);
  if (twice >= 0) throw fault(`Column ${twice + 1} of the first line is there twice.`);
  return names;
}

type Header = ReturnType<typeof headerOf>;

function headerOf(header: readonly string[], { known, also = [], needed }: CsvColumns) {
  const all = new Map([...known, ...also].map((name) => [name.toLowerCase(), name]));
  const names = header.map((name) => all.get(name.trim().toLowerCase()) ?? name.trim());
  return {
    names,
    missing: needed.filter((name) => !names.includes(name)),
    unknown: names.flatMap((name, place) => (all.has(name.toLowerCase()) ? [] : [place])),
    twice: firstTwice(names),
  };
}

/** As spreadsheet programs name a column: A to Z, AA and on. */
function lettersOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : lettersOf(Math.floor(place / 26) - 1) + last;
}

/** Where a name stands for the second time; -1: nowhere. */
function firstTwice(names: readonly string[]): number {
  const seen = new Set<string>();
  return names.findIndex((name) => seen.size === seen.add(name).size);
}

/** What stands between the values of a header, where it is no comma; one name, or a title, may have a comma in it. */
function separatorOf(text: string): string | undefined {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (sign: string) => first.split(sign).length - 1;
  const commas = count(',');
  return count(';') > commas ? 'semicolons' : count('\t') > commas ? 'tabs' : undefined;
}

/** One fault of a table. @param what begins in the middle of a sentence, whose subject is the column. */
export function lineProblem(line: number, column: string | undefined, what: string): ProblemDetail {
  return { message: column === undefined ? `Line ${line}: ${what}` : `Line ${line}, ${column} ${what}` };
}

/**
 * A problem with the rows of a table, found after they were made JSON: by lines and columns in place of pointers.
 * @param lines of the rows. @param columnOf the column of a member, by its pointer below the row.
 */
export function problemByLine(
  problem: Problem,
  lines: readonly number[],
  columnOf: (pointer: string) => string | undefined,
): Problem {
  const errors = problem.errors.map((error) => {
    const { path = '', message } = error;
    const [, place = '', below = ''] = /^\/\w+\/(\d+)(.*)$/.exec(path) ?? [];
    const line = lines[Number(place)];
    if (place === '' || line === undefined) return error;
    // Messages of a schema begin with their pointer; others are sentences.
    return message.startsWith(path)
      ? lineProblem(line, columnOf(below) ?? below, message.slice(path.length).trimStart())
      : lineProblem(line, undefined, message);
  });
  const [first] = problem.errors;
  const message = problem.message.replace(first?.message ?? '', errors[0]?.message ?? '');
  return new Problem(problem.kind, message, { code: problem.code, cause: problem, errors });
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parsed(text: string, options: Options = {}): readonly Parsed[] {
  try {
    return withoutStacks(
      () =>
        parse(text, {
          bom: true,
          info: true,
          // Each line may end in its own way: a table that was printed, or edited elsewhere, has both.
          record_delimiter: ['\r\n', '\n', '\r'],
          relax_column_count: true,
          skip_empty_lines: true,
          ...options,
        }),
      // The types of the package know nothing of rows with `info`.
    ) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser stands at the end of the file then; what helps is where the value begins.
    if (
      options.skip_empty_lines === false &&
      error.code === 'CSV_QUOTE_NOT_CLOSED' &&
      typeof error.records === 'number'
    )
      throw fault(`A value of row ${error.records + 1} begins with a quotation mark, and none ends it.`);
    const line = typeof error.lines === 'number' ? `line ${error.lines}` : 'the end';
    throw fault(`It cannot be read at ${line}: a quotation mark stands where none may, or is missing.`);
  }
}

/**
 * The parser makes an error of each row that is not as wide as the first, and throws it away. What takes longest of that is its stack: with it 5,000
 * empty lines kept everybody waiting for a tenth of a second.
 */
function withoutStacks<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function fault(message: string) {
  return invalid(`The table cannot be read. ${message}`, { code: 'UNREADABLE_TABLE' });
}
