import { isoTime } from '../clock.js';
import { listRoutes } from '../resources/payer-routes/rows.js';
import { leftIn, newestRouteSubmissions } from '../resources/route-submissions/rows.js';
import { readRows } from '../store/account-queries.js';
import type { RouteSubmissions } from '../store/batch-tables.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, demandNoWords, optionalText } from './command.js';

const MOST = 100;

/** Files of checks that are on their way to payers. Nothing of what is asked is in it. */
export const ROUTE_SUBMISSION_COMMANDS: readonly Command[] = [
  {
    name: 'route-submissions',
    usage: '[--account ID]',
    summary: 'Lists files of checks that are on their way to payers, and how far they are: the newest hundred.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('route-submissions', args);
      return { ...args.options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const routes = await services.store.read(listRoutes);
      const names = new Map(routes.map(({ id, name }) => [id, name]));
      return readRows(services.store, accountId, async (queries) => {
        const rows = await newestRouteSubmissions(queries, MOST);
        const left = await leftIn(
          queries,
          rows.map(({ id }) => id),
        );
        // A route that was deleted has its id alone.
        return rows.map((row) =>
          shown(row, { route: names.get(row.route_id) ?? row.route_id, left: left.get(row.id) }),
        );
      });
    },
    show: (submissions: readonly ShownSubmission[]) =>
      submissions.length === 0
        ? 'No file of checks is on its way. Those whose checks are all over are not listed: see batches.'
        : submissions.map(lineOf).join('\n'),
  },
];

type ShownSubmission = ReturnType<typeof shown>;

function shown(
  row: RouteSubmissions,
  { route, left = 0 }: { readonly route: string; readonly left?: number | undefined },
) {
  return {
    ...{ id: row.id, payloadId: row.file_id, route, batchId: row.batch_id, state: row.state },
    ...{ interchangeControlNumber: row.interchange_number, checks: Number(row.item_count), left },
    attempts: Number(row.attempts),
    isAcknowledged: Number(row.is_acknowledged) === 1,
    createdAt: isoTime(Number(row.created_at)),
    sentAt: moment(row.sent_at),
    givenUpAt: moment(row.give_up_at),
  };
}

function moment(at: number | null): string | null {
  return at === null ? null : isoTime(Number(at));
}

function lineOf(shown: ShownSubmission): string {
  const { payloadId, createdAt, state, route, checks, left, batchId } = shown;
  const counts = `${left} of ${checks} checks left`;
  return [
    (payloadId ?? 'not written yet').padEnd(36),
    createdAt.slice(0, 16),
    state.padEnd(9),
    route,
    counts,
    `batch ${batchId}`,
    statusOf(shown),
  ].join('  ');
}

/** What is waited for. */
function statusOf({ state, attempts, isAcknowledged, sentAt, givenUpAt }: ShownSubmission): string {
  const until = givenUpAt === null ? '' : `, until ${givenUpAt.slice(0, 16)}`;
  if (sentAt !== null) return `sent ${sentAt.slice(0, 16)}, 999 ${isAcknowledged ? 'read' : 'not read'}${until}`;
  if (attempts > 0) return `not taken, tried ${attempts === 1 ? 'once' : `${attempts} times`}${until}`;
  return state === 'WRITTEN' ? `waits to be sent${until}` : 'is being written';
}
