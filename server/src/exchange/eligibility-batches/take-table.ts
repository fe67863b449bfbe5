import { readSheet, type Sheet } from '../../csv.js';
import { uuid } from '../../ids.js';
import type { Origin } from '../../origins/origin.js';
import { invalid } from '../../problems.js';
import { sealedContent } from '../../resources/eligibility-batches/columns.js';
import { batchItemId } from '../../resources/eligibility-batches/item-id.js';
import { BATCH_MOVES } from '../../resources/eligibility-batches/moves.js';
import { insertBatch, type NewBatchItem } from '../../resources/eligibility-batches/rows.js';
import { putTable } from '../../resources/eligibility-batches/tables.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EligibilityBatches } from '../../store/batch-tables.js';
import { expiryOf } from '../eligibility/keep-check.js';
import type { Run } from '../services.js';
import { type JudgedRow, judgeTable } from './judge-table.js';
import { batchRow } from './submit-batch.js';
import { REPORT_HEADINGS, TABLE_COLUMNS } from './table-columns.js';

/** Rows of one table. */
export const MOST_ROWS = 1_000;
/** Bytes of one: a thousand rows with all that one may have. */
export const MOST_BYTES = 1024 * 1024;
const HEADINGS = TABLE_COLUMNS.map(({ heading }) => heading);

interface NewTableBatch {
  readonly name?: string | undefined;
  readonly maxRetryHours?: number | undefined;
  readonly origin: Origin;
}

/** A batch that waits for its table. @returns its id, and what writes it down. */
export function openBatch(run: Run, given: NewTableBatch) {
  const made = { id: uuid(), createdAt: run.services.clock.now() };
  const row = batchRow(run, made, { ...given, items: [] });
  const opened = { ...row, source: 'CSV_IMPORT', status: BATCH_MOVES.open.to, started_at: null } as const;
  return { id: made.id, commit: (queries: AccountQueries) => insertBatch(queries, opened) };
}

/**
 * Reads and judges a table; its file is stored sealed. Nothing of the batch changes before the change that is returned is committed.
 * @throws Problem `invalid` for what is no table, `denied` where a payer takes none from where it comes from.
 */
export async function prepareTable(
  run: Run,
  { batchId, bytes, origin }: { readonly batchId: string; readonly bytes: Uint8Array; readonly origin: Origin },
): Promise<(queries: AccountQueries) => Promise<EligibilityBatches>> {
  const { services, caller } = run;
  const { clock, artifacts } = services;
  const sheet = await services.heavyTurns.run(caller.accountId, () => sheetOf(bytes));
  const judged = await judgeTable(services, caller.accountId, { sheet, origin });
  const expiresAt = expiryOf(run);
  const about = { model: 'batch-table', ownerId: batchId, usage: 'input', name: `${batchId}.csv` } as const;
  const prepared = await artifacts.prepare(caller.accountId, [
    { ...about, type: 'text/csv', bytes, expiresAt, sealed: true },
  ]);
  const now = clock.now();
  const rows = judged.map((row, place) => itemRow(run, batchId, row, place, now));
  return async (queries) => {
    const batch = await putTable(queries, batchId, {
      ...{ rows, fileId: prepared[0]?.id ?? '', origin: JSON.stringify(origin), keyId: caller.keyId, now },
      expiresAt: expiresAt ?? null,
    });
    await artifacts.insert(queries, prepared);
    return batch;
  };
}

/** @throws Problem `invalid` for what is no table of checks. */
export function sheetOf(bytes: Uint8Array): Sheet {
  const columns = {
    ...{ known: HEADINGS, also: REPORT_HEADINGS, needed: ['Visit ID', 'Payer ID'] },
    advice: 'The template has all columns.',
  };
  const text = textOf(bytes);
  demandBounded(text);
  const sheet = readSheet(text, columns);
  const count = sheet.rows.length;
  if (count === 0) throw unreadable('It has no row below the headings.');
  if (count > MOST_ROWS)
    throw unreadable(`It has ${count} rows; a batch has ${MOST_ROWS} at most. Make several batches.`);
  const wide = sheet.rows.find(({ cells }) => cells.length > sheet.names.length + MOST_BEYOND);
  if (wide !== undefined)
    throw unreadable(
      `Row ${wide.row} has ${wide.cells.length} values; the headings name ${sheet.names.length} columns.`,
    );
  return sheet;
}

/** Lines of a file: rows may have texts of several. */
const MOST_LINES = 5_000;
/** Values that a row may have beside those of the headings, which are of no column. */
const MOST_BEYOND = 50;

/** Before a value is made of it: files of line ends and of commas take long, and much memory. */
function demandBounded(text: string): void {
  const lines = countOf(text, /\r\n?|\n/g, MOST_LINES);
  if (lines > MOST_LINES)
    throw unreadable(`It has more than ${MOST_LINES} lines. A batch has ${MOST_ROWS} rows at most.`);
  const mostCommas = MOST_ROWS * (HEADINGS.length + MOST_BEYOND);
  if (countOf(text, /,/g, mostCommas) > mostCommas)
    throw unreadable('Its rows have far more values than there are columns.');
}

/** How often something is in a text, as far as it is counted. */
function countOf(text: string, what: RegExp, most: number): number {
  let count = 0;
  for (const _ of text.matchAll(what)) if (++count > most) break;
  return count;
}

function textOf(bytes: Uint8Array): string {
  // What other files of a spreadsheet program begin with: an archive, or text of two bytes a letter.
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) throw unreadable('It is a workbook. Save it as CSV UTF-8.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw unreadable('Its letters are not in UTF-8. Save it as CSV UTF-8.');
}

function unreadable(what: string) {
  return invalid(`The table cannot be read. ${what}`, { code: 'UNREADABLE_TABLE' });
}

function itemRow({ services, caller }: Run, batchId: string, judged: JudgedRow, place: number, now: number) {
  const { row, problems, item } = judged;
  const id = batchItemId(batchId, place);
  const context = { accountId: caller.accountId, id };
  return {
    ...{ id, batch_id: batchId, place, row_number: row, payer_id: item?.payerId ?? null, result: null },
    ...{ state: item === undefined ? 'VALIDATION_FAILED' : 'VALIDATED', errors: JSON.stringify(problems) },
    ...{ check_id: null, attempts: 0, first_attempt_at: null, retry_at: null },
    ...{ created_at: now, updated_at: now, ended_at: null },
    content: item === undefined ? null : sealedContent(services.sealedColumns, context, item.content),
  } satisfies NewBatchItem;
}
