import { fieldsOf, type SoundTable, textOf } from './check-tables.js';

type Cells = Readonly<Record<string, string>>;

/** What one does to a row, and what the report has to say of it: the column, and how the problem begins. */
export interface CellSpoiling {
  readonly name: string;
  readonly change: (cells: Cells) => Cells;
  readonly column: string;
  readonly problem: string;
}

const set = (column: string, value: string, problem: string, also: Cells = {}): CellSpoiling => ({
  ...{ name: `${column}: ${JSON.stringify(value)}`, column, problem },
  change: () => ({ ...also, [column]: value }),
});
const [SIZE, FORM] = ['It is too short or too long.', 'It is not written in the form that is expected.'];
const [SIGN, MARK] = ['It has one of the signs * > ^ ~ in it', 'A quotation mark is missing'];
const [EMPTY, LOST] = ['It is empty.', 'The program has shortened a long number'];
const DAYS = 'The days of service do not fit together.';
const NO_DAYS = { 'Date of service': '', 'Service from': '', 'Service to': '' };

/** Digits of an NPI with one of them changed: Luhn's check finds each such. */
function otherDigit(npi: string): string {
  return npi.slice(0, 8) + ((Number(npi[8]) + 1) % 10) + npi.slice(9);
}

export const CELL_SPOILINGS: readonly CellSpoiling[] = [
  ...['', ' ', '\u00a0'].map((blank) => set('Visit ID', blank, EMPTY)),
  ...[set('Visit ID', 'v'.repeat(51), SIZE), set('Visit ID', 'a~b', SIGN), set('Visit ID', '=A1', 'It is a formula.')],
  ...[set('Payer ID', '', EMPTY), set('Payer ID', 'NOBODY9', 'No payer has this id.')],
  ...['lakes', '42', '0042'].map((id) => set('Payer ID', id, 'No payer has this id; zeros')),
  ...[set('Payer ID', 'SHARED', 'Several payers are called so.'), set('Payer ID', '#N/A', 'A formula has failed')],
  ...[set('Provider NPI', '', EMPTY), set('Provider NPI', '199999998', SIZE), set('Provider NPI', '19999999840', SIZE)],
  ...[set('Provider NPI', '1.99E+09', LOST), set('Provider NPI', '19999x9984', FORM)],
  {
    ...{ name: 'NPI with another digit', column: 'Provider NPI', problem: 'It is no NPI' },
    change: ({ 'Provider NPI': npi = '' }) => ({ 'Provider NPI': otherDigit(npi) }),
  },
  set('Provider organization', '', 'The provider has no name.', { 'Provider last name': '' }),
  ...[set('Provider organization', 'x'.repeat(61), SIZE), set('Provider organization', 'A*B', SIGN)],
  ...[set('Provider organization', 'Lake "Hill', MARK), set('Provider organization', '"Lake" Clinic', MARK)],
  ...[set('Member ID', 'B', SIZE), set('Member ID', 'BW/1', FORM), set('Member ID', '1,23E+11', LOST)],
  ...[set('Member ID', '####', 'The column was too narrow'), set('Member ID', 'n/a', 'It stands for nothing.')],
  ...[set('Member ID', 'BW1\nBW2', SIGN), set('Member ID', 'x'.repeat(81), SIZE), set('Member ID', 'BW10"', MARK)],
  set('Member ID', '', 'Nothing says who the subscriber is.', {
    ...{ 'Subscriber last name': '', 'Subscriber date of birth': '' },
  }),
  ...[
    set('Subscriber first name', 'x'.repeat(36), SIZE),
    set('Subscriber first name', 'Ja\ufffd', 'A letter was lost'),
  ],
  ...[set('Subscriber last name', 'x'.repeat(61), SIZE), set('Subscriber last name', 'D^', SIGN)],
  ...['Subscriber date of birth', 'Dependent date of birth'].flatMap((column) => [
    ...['1/31/29', '1.1.90', '1-1-90'].map((day) => set(column, day, 'The year has two digits.')),
    ...['2/30/1990', '19900230', '1990-13-01', '2/29/2023'].map((day) => set(column, day, 'There is no such day')),
    ...[set(column, '31/1/1990', 'The day stands before the month.'), set(column, 'soon', 'It is no date.')],
    ...[set(column, '2/2/2099', 'It is a day in the future.'), set(column, '32904', 'The program has saved the date')],
    ...[set(column, '31.1.1990', 'Nobody can tell'), set(column, '1311990', 'It is no date: it has too few')],
  ]),
  ...['cousin', '18', 'self'].map((who) => set('Dependent relationship', who, 'It is none of the relationships')),
  set('Dependent relationship', '1', 'The zero in front is lost.'),
  ...['ZZZ', '30 ZZZ', 'office'].map((code) => set('Service type codes', code, 'It is none of the codes')),
  ...[set('Date of service', '2026-02-30', 'There is no such day'), set('Service to', 'x', 'It is no date.')],
  {
    name: 'half a range',
    column: 'Date of service',
    problem: DAYS,
    change: () => ({ ...NO_DAYS, 'Service to': '20260101' }),
  },
  {
    ...{ name: 'range that ends first', column: 'Date of service', problem: DAYS },
    change: () => ({ ...NO_DAYS, 'Service from': '20260102', 'Service to': '20260101' }),
  },
  set('External patient ID', 'x'.repeat(37), SIZE),
  {
    ...{ name: 'name and birth have changed places', column: 'Subscriber date of birth', problem: 'It is no date.' },
    change: (cells) => ({
      'Subscriber last name': cells['Subscriber date of birth'] ?? '',
      'Subscriber date of birth': cells['Subscriber last name'] ?? '',
    }),
  },
];

