import { writeAudit } from '../audit/write-audit.js';
import { letGo } from '../exchange/eligibility-batches/start-job.js';
import { sentenceOf, templateTable } from '../exchange/eligibility-batches/table-report.js';
import { MOST_BYTES, MOST_ROWS, openBatch, prepareTable } from '../exchange/eligibility-batches/take-table.js';
import type { Run, Services } from '../exchange/services.js';
import { conflict, invalid, type Problem } from '../problems.js';
import { type RowProblem, rowProblemsOf } from '../resources/eligibility-batches/columns.js';
import { listItems } from '../resources/eligibility-batches/list-items.js';
import { findNamedBatch } from '../resources/eligibility-batches/rows.js';
import type { Batch } from '../resources/eligibility-batches/schemas.js';
import { showBatch } from '../resources/eligibility-batches/shown.js';
import { startTable } from '../resources/eligibility-batches/tables.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import { readTextFile } from '../text-file.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type Arguments,
  type Command,
  demandNoWords,
  type Input,
  optionalText,
  textIn,
  UsageError,
} from './command.js';

/** Whoever stands at the server: the country is that of the server itself. */
const HERE = { peer: '127.0.0.1', isTrustedProxy: false, forwarded: undefined } as const;
/** As `BatchName` has it. */
const NAME = /^[a-zA-Z0-9-_]{1,100}$/;

/** Batches of checks whose rows stand in a table. */
export const BATCH_TABLE_COMMANDS: readonly Command[] = [
  {
    name: 'batches template',
    usage: '',
    summary: 'Prints the table of eligibility checks that a front desk fills in.',
    prepare: async (args) => {
      demandNoWords('batches template', args);
      return {};
    },
    run: async () => ({ text: templateTable() }),
    show: ({ text }: { readonly text: string }) => text.trimEnd(),
  },
  {
    name: 'batches upload',
    usage: 'FILE [--name NAME | --batch ID|NAME] [--execute] [--account ID]',
    summary: 'Takes a table of eligibility checks, and says whether rows are to be corrected.',
    options: {
      ...ACCOUNT,
      name: { type: 'string', help: 'of the new batch; default: its id' },
      batch: { type: 'string', help: 'a batch that is there, whose table it replaces' },
      execute: { type: 'boolean', help: 'has the checks made, where no row is to be corrected' },
    },
    prepare: async ({ positionals: [path, ...more], options }) => {
      if (path === undefined || more.length > 0) throw new UsageError('batches upload takes one file.');
      if (options.name !== undefined && options.batch !== undefined)
        throw new UsageError('A batch that is there has its name: give --name or --batch.');
      const table = await readTextFile(path);
      if (table === '')
        throw invalid(`${path} is empty. Fill in the table that ediloom-server batches template prints.`);
      return { ...options, table };
    },
    run: upload,
    show: shownUpload,
  },
  {
    name: 'batches report',
    usage: 'ID|NAME [--account ID]',
    summary: 'Says what is to be corrected in the table of a batch, row by row.',
    options: ACCOUNT,
    prepare: async (args) => oneBatch('batches report', args),
    run: report,
    show: (rows: readonly ReportedRow[]) =>
      rows.length === 0
        ? 'Nothing is to be corrected.'
        : rows.map(({ rowNumber, problems }) => `Row ${rowNumber}  ${problems.map(sentenceOf).join(' ')}`).join('\n'),
  },
  {
    name: 'batches execute',
    usage: 'ID|NAME [--account ID]',
    summary: 'Has the checks of a sound table made.',
    options: ACCOUNT,
    prepare: async (args) => oneBatch('batches execute', args),
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const word = textIn(input, 'id');
      return services.store.write(async (tx) => {
        const queries = new AccountQueries(tx, accountId);
        return execute(services, queries, (await findNamedBatch(queries, word)).id);
      });
    },
    show: ({ id, status }: Batch) => `${id}  ${status}`,
  },
];

