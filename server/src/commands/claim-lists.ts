import { isoTime } from '../clock.js';
import type { Services } from '../exchange/services.js';
import { FAMILIES } from '../families.js';
import { heldFiles } from '../resources/claims/held-files.js';
import { overdueClaims } from '../resources/claims/overdue.js';
import { undeliveredFiles } from '../resources/claims/undelivered-files.js';
import { listRoutes } from '../resources/payer-routes/rows.js';
import type { ClaimFiles, Claims } from '../store/claim-tables.js';
import { accountOf } from './account-of.js';
import { type Listed, listed, listInput, more, PAGE_OPTIONS, pageIn } from './claim-pages.js';
import { type Command, type Input, optionalText } from './command.js';

const OPTIONS = {
  account: { type: 'string', help: 'id of an account; default: those of all accounts' },
  ...PAGE_OPTIONS,
} as const;
const RETRY = `/${FAMILIES.core.version}/executions/retry`;

/** Claims, and files of claims, that somebody is to look after. Nothing of a patient is in it. */
export const CLAIM_LIST_COMMANDS: readonly Command[] = [
  {
    name: 'claims overdue',
    usage: '[--account ID] [--limit N] [--after PLACE]',
    summary: 'Lists claims that were not handed over in time, or whose 999 or 277CA is missing: the longest first.',
    options: OPTIONS,
    prepare: async (args) => listInput('claims overdue', args),
    run: async (services, input): Promise<Listed<OverdueClaim>> => {
      const { store } = services;
      const accountId = await namedAccount(services, input);
      const names = await routeNames(store);
      // Apart from all other work: of one account it may look at many of others.
      const page = await store.list((db) => overdueClaims(db, pageIn(input), accountId));
      return listed(page, input, (row) => shownClaim(row, names));
    },
    show: ({ items, ...page }: Listed<OverdueClaim>) =>
      items.length === 0
        ? 'No claim is overdue.'
        : [
            ...items.map(({ id, state, sending, overdueSince, route, fileId, accountId }) =>
              [id, state.padEnd(9), `sending ${sending}`, overdueSince, `file ${fileId ?? '-'}`, route, accountId].join(
                '  ',
              ),
            ),
            ...more('claims overdue', page),
          ].join('\n'),
  },
  {
    name: 'claims held',
    usage: '[--account ID] [--limit N] [--after PLACE]',
    summary: 'Lists files of claims that go no further until somebody says what becomes of them: the oldest first.',
    options: OPTIONS,
    prepare: async (args) => listInput('claims held', args),
    run: async (services, input): Promise<Listed<HeldFile>> => {
      const { store } = services;
      const accountId = await namedAccount(services, input);
      const names = await routeNames(store);
      const page = await store.list((db) => heldFiles(db, pageIn(input), accountId));
      return listed(page, input, (row) => shownFile(row, names));
    },
    show: ({ items, ...page }: Listed<HeldFile>) =>
      items.length === 0
        ? 'No file of claims is held.'
        : [
            ...items.map(({ id, claims, type, why, attempts, createdAt, route, accountId }) =>
              [id, createdAt, `${claims} ${type}`, whyHeld(why, attempts), route, accountId].join('  '),
            ),
            'Ask the payer whether it has the file: claims release FILE --sent where it has, --send where it has not.',
            ...more('claims held', page),
          ].join('\n'),
  },
  {
    name: 'claims undelivered',
    usage: '[--account ID] [--limit N] [--after PLACE]',
    summary:
      'Lists files of claims that go over a partnership, and whose delivery has failed or was set aside: the oldest first.',
    options: OPTIONS,
    prepare: async (args) => listInput('claims undelivered', args),
    run: async (services, input): Promise<Listed<UndeliveredFile>> => {
      const { store } = services;
      const accountId = await namedAccount(services, input);
      const names = await routeNames(store);
      const page = await store.list((db) => undeliveredFiles(db, pageIn(input), accountId));
      return listed(page, input, (row) => shownUndelivered(row, names));
    },
    show: ({ items, ...page }: Listed<UndeliveredFile>) =>
      items.length === 0
        ? 'No file of claims is undelivered.'
        : [
            ...items.map(({ id, claims, type, createdAt, route, accountId, executionId, carrierAccountId }) =>
              [
                id,
                createdAt,
                `${claims} ${type}`,
                route,
                accountId,
                `execution ${executionId} of ${carrierAccountId}`,
              ].join('  '),
            ),
            `Once the reason is mended, POST ${RETRY} with the execution delivers the same bytes again, and its claims go on.`,
            ...more('claims undelivered', page),
          ].join('\n'),
  },
];

type OverdueClaim = ReturnType<typeof shownClaim>;
type HeldFile = ReturnType<typeof shownFile>;
type UndeliveredFile = ReturnType<typeof shownUndelivered>;
type Names = ReadonlyMap<string, string>;

function shownClaim(row: Claims, names: Names) {
  return {
    ...{ id: row.id, accountId: row.account_id, state: row.state, sending: Number(row.sending), payer: row.payer_id },
    ...{ route: routeName(row.route_id, names), fileId: row.file_id },
    dueAt: row.due_at === null ? null : isoTime(Number(row.due_at)),
    overdueSince: isoTime(Number(row.overdue_since)),
  };
}

function shownFile(row: ClaimFiles, names: Names) {
  return {
    ...{ id: row.id, accountId: row.account_id, type: row.type, claims: Number(row.claim_count) },
    ...{ why: row.failure ?? 'unknown', attempts: Number(row.attempts), interchangeNumber: row.interchange_number },
    ...{ route: routeName(row.route_id, names), createdAt: isoTime(Number(row.created_at)) },
  };
}

/** An attempt that had it held at once is none in vain: only those that were made again are counted. */
function whyHeld(why: string, attempts: number): string {
  return attempts === 0 ? why : `${why}, after ${attempts} attempts in vain`;
}

function shownUndelivered(row: ClaimFiles, names: Names) {
  return { ...shownFile(row, names), executionId: row.execution_id, carrierAccountId: row.carrier_account_id };
}

/** Of an account that there is not, nothing would be listed, as if all were well. @throws UsageError. */
async function namedAccount(services: Services, input: Input): Promise<string | undefined> {
  const named = optionalText(input, 'account');
  return named === undefined ? undefined : accountOf(services, named);
}

/** Names of routes by their ids. */
export async function routeNames(store: Services['store']): Promise<Names> {
  return new Map((await store.read(listRoutes)).map(({ id, name }) => [id, name]));
}

/** A route that was deleted has its id alone. */
export function routeName(id: string | null, names: Names): string {
  return id === null ? '-' : (names.get(id) ?? id);
}
