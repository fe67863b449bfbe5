import { writeAudit } from '../audit/write-audit.js';
import { type AnsweredPage, answeredItems } from '../exchange/eligibility-batches/answered-items.js';
import { type ResultRow, resultRow, resultTable } from '../exchange/eligibility-batches/result-rows.js';
import type { Services } from '../exchange/services.js';
import { conflict } from '../problems.js';
import { findNamedBatch } from '../resources/eligibility-batches/rows.js';
import type { Batch } from '../resources/eligibility-batches/schemas.js';
import { showBatch } from '../resources/eligibility-batches/shown.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type AnyCommand,
  type Arguments,
  type Command,
  type Here,
  optionalText,
  textIn,
  UsageError,
} from './command.js';
import { demandNoFile, writeNewFile } from './new-file.js';

interface ResultsPage extends AnsweredPage {
  readonly batch: Batch;
}

/** Asked by `batches results`, where the store is: answers are long, and ten thousand of them are no one answer. */
const ANSWERS: Command = {
  name: 'batches answers',
  usage: 'ID [--after ITEM] [--account ID]',
  summary: 'Prints the next answers to checks of a batch as JSON; batches results asks so by itself.',
  isInner: true,
  options: { ...ACCOUNT, after: { type: 'string', help: 'those behind this one; default: from the first on' } },
  prepare: async (args) => ({ ...args.options, id: oneBatch('batches answers', args) }),
  run: answersPage,
  show: (page: ResultsPage) => JSON.stringify(page, undefined, 2),
};

/** What came of the checks of a batch. */
export const BATCH_RESULT_COMMANDS: readonly AnyCommand[] = [
  {
    name: 'batches results',
    usage: 'ID|NAME [--out FILE] [--account ID]',
    summary: 'Prints what came of each check of a batch, as a table (CSV); with --json as JSON. The audit has it.',
    options: { ...ACCOUNT, out: { type: 'string', help: 'a file to make, that you alone can read' } },
    runHere: results,
    show: ({ file, rows }: Results) =>
      file === undefined ? resultTable(rows) : `${rows.length} results are in ${file}.`,
  },
  ANSWERS,
];

interface Results {
  readonly file?: string;
  readonly rows: readonly ResultRow[];
}

async function results(args: Arguments, here: Here): Promise<Results> {
  const id = oneBatch('batches results', args);
  const { out: file, account } = args.options;
  if (typeof file === 'string') demandNoFile(file);
  const rows: ResultRow[] = [];
  let after: string | undefined;
  do {
    // `ANSWERS` answers so.
    const page = (await here.ask(ANSWERS, { account, id, after })) as ResultsPage;
    // Answers are read here, and not in a server that others wait for.
    rows.push(...page.items.map(resultRow));
    after = page.next;
    if (after === undefined) tellOpen(page.batch, here);
  } while (after !== undefined);
  if (typeof file !== 'string') return { rows };
  await writeNewFile(file, resultTable(rows));
  return { file, rows };
}

function tellOpen({ id, totalCount, successCount, errorCount }: Batch, { progress }: Here): void {
  const open = totalCount - successCount - errorCount;
  if (open > 0) progress(`${open} of ${totalCount} checks are not over yet: ask again later. See: batches show ${id}`);
}

function oneBatch(name: string, { positionals: [id, ...more] }: Arguments): string {
  if (id === undefined || more.length > 0) throw new UsageError(`${name} takes the id or the name of one batch.`);
  return id;
}

async function answersPage(services: Services, input: Readonly<Record<string, unknown>>): Promise<ResultsPage> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const [word, after] = [textIn(input, 'id'), optionalText(input, 'after')];
  const batch = await readRows(services.store, accountId, async (queries) =>
    showBatch(await findNamedBatch(queries, word)),
  );
  const { id } = batch;
  demandBegun(batch);
  // Each page is in the audit before it leaves, as each page of polling is.
  await services.store.write((tx) =>
    writeAudit(new AccountQueries(tx, accountId), services.clock, {
      ...{ action: 'list', objectKind: 'eligibility-batch', objectId: id },
    }),
  );
  return { batch, ...(await answeredItems(services, accountId, { batchId: id, after })) };
}

/** @throws Problem `conflict` that says what to do before there can be results. */
function demandBegun({ id, status }: Batch): void {
  if (status === 'PENDING') throw conflict(`The batch has no table so far: batches upload FILE --batch ${id}`);
  if (status === 'VALIDATION_FAILED')
    throw conflict(`Rows of its table are to be corrected, and nothing was asked: batches report ${id}`);
  if (status === 'VALIDATED') throw conflict(`Nothing was asked so far: batches execute ${id}`);
}
