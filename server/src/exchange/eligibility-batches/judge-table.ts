import { checkRequest } from 'ediloom/eligibility';
import { isoTime } from '../../clock.js';
import type { Sheet } from '../../csv.js';
import type { Steps } from '../../heavy-turns.js';
import type { Origin } from '../../origins/origin.js';
import type { RowProblem } from '../../resources/eligibility-batches/columns.js';
import type { Catalogue } from '../../resources/payers/catalogue.js';
import { findPayer, findPayers, type NamedPayer, type PayerFound } from '../../resources/payers/find-payer.js';
import { payersCalled } from '../../resources/payers/payers-called.js';
import { takesChecks } from '../../resources/payers/support.js';
import { demandOrigin } from '../eligibility/demand-origin.js';
import type { Services } from '../services.js';
import type { JudgedItem } from './submit-batch.js';
import { hasLineBreak, LONE_MARK, readCell } from './table-cells.js';
import { columnAt, REPORT_HEADINGS, TABLE_COLUMNS } from './table-columns.js';
import { TAKES_NO_CHECKS, wordsOfPayer, wordsOfRule } from './table-words.js';

/** A row with all that is wrong with it, or with its check. */
export interface JudgedRow {
  /** As the spreadsheet program counts, from 2. */
  readonly row: number;
  readonly problems: readonly RowProblem[];
  readonly item: JudgedItem | undefined;
}

interface ReadRow {
  readonly row: number;
  readonly request: Readonly<Record<string, unknown>>;
  readonly problems: readonly RowProblem[];
}

const VISIT = '/submitterTransactionIdentifier';
const SERVICE_DAYS = ['Date of service', 'Service from', 'Service to'];
/** Texts of which it is looked up which payers are like them, and payers that are named for one of them. */
const MOST_TEXTS = 20;
const MOST_NEAR = 3;

/**
 * Judges all rows by the rules that checks in real time pass, in turns with what others have.
 * @throws Problem `denied` where a payer takes none from where the table comes from.
 */
export async function judgeTable(
  services: Services,
  accountId: string,
  { sheet, origin }: { readonly sheet: Sheet; readonly origin: Origin },
): Promise<readonly JudgedRow[]> {
  const rows = await services.heavyTurns.runSteps(accountId, readRows(sheet, todayOf(services)));
  const payers = await payersOf(services, accountId, rows);
  return rows.map(({ row, request, problems }) => {
    const found = payers.get(payerName(request));
    if (found?.kind === 'found' && takesChecks(found.payer)) {
      demandOrigin(services, found.payer, origin);
      const item = { content: { source: 'json', request }, payerId: found.payer.platformId } as const;
      return { row, problems, item: problems.length === 0 ? item : undefined };
    }
    // An empty cell is told as such already.
    const more =
      found === undefined ? [] : [found.kind === 'found' ? TAKES_NO_CHECKS : wordsOfPayer(found, found.called)];
    return { row, problems: [...problems, ...more], item: undefined };
  });
}

function payerName(request: ReadRow['request']): string {
  const name = request.tradingPartnerServiceId;
  return typeof name === 'string' ? name : '';
}

/** Who is meant by the text of a cell; of a text that is nobody's id also those who are called much like it. */
type PayerMeant = PayerFound & { readonly called?: readonly NamedPayer[] };

