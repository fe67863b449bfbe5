import { writeAudit } from '../audit/write-audit.js';
import { isoTime } from '../clock.js';
import { beginningsOf } from '../exchange/inbound/inbound-fault.js';
import { releaseInterchange } from '../exchange/inbound/request-reprocessing.js';
import type { Services } from '../exchange/services.js';
import { Problem } from '../problems.js';
import { faultDetailOf } from '../resources/executions/columns.js';
import { faultsBeginning } from '../resources/executions/rows.js';
import { interchangeWithId, listExpired, listWaiting } from '../resources/inbound/waiting.js';
import { lockPartnership } from '../resources/partnerships/lock-partnership.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import type { InterchangeState, ReceivedInterchanges } from '../store/exchange-tables.js';
import type { PagePosition } from '../store/page.js';
import type { Faults } from '../store/tables.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type Arguments,
  type Command,
  demandNoWords,
  neededOption,
  optionalText,
  textIn,
  UsageError,
} from './command.js';

const DEFAULT_LIMIT = 100;
const MOST_FAULTS = 20;
const EXPIRED = 'The file is not kept any more, so that it is not processed. Ask the partner to send it anew.';

/** An interchange that came in, as an operator sees it: no id of a partner that is not the account's is masked, and nothing of its sets is in it. */
interface ShownInterchange {
  readonly id: string;
  readonly executionId: string;
  readonly place: number;
  readonly state: InterchangeState;
  readonly faultCode: string | null;
  readonly partnershipId: string | null;
  readonly connectionId: string | null;
  readonly controlNumber: number | null;
  readonly bytes: number;
  readonly receivedAt: string;
  /** What to do about one that nobody had processed in time. */
  readonly message?: string;
}

interface ShownFault {
  readonly faultCode: string;
  readonly faultMessage: string;
  /** ST01 and GS08 of what it is about. */
  readonly transactionSetIdentifier?: string;
  readonly release?: string;
}

interface ShownAlone extends ShownInterchange {
  /** At most {@link MOST_FAULTS}. */
  readonly faults: readonly ShownFault[];
}

interface Waiting {
  readonly interchanges: readonly ShownInterchange[];
  /** The last of these, where more wait behind it. */
  readonly next?: string;
}

/** Interchanges that wait for somebody: nobody's, or of a number that came before with other contents. */
export const INBOUND_COMMANDS: readonly Command[] = [
  {
    name: 'inbound show',
    usage: 'ID',
    summary: 'Shows an interchange that came in, and what became of it.',
    options: ACCOUNT,
    prepare: async (args) => idOf('inbound show', args),
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const id = textIn(input, 'id');
      return readRows(services.store, accountId, async (queries): Promise<ShownAlone> => {
        const row = await interchangeWithId(queries, id);
        if (row === undefined)
          throw new UsageError(`There is no interchange ${id}; \`ediloom-server inbound list\` lists them.`);
        const beginnings = beginningsOf(row.place);
        const faults = await faultsBeginning(queries, row.execution_id, { beginnings, most: MOST_FAULTS });
        return { ...shown(row), faults: faults.map(shownFault) };
      });
    },
    show: ({ faults, ...row }: ShownAlone) =>
      [...Object.entries(row), ...faults.map((fault) => ['fault', faultText(fault)] as const)]
        .map(([name, value]) => `${name.padEnd(14)} ${value ?? '-'}`)
        .join('\n'),
  },
  {
    name: 'inbound assign',
    usage: 'ID --partnership P',
    summary: 'Has an interchange that waits processed as one of a partnership, whatever its ids say.',
    options: { ...ACCOUNT, partnership: { type: 'string', help: 'id of the partnership' } },
    prepare: async (args) => ({
      ...idOf('inbound assign', args),
      partnership: neededOption(args, 'partnership', 'the id of the partnership'),
    }),
    run: (services, input) => takenOut(services, input, textIn(input, 'partnership')),
    show: showTakenOut,
  },
  {
    name: 'inbound release',
    usage: 'ID',
    summary: 'Has an interchange that waits processed: matched anew, or in spite of its number.',
    options: ACCOUNT,
    prepare: async (args) => idOf('inbound release', args),
    run: (services, input) => takenOut(services, input, undefined),
    show: showTakenOut,
  },
  {
    name: 'inbound',
    alias: 'inbound list',
    usage: '[--expired] [--limit N] [--after ID]',
    summary: 'Lists interchanges that came in and wait for somebody, the oldest first.',
    options: {
      ...ACCOUNT,
      expired: { type: 'boolean', help: 'those that waited until their file was removed, in place of those that wait' },
      limit: { type: 'string', help: `at most so many; default: ${DEFAULT_LIMIT}` },
      after: { type: 'string', help: 'those behind this interchange; default: from the oldest on' },
    },
    prepare: async (args) => {
      demandNoWords('inbound', args);
      const limit = Number(args.options.limit ?? DEFAULT_LIMIT);
      if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError('--limit is a whole number from 1 on.');
      return {
        account: args.options.account,
        limit,
        after: args.options.after,
        expired: args.options.expired === true,
      };
    },
    run: async (services, input): Promise<Waiting> => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const [size, after] = [Number(input.limit), optionalText(input, 'after')];
      return readRows(services.store, accountId, async (queries) => {
        const list = input.expired === true ? listExpired : listWaiting;
        const { items, next } = await list(queries, { size, after: await positionOf(queries, after) });
        const last = items.at(-1);
        return {
          interchanges: items.map(shown),
          ...(next === undefined || last === undefined ? {} : { next: last.id }),
        };
      });
    },
    show: ({ interchanges, next }: Waiting) =>
      interchanges.length === 0
        ? 'No interchange waits.'
        : [
            ...interchanges.map(({ id, state, faultCode, receivedAt, executionId }) =>
              [id, state.padEnd(11), receivedAt, faultCode ?? '-', `file ${executionId}`].join('  '),
            ),
            ...(next === undefined ? [] : [`More wait: ediloom-server inbound list --after ${next}`]),
          ].join('\n'),
  },
];