/** What becomes of the text of a table, and of it as a whole. @param at index of a row. */
export type TextSpoiling = (table: SoundTable, at: number) => string | Uint8Array;

function inField(change: (field: string) => string): TextSpoiling {
  return (table, at) => {
    const lines = fieldsOf(table);
    const line = lines[at + 1] ?? [];
    const place = table.headings.indexOf('Subscriber last name');
    line[place] = change('Doe, Jr');
    return textOf(lines, table);
  };
}

/** Each is found at its row. */
export const MARK_SPOILINGS: Readonly<Record<string, TextSpoiling>> = {
  'lost opening mark': inField((field) => `${field}"`),
  'lost opening mark, no comma': inField(() => 'Doe"'),
  'lost closing mark': inField((field) => `"${field}`),
  'marks inside that are not doubled': inField(() => '"Doe "Jane" Jr"'),
};

function inHeader(change: (names: string[]) => readonly string[]): TextSpoiling {
  return (table) => {
    const [header = [], ...lines] = fieldsOf({ ...table, isQuoted: false });
    return textOf([change(header), ...lines], table);
  };
}

const sound = (table: SoundTable): string => textOf(fieldsOf(table), table);
const separatedBy =
  (mark: string): TextSpoiling =>
  (table) =>
    textOf(
      fieldsOf(table).map((line) => [line.join(mark)]),
      table,
    );

/** Those of which nothing can be read, with what is said. */
export const TABLE_SPOILINGS: Readonly<Record<string, readonly [TextSpoiling, RegExp]>> = {
  'heading misspelled': [inHeader(([first, ...rest]) => [`${first}x`, ...rest]), /Column 1 .* not known\. Perhaps/],
  'heading twice': [inHeader((names) => [...names.slice(0, -1), names[0] ?? '']), /is there twice|lacks the columns/],
  'heading empty': [inHeader(([_, ...rest]) => ['', ...rest]), /Column 1 .* not known/],
  'heading lost': [
    inHeader((names) => names.map((name) => (name === 'Visit ID' ? 'Row result' : name))),
    /lacks .*Visit ID/,
  ],
  semicolons: [separatedBy(';'), /semicolons/],
  tabs: [separatedBy('\t'), /tabs/],
  'a sign of nothing': [(table) => `${sound(table)}\0`, /UTF-8/],
  'two bytes a letter': [(table) => Buffer.from(sound(table), 'utf16le'), /UTF-8/],
  'no UTF-8': [(table) => Buffer.concat([Buffer.from(sound(table)), Buffer.from([0xe9, 0x41])]), /UTF-8/],
  workbook: [(table) => `PK\u0003${sound(table)}`, /workbook/],
  'headings alone': [(table) => textOf(fieldsOf(table).slice(0, 1), table), /no row/],
  nothing: [() => '', /It is empty/],
  'a title above': [
    (table) => `Visits of Monday${table.lineEnd}${table.lineEnd}${sound(table).replace('\uFEFF', '')}`,
    /headings stand in row 3\. Take out what stands above/,
  ],
  // A value may be like a heading: what looks misspelt is told by its column.
  'no headings': [
    (table) => textOf(fieldsOf(table).slice(1), table),
    /no headings that are known|Column 1 \(A\) of the first line is not known/,
  ],
  'too many rows': [
    (table) => {
      const [header = [], line = []] = fieldsOf(table);
      return textOf([header, ...Array.from({ length: 1_001 }, () => line)], table);
    },
    /1001 rows/,
  ],
};

const mapCells = (table: SoundTable, change: (field: string) => string): string => {
  const [header = [], ...lines] = fieldsOf({ ...table, isQuoted: false });
  return textOf(
    [header, ...lines.map((line) => line.map((field) => (field.includes('"') ? field : change(field))))],
    table,
  );
};

/** After which the checks are the same. */
export const HARMLESS: Readonly<Record<string, TextSpoiling>> = {
  nothing: sound,
  'empty rows behind': (table) => sound(table) + table.lineEnd.repeat(3),
  'rows of commas behind': (table) => sound(table) + `,,,,${table.lineEnd}`.repeat(3),
  'commas behind all': (table) =>
    textOf(
      fieldsOf(table).map((line) => [...line, '', '']),
      table,
    ),
  'commas behind one row': (table, at) =>
    textOf(
      fieldsOf(table).map((line, row) => (row === at + 1 ? [...line, ''] : line)),
      table,
    ),
  'blanks around': (table) => mapCells(table, (field) => ` ${field}\u00a0`),
  'told to be a text': (table) => mapCells(table, (field) => (field === '' ? '' : `="${field}"`)),
  'headings in capitals': inHeader((names) => names.map((name) => ` ${name.toUpperCase()} `)),
  'columns of a report': (table) =>
    textOf(
      fieldsOf(table).map((line, row) =>
        row === 0 ? ['Row result', 'What to do', ...line] : ['OK', '"a, b"', ...line],
      ),
      table,
    ),
  'no end of the last line': (table) => sound(table).trimEnd(),
  'lines that end otherwise': (table) => sound(table).replace(table.lineEnd, '\n'),
};
