import { csvLine } from '../../csv-line.js';
import { artifactsWithIds } from '../../objects/artifact-rows.js';
import { conflict, notFound } from '../../problems.js';
import { type RowProblem, rowProblemsOf } from '../../resources/eligibility-batches/columns.js';
import { listItems } from '../../resources/eligibility-batches/list-items.js';
import { findBatch } from '../../resources/eligibility-batches/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EligibilityBatches } from '../../store/batch-tables.js';
import type { Services } from '../services.js';
import { REPORT_HEADINGS, TABLE_COLUMNS } from './table-columns.js';
import { MOST_ROWS, sheetOf } from './take-table.js';

/** What a spreadsheet program shows without being told of letters. */
export const TABLE_MARK = '\uFEFF';

/** The table that a front desk fills in: its headings, and a row as an example. */
export function templateTable(): string {
  const rows = [TABLE_COLUMNS.map(({ heading }) => heading), TABLE_COLUMNS.map(({ example }) => example)];
  return TABLE_MARK + rows.map(lineOf).join('');
}

/** Said as "nothing is to be corrected" it would be taken for a table that is sound. @throws Problem `conflict`. */
export function demandTable({ status }: Pick<EligibilityBatches, 'status'>): void {
  if (status === 'PENDING')
    throw conflict('The batch has no table so far: send its table, then ask for its report.', 'TABLE_MISSING');
}

interface Reading {
  read<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result>;
}

/**
 * The table as it came, with two columns in front: whether a row is sound, and what to do. It can be corrected and handed in again as it is.
 * @throws Problem `conflict` before a table was put; `not-found` for a batch without one, and once its file has expired.
 */
export async function reportTable(
  { artifacts, heavyTurns }: Pick<Services, 'artifacts' | 'heavyTurns'>,
  batchId: string,
  reading: Reading,
) {
  const { file, items } = await reading.read(async (queries) => {
    const batch = await findBatch(queries, batchId);
    demandTable(batch);
    const { file_id } = batch;
    const [found] = file_id === null ? [] : await artifactsWithIds(queries, [file_id]);
    if (found === undefined) throw notFound('table of the batch');
    const page = await listItems(queries, batchId, {}, { size: MOST_ROWS, after: undefined });
    return { file: found, items: page.items };
  });
  const told = new Map(items.map((item) => [Number(item.row_number), rowProblemsOf(item)]));
  const bytes = await artifacts.read(file);
  const { names, rows } = await heavyTurns.run(file.account_id, () => sheetOf(bytes));
  // A report that was corrected has its two columns already.
  const kept = names.flatMap((name, place) => (REPORT_HEADINGS.some((own) => own === name) ? [] : [place]));
  const widest = Math.max(...rows.map(({ cells }) => cells.length));
  const extra = Array.from({ length: Math.max(widest - names.length, 0) }, (_, place) => names.length + place);
  const cellsOf = (cells: readonly string[]) => [...kept, ...extra].map((place) => cells[place] ?? '');
  const lines = rows.map(({ row, cells }) => {
    const problems = told.get(row) ?? [];
    return lineOf([problems.length === 0 ? 'OK' : 'CORRECT', problems.map(sentenceOf).join(' '), ...cellsOf(cells)]);
  });
  return TABLE_MARK + lineOf([...REPORT_HEADINGS, ...cellsOf(names)]) + lines.join('');
}

export function sentenceOf({ column, problem, remedy }: RowProblem): string {
  return `${column === undefined ? '' : `${column}: `}${problem} ${remedy}`;
}

/** A line of a report. By `="007"` spreadsheet programs are told that a number is a text: that runs nothing. */
function lineOf(cells: readonly string[]): string {
  return csvLine(cells, (cell) => /^="[^"]*"$/.test(cell));
}