/** Each text once, however many rows have it. */
async function payersOf(
  services: Services,
  accountId: string,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<string, PayerMeant>> {
  const { store } = services;
  const names = [...new Set(rows.map(({ request }) => payerName(request)))].filter((name) => name !== '');
  const payers = new Map<string, PayerMeant>(await store.read((db) => findPayers(db, names)));
  const unknown = names.filter((name) => !payers.has(name));
  const unlike: string[] = [];
  for (const [place, name] of unknown.entries()) {
    const found: PayerFound =
      place < MOST_TEXTS ? await store.read((db) => findPayer(db, name)) : { kind: 'unknown', near: [] };
    payers.set(name, found);
    if (place < MOST_TEXTS && found.kind === 'unknown' && found.near.length === 0) unlike.push(name);
  }
  if (unlike.length === 0) return payers;
  const catalogue = await services.payers.get();
  const called = await services.heavyTurns.runSteps(accountId, calledSo(catalogue, unlike));
  for (const [name, near] of called) payers.set(name, { kind: 'unknown', near: [], called: near });
  return payers;
}

/** One step a text. */
function* calledSo(catalogue: Catalogue, texts: readonly string[]): Steps<ReadonlyMap<string, readonly NamedPayer[]>> {
  const called = new Map<string, readonly NamedPayer[]>();
  for (const text of texts) {
    called.set(text, payersCalled(catalogue, text, MOST_NEAR));
    yield;
  }
  return called;
}

/** The day that it is already where days begin first: there somebody may have been born. */
function todayOf({ clock }: Services): string {
  return isoTime(clock.now() + FIRST_ZONE_MS)
    .slice(0, 10)
    .replaceAll('-', '');
}

const FIRST_ZONE_MS = 14 * 3_600_000;

/** One step a row. */
function* readRows({ names, rows }: Sheet, today: string): Steps<readonly ReadRow[]> {
  const read: ReadRow[] = [];
  const seen = new Map<string, number>();
  for (const { row, cells } of rows) {
    const { request, problems } = readRow(names, cells, today);
    const visit = request.submitterTransactionIdentifier;
    const before = typeof visit === 'string' ? seen.get(visit) : undefined;
    if (typeof visit === 'string' && before === undefined) seen.set(visit, row);
    read.push({ row, request, problems: before === undefined ? problems : [...problems, twice(before)] });
    yield;
  }
  return read;
}

function twice(row: number): RowProblem {
  const { heading, remedy } = visitColumn();
  return { column: heading, problem: `Row ${row} has the same one.`, remedy };
}

function visitColumn() {
  const column = columnAt(VISIT);
  if (column === undefined) throw new Error('The table has a column for the id of the visit.');
  return column;
}

function readRow(
  names: readonly string[],
  cells: readonly string[],
  today: string,
): Pick<ReadRow, 'request' | 'problems'> {
  const request: MutableRequest = { provider: {}, subscriber: {} };
  const problems: RowProblem[] = [];
  const faulty = new Set<string>();
  for (const column of TABLE_COLUMNS) {
    const cell = readCell(cells[names.indexOf(column.heading)] ?? '', column, today);
    if (cell === undefined) continue;
    if ('value' in cell) put(request, column.pointer, cell.value);
    else {
      faulty.add(column.heading);
      problems.push({ column: column.heading, ...cell });
    }
  }
  for (const heading of REPORT_HEADINGS) {
    // A report has none: rows whose checks would be lost without a word have become part of the value.
    if (hasLineBreak((cells[names.indexOf(heading)] ?? '').trim())) problems.push({ column: heading, ...LONE_MARK });
  }
  // It comes first: the other values of the row stand in wrong columns, mostly.
  if (cells.slice(names.length).some((cell) => cell.trim() !== '')) problems.unshift(BEHIND_LAST);
  const broken = [...checkRequest(request).problems.map(wordsOfRule), ...visitProblem(request)];
  // What a cell lacks that could not be read is no second problem, nor is a range of days with such a cell.
  if (SERVICE_DAYS.some((heading) => faulty.has(heading))) for (const heading of SERVICE_DAYS) faulty.add(heading);
  problems.push(...broken.filter(({ column }) => column === undefined || !faulty.has(column)));
  return { request, problems: eachOnce(problems) };
}

/** Of several codes in one cell each may be wrong in the same way. */
function eachOnce(problems: readonly RowProblem[]): readonly RowProblem[] {
  return [...new Map(problems.map((one) => [`${one.column} ${one.problem}`, one])).values()];
}

const BEHIND_LAST: RowProblem = {
  problem: 'It has values behind the last column.',
  remedy: 'Put a value that has a comma in it in quotation marks, or take out what stands behind the last column.',
};

/** By it the front desk knows the result again. */
function visitProblem(request: MutableRequest): readonly RowProblem[] {
  if (request.submitterTransactionIdentifier !== undefined) return [];
  const { heading, remedy } = visitColumn();
  return [{ column: heading, problem: 'It is empty.', remedy }];
}

type MutableRequest = Record<string, unknown>;

/** Puts a value where a column's pointer says; of lists there is the one of dependents. */
function put(request: MutableRequest, pointer: string, value: unknown): void {
  const [first = '', second, third] = pointer.slice(1).split('/');
  if (second === undefined) request[first] = value;
  else if (third === undefined) request[first] = { ...(request[first] as object | undefined), [second]: value };
  else {
    const [dependent] = (request[first] ?? []) as readonly object[];
    request[first] = [{ ...dependent, [third]: value }];
  }
}