function oneBatch(name: string, { positionals: [id, ...more], options }: Arguments): Input {
  if (id === undefined || more.length > 0) throw new UsageError(`${name} takes the id or the name of one batch.`);
  return { ...options, id };
}

async function execute(services: Services, queries: AccountQueries, id: string): Promise<Batch> {
  const { clock, jobs } = services;
  const { batch, isNew } = await startTable(queries, id, clock.now());
  if (isNew) await letGo(jobs, queries, id);
  await writeAudit(queries, clock, { action: 'execute', objectKind: 'eligibility-batch', objectId: id });
  return showBatch(batch);
}

/** One commit: a batch is there with its table or not at all. */
async function upload(services: Services, input: Input): Promise<Batch> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const [name, known, table] = [optionalText(input, 'name'), optionalText(input, 'batch'), textIn(input, 'table')];
  if (name !== undefined && !NAME.test(name))
    throw new UsageError('A name has up to 100 letters, digits, hyphens and underscores.');
  const bytes = Buffer.from(table, 'utf8');
  if (bytes.length > MOST_BYTES) throw new UsageError(`A table has ${MOST_BYTES} bytes at most: divide it.`);
  // No key has handed it in: the audit names the operator.
  const run: Run = { services, caller: { accountId, keyId: '', mode: 'live' } };
  const replaced =
    known === undefined
      ? undefined
      : await readRows(services.store, accountId, (queries) => findNamedBatch(queries, known));
  const opened = replaced === undefined ? openBatch(run, { name, origin: HERE }) : undefined;
  const id = opened?.id ?? replaced?.id ?? '';
  const put = await prepareTable(run, { batchId: id, bytes, origin: HERE });
  const wantsExecution = input.execute === true;
  const batch = await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    await opened?.commit(queries);
    const judged = await put(queries);
    await writeAudit(queries, services.clock, { action: 'upload', objectKind: 'eligibility-batch', objectId: id });
    return wantsExecution && judged.status === 'VALIDATED' ? execute(services, queries, id) : showBatch(judged);
  });
  // The table is kept, to be corrected; what was asked for besides is not done, and no script may take it for done.
  if (wantsExecution && batch.status === 'VALIDATION_FAILED') throw notExecuted(batch);
  return batch;
}

function notExecuted({ id, totalCount, validationFailedCount }: Batch): Problem {
  return conflict(
    [
      `Nothing was executed: ${validationFailedCount} of ${totalCount} rows are to be corrected. The table is kept as batch ${id}.`,
      `See what to correct by: batches report ${id}`,
      `Then hand it in again by: batches upload FILE --batch ${id} --execute`,
    ].join('\n'),
  );
}

function shownUpload({ id, status, totalCount, validationFailedCount }: Batch): string {
  const what =
    status === 'VALIDATION_FAILED'
      ? `${validationFailedCount} of ${totalCount} rows are to be corrected: batches report ${id}`
      : status === 'VALIDATED'
        ? `${totalCount} checks wait: batches execute ${id}`
        : `${totalCount} checks are made: batches show ${id}`;
  return `${id}  ${status}\n${what}`;
}

interface ReportedRow {
  readonly rowNumber: number;
  readonly problems: readonly RowProblem[];
}

/** Rows that are to be corrected. */
async function report(services: Services, input: Input): Promise<readonly ReportedRow[]> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const word = textIn(input, 'id');
  return services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const { id, status } = await findNamedBatch(queries, word);
    // Said as "nothing is to be corrected" it would be taken for a table that is sound.
    if (status === 'PENDING') throw conflict(`The batch has no table so far: batches upload FILE --batch ${id}`);
    const { items } = await listItems(queries, id, { states: ['VALIDATION_FAILED'] }, { size: MOST_ROWS });
    await writeAudit(queries, services.clock, { action: 'list', objectKind: 'eligibility-batch', objectId: id });
    return items.map((item) => ({ rowNumber: Number(item.row_number), problems: rowProblemsOf(item) }));
  });
}