/** Behind an interchange, whether it still waits or not. @throws UsageError where there is none. */
async function positionOf(queries: AccountQueries, id: string | undefined): Promise<PagePosition | undefined> {
  if (id === undefined) return undefined;
  const row = await interchangeWithId(queries, id);
  if (row === undefined)
    throw new UsageError(`There is no interchange ${id}; leave --after out to list from the oldest on.`);
  return [Number(row.created_at), row.id];
}

function idOf(name: string, { positionals: [id, ...more], options }: Arguments) {
  if (id === undefined || more.length > 0) throw new UsageError(`${name} takes the id of one interchange.`);
  return { id, account: options.account };
}

/** Audited: it makes of what was not processed what is handed over, and answered. */
async function takenOut(
  services: Services,
  input: Readonly<Record<string, unknown>>,
  partnershipId: string | undefined,
): Promise<{ readonly id: string; readonly state: string }> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const id = textIn(input, 'id');
  const state = partnershipId === undefined ? 'released' : 'assigned';
  try {
    await services.store.write(async (tx) => {
      const queries = new AccountQueries(tx, accountId);
      if (partnershipId !== undefined && (await lockPartnership(queries, partnershipId)) === undefined) {
        throw new UsageError('The account has no such partnership.');
      }
      await releaseInterchange(services, queries, id, partnershipId);
      const action = partnershipId === undefined ? 'release' : 'assign';
      await writeAudit(queries, services.clock, { action, objectKind: 'interchange', objectId: id });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const next = error.kind === 'not-found' ? ' `ediloom-server inbound list` lists those that wait.' : '';
    throw new UsageError(`${error.message}${next}`);
  }
  return { id, state };
}

function showTakenOut({ id, state }: { readonly id: string; readonly state: string }): string {
  return `interchange ${id} is ${state}, and will be processed by an execution of its own`;
}

function shown(row: ReceivedInterchanges): ShownInterchange {
  return {
    id: row.id,
    executionId: row.execution_id,
    place: row.place,
    state: row.state,
    faultCode: row.fault_code,
    partnershipId: row.partnership_id,
    connectionId: row.connection_id,
    controlNumber: row.control_number === null ? null : Number(row.control_number),
    bytes: Number(row.byte_length),
    receivedAt: isoTime(Number(row.created_at)),
    ...(row.state === 'expired' ? { message: EXPIRED } : {}),
  };
}

function shownFault(row: Faults): ShownFault {
  const { transactionSetIdentifier, release } = faultDetailOf(row);
  return {
    faultCode: row.code,
    faultMessage: row.message,
    ...(transactionSetIdentifier === undefined ? {} : { transactionSetIdentifier }),
    ...(release === undefined ? {} : { release }),
  };
}

function faultText({ faultCode, faultMessage, transactionSetIdentifier, release }: ShownFault): string {
  const kind = transactionSetIdentifier === undefined ? '' : ` (${transactionSetIdentifier} in ${release ?? '-'})`;
  return `${faultCode}${kind}: ${faultMessage}`;
}
