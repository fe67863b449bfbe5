import Type, { type Static } from 'typebox';
import { letGo } from '../../exchange/eligibility-batches/start-job.js';
import { demandTable, reportTable, templateTable } from '../../exchange/eligibility-batches/table-report.js';
import { MOST_BYTES, openBatch, prepareTable } from '../../exchange/eligibility-batches/take-table.js';
import type { AnyRoute } from '../../gateway/route.js';
import { rowProblemsOf } from '../../resources/eligibility-batches/columns.js';
import { listItems } from '../../resources/eligibility-batches/list-items.js';
import { findBatch } from '../../resources/eligibility-batches/rows.js';
import {
  Batch,
  BatchId,
  BatchName,
  BatchRetryHours,
  BatchRowResult,
  NameTaken,
} from '../../resources/eligibility-batches/schemas.js';
import { startTable } from '../../resources/eligibility-batches/tables.js';
import { LargePageToken, PageOf } from '../../schemas/pages.js';
import { closed } from '../../schemas/shapes.js';
import { mapPage } from '../../store/page.js';
import { listRoute, route } from '../route.js';
import { shownBatch } from './shown-batch.js';

const COMMON = { family: 'eligibility-batches', keys: 'live' } as const;
const BatchParams = Type.Object({ batchId: BatchId });
const AUDIT = { objectKind: 'eligibility-batch', objectParam: 'batchId' } as const;
const TABLE = 'text/csv';
/** By it a browser saves a table and does not show it. */
const CSV_HEADERS = { 'content-type': `${TABLE}; charset=utf-8`, 'cache-control': 'private, no-store' };
const CsvText = Type.String({ description: 'Comma-separated values, a header first.' });

const templateRoute = route({
  ...COMMON,
  operation: 'GetBatchTableTemplate',
  method: 'GET',
  path: '/eligibility-manager/batch-table/template',
  summary: 'Get the table that a front desk fills in',
  description: 'Its headings, and one row as an example, to be replaced. A spreadsheet program opens it.',
  answerType: TABLE,
  schemas: { response: { 200: CsvText } },
  handle: async () => ({ headers: CSV_HEADERS, body: Buffer.from(templateTable(), 'utf8') }),
});

const openRoute = route({
  ...COMMON,
  operation: 'CreateBatchTable',
  method: 'POST',
  path: '/eligibility-manager/batch-table',
  summary: 'Create a batch that waits for its table',
  description:
    'It is `PENDING` until its table is sent. A name that was used before is a 409 with the `batchId` of that batch.',
  problems: ['conflict'],
  refusals: { 409: NameTaken },
  audit: { action: 'create', objectKind: 'eligibility-batch' },
  schemas: {
    body: Type.Object(
      { name: Type.Optional(BatchName), maxRetryHours: Type.Optional(BatchRetryHours) },
      { ...closed, title: 'NewBatchTable', description: 'A batch whose checks come as a table.' },
    ),
    response: {
      200: Type.Object(
        { batchId: BatchId },
        { title: 'CreatedBatchTable', description: 'A batch that waits for its table.' },
      ),
    },
  },
  handle: async (call) => {
    const opened = openBatch(call, { ...call.body, origin: call.origin });
    return call.commit(async (queries) => {
      await opened.commit(queries);
      return { body: { batchId: opened.id }, objectId: opened.id };
    });
  },
});

const Table = Type.Object(
  { table: Type.String({ description: 'The file as a text, as the template has it.' }) },
  { ...closed, title: 'BatchTable', description: 'A table of checks.' },
);

const putRoute = route({
  ...COMMON,
  operation: 'PutBatchTable',
  method: 'PUT',
  path: '/eligibility-manager/batch/:batchId/table',
  summary: 'Send the table of a batch, or the corrected one',
  description:
    'As `text/csv` in UTF-8, or as JSON; up to a thousand rows. All rows are judged: `VALIDATED` can be executed, and of `VALIDATION_FAILED` the report has what to correct. It replaces the table before, until the batch is executed. What is no table of checks is a 400, and changes nothing.',
  problems: ['conflict'],
  bodyLimit: MOST_BYTES,
  mediaTypes: [TABLE],
  audit: { action: 'upload', ...AUDIT },
  schemas: { params: BatchParams, body: Table, response: { 200: Batch } },
  handle: async (call) => {
    const { batchId } = call.params;
    await call.read((queries) => findBatch(queries, batchId));
    const put = await prepareTable(call, { batchId, bytes: bytesOf(call.body), origin: call.origin });
    return call.commit(async (queries) => ({ body: shownBatch(call, await put(queries)) }));
  },
});

/** A body of the type of a table is handed on as it came. */
function bytesOf(body: Static<typeof Table> | Buffer): Uint8Array {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.table, 'utf8');
}

const executeRoute = route({
  ...COMMON,
  operation: 'ExecuteBatchTable',
  method: 'POST',
  path: '/eligibility-manager/batch/:batchId/execute',
  summary: 'Send the checks of a sound table',
  description: 'A batch that has begun is answered as it is: to execute it again changes nothing.',
  problems: ['conflict'],
  audit: { action: 'execute', ...AUDIT },
  schemas: { params: BatchParams, response: { 200: Batch } },
  handle: async (call) => {
    const { services, params } = call;
    return call.commit(async (queries) => {
      const { batch, isNew } = await startTable(queries, params.batchId, services.clock.now());
      if (isNew) await letGo(services.jobs, queries, batch.id);
      return { body: shownBatch(call, batch) };
    });
  },
});

const reportRoute = listRoute({
  ...COMMON,
  operation: 'GetBatchTableReport',
  method: 'GET',
  path: '/eligibility-manager/batch/:batchId/report',
  summary: 'Get what is wrong with each row of a table',
  description:
    'All rows in their order, each with all that is wrong, in words for people; no value of the table is in it.',
  paged: { defaultSize: 100, maxSize: 1_000 },
  audit: { action: 'list', ...AUDIT },
  schemas: { params: BatchParams, response: { 200: PageOf(BatchRowResult, LargePageToken) } },
  list: async (call) => {
    const { params, page } = call;
    const rows = await call.read(async (queries) => {
      demandTable(await findBatch(queries, params.batchId));
      return listItems(queries, params.batchId, {}, page);
    });
    return mapPage(rows, (row) => {
      const problems = rowProblemsOf(row);
      const rowNumber = Number(row.row_number ?? Number(row.place) + 1);
      return { rowNumber, result: problems.length === 0 ? 'OK' : 'CORRECT', problems } as const;
    });
  },
});

const reportCsvRoute = route({
  ...COMMON,
  operation: 'GetBatchTableReportCsv',
  method: 'GET',
  path: '/eligibility-manager/batch/:batchId/report/csv',
  summary: 'Get the table with what to correct in front of each row',
  description: 'Rows that are corrected in it can be sent as they are: its first two columns are passed over.',
  answerType: TABLE,
  looksThrough: true,
  audit: { action: 'download', ...AUDIT },
  schemas: { params: BatchParams, response: { 200: CsvText } },
  handle: async (call) => ({
    headers: CSV_HEADERS,
    body: Buffer.from(await reportTable(call.services, call.params.batchId, call), 'utf8'),
  }),
});

/** Checks that a front desk hands in as a table. */
export const batchTableRoutes: readonly AnyRoute[] = [
  ...[templateRoute, openRoute, putRoute, reportRoute],
  ...[reportCsvRoute, executeRoute],
];
