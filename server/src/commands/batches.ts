import { newestBatches } from '../resources/eligibility-batches/list-batches.js';
import { findNamedBatch } from '../resources/eligibility-batches/rows.js';
import type { Batch } from '../resources/eligibility-batches/schemas.js';
import { showBatch } from '../resources/eligibility-batches/shown.js';
import { readRows } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, demandNoWords, optionalText, textIn, UsageError } from './command.js';

const MOST = 100;

/** Eligibility checks in batches: how far they are. Nothing of what is asked is in it. */
export const BATCH_COMMANDS: readonly Command[] = [
  {
    name: 'batches show',
    usage: 'ID|NAME [--account ID]',
    summary: 'Says how far a batch of eligibility checks is.',
    options: ACCOUNT,
    prepare: async ({ positionals: [id, ...more], options }) => {
      if (id === undefined || more.length > 0)
        throw new UsageError('batches show takes the id or the name of one batch.');
      return { ...options, id };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const id = textIn(input, 'id');
      return readRows(services.store, accountId, async (queries) => showBatch(await findNamedBatch(queries, id)));
    },
    show: (batch: Batch) =>
      [
        `${batch.name}  ${batch.status}  (${batch.source}, ${batch.createdAt})`,
        ...COUNTS.map(([name, text]) => `${String(batch[name]).padStart(7)}  ${text}`),
      ].join('\n'),
  },
  {
    name: 'batches',
    alias: 'batches list',
    usage: '[--account ID]',
    summary: 'Lists batches of eligibility checks: the newest hundred.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('batches', args);
      return { ...args.options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const rows = await readRows(services.store, accountId, (queries) => newestBatches(queries, MOST));
      return rows.map((row) => showBatch(row));
    },
    show: (batches: readonly Batch[]) =>
      batches.length === 0
        ? 'There are no batches.'
        : batches
            .map(({ id, status, successCount, errorCount, totalCount, createdAt, name }) => {
              const over = `${successCount + errorCount} of ${totalCount}`;
              return `${id}  ${status.padEnd(21)}  ${over.padStart(14)}  ${createdAt.slice(0, 16)}  ${name === id ? '' : name}`.trimEnd();
            })
            .join('\n'),
  },
];

const COUNTS = [
  ['totalCount', 'checks'],
  ['validatedCount', 'have not begun'],
  ['validationFailedCount', 'rows of the table are to be corrected'],
  ['inProgressCount', 'under way, or between two attempts'],
  ['successCount', 'answered by the payer'],
  ['errorCount', 'without an answer'],
] as const satisfies readonly (readonly [keyof Batch, string])[];
