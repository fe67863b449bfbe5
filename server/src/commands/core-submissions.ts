import { isoTime } from '../clock.js';
import { newestSubmissions } from '../resources/core-submissions/rows.js';
import { readRows } from '../store/account-queries.js';
import type { CoreSubmissions } from '../store/core-tables.js';
import { accountOf } from './account-of.js';
import { type Command, demandNoWords, optionalText } from './command.js';

const MOST = 100;

/** Files that partners have handed in by CAQH CORE. Nothing of what is asked is in it. */
export const CORE_SUBMISSION_COMMANDS: readonly Command[] = [
  {
    name: 'core-submissions',
    usage: '[--account ID]',
    summary: 'Lists files that partners have handed in by CAQH CORE, and what became of them: the newest hundred.',
    options: { account: { type: 'string', help: 'id of the account; default: the only one' } },
    prepare: async (args) => {
      demandNoWords('core-submissions', args);
      return { ...args.options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const rows = await readRows(services.store, accountId, (queries) => newestSubmissions(queries, MOST));
      return rows.map(shown);
    },
    show: (submissions: readonly ShownSubmission[]) =>
      submissions.length === 0 ? 'There are no submissions.' : submissions.map(lineOf).join('\n'),
  },
];

type ShownSubmission = ReturnType<typeof shown>;

function shown(row: CoreSubmissions) {
  return {
    ...{ id: row.id, senderId: row.sender_id, payloadId: row.payload_id, state: row.state, batchId: row.batch_id },
    accepted: Number(row.accepted_count),
    rejected: Number(row.rejected_count),
    createdAt: isoTime(Number(row.created_at)),
  };
}

function lineOf({ payloadId, senderId, state, accepted, rejected, batchId, createdAt }: ShownSubmission): string {
  const counts = state === 'JUDGED' ? `${accepted} taken, ${rejected} rejected` : '';
  return `${payloadId}  ${createdAt.slice(0, 16)}  ${state.padEnd(10)}  ${senderId}  ${counts}  ${batchId === null ? '' : `batch ${batchId}`}`.trimEnd();
}
