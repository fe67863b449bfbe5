import { isoTime } from '../clock.js';
import { type ResultCounts, resultCounts } from '../resources/core-submissions/results.js';
import { newestSubmissions } from '../resources/core-submissions/rows.js';
import { readRows } from '../store/account-queries.js';
import type { CoreSubmissions } from '../store/core-tables.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, demandNoWords, optionalText } from './command.js';

const MOST = 100;

/** Files that partners have handed in by CAQH CORE. Nothing of what is asked is in it. */
export const CORE_SUBMISSION_COMMANDS: readonly Command[] = [
  {
    name: 'core-submissions',
    usage: '[--account ID]',
    summary: 'Lists files that partners have handed in by CAQH CORE, and what became of them: the newest hundred.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('core-submissions', args);
      return { ...args.options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      return readRows(services.store, accountId, async (queries) => {
        const rows = await newestSubmissions(queries, MOST);
        const ids = rows.map(({ id }) => id);
        const counts = await resultCounts(queries, ids);
        return rows.map((row) => shown(row, counts.get(row.id)));
      });
    },
    show: (submissions: readonly ShownSubmission[]) =>
      submissions.length === 0 ? 'There are no submissions.' : submissions.map(lineOf).join('\n'),
  },
];

const NO_RESULTS: ResultCounts = { parts: 0, accepted: 0, rejected: 0 };

type ShownSubmission = ReturnType<typeof shown>;

function shown(row: CoreSubmissions, results: ResultCounts = NO_RESULTS) {
  return {
    ...{ id: row.id, senderId: row.sender_id, payloadId: row.payload_id, state: row.state, batchId: row.batch_id },
    accepted: Number(row.accepted_count),
    rejected: Number(row.rejected_count),
    resultsState: row.results_state,
    results,
    createdAt: isoTime(Number(row.created_at)),
  };
}

function lineOf(shown: ShownSubmission): string {
  const { payloadId, senderId, state, accepted, rejected, batchId, createdAt } = shown;
  const counts = state === 'JUDGED' ? `${accepted} taken, ${rejected} rejected` : '';
  const cells = [payloadId, createdAt.slice(0, 16), state.padEnd(10), senderId, counts];
  return [...cells, batchId === null ? '' : `batch ${batchId}`, resultsOf(shown)].join('  ').trimEnd();
}

/** Parts of the results, and what their receiver has said of them. */
function resultsOf({ resultsState, results }: ShownSubmission): string {
  if (resultsState === 'FAILED') return 'results by polling alone';
  if (resultsState === null) return '';
  const { parts, accepted, rejected } = results;
  const open = parts - accepted - rejected;
  const said = [
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(rejected > 0 ? [`${rejected} rejected`] : []),
    ...(open > 0 ? [`${open} not acknowledged`] : []),
  ];
  return `results in ${parts === 1 ? '1 part' : `${parts} parts`}: ${said.join(', ')}`;
}
