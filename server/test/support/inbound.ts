import { loadGuide } from 'ediloom/guides';
import { onTestFinished } from 'vitest';
import { INBOUND_COMMANDS } from '../../src/commands/inbound.js';
import { publishJob } from '../../src/exchange/inbound/publish-file.js';
import { createReceiveJob, giveUpReceiving } from '../../src/exchange/inbound/receive-file.js';
import { reprocessJob } from '../../src/exchange/inbound/reprocess-job.js';
import { retryExecutions } from '../../src/exchange/retry-executions.js';
import type { Services } from '../../src/exchange/services.js';
import { uuid } from '../../src/ids.js';
import type { JobRunner } from '../../src/jobs/create-jobs.js';
import type { JobHandler } from '../../src/jobs/job.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { createGuideLibrary } from '../../src/resources/guides/create-guide-library.js';
import { recordArrivals } from '../../src/resources/inbound/arrivals.js';
import type { AccountQueries } from '../../src/store/account-queries.js';
import type { Connections, Executions, Partnerships, Tables } from '../../src/store/tables.js';
import { addAccount, readAs, writeAs } from './accounts.js';
import { CONNECTION, PARTNERSHIP, partnerRows } from './partner-rows.js';
import { sharedCustomerCode } from './shared-customer-code.js';
import { placesOf, testJobs, until } from './test-jobs.js';
import { testServices } from './test-services.js';

export const ACCOUNT = 'account-1';

/** The pipeline of files that come in, over a new store with the partnership of `partnerRows`; its jobs run. */
export interface Inbound {
  readonly services: Services;
  readonly jobs: JobRunner;
  /** Has a file come in, and waits until its execution has ended. */
  receive(text: string | Uint8Array, options?: Arriving): Promise<Executions>;
  /** The same, without waiting. */
  arrive(text: string | Uint8Array, options?: Arriving): Promise<string>;
  ended(executionId: string): Promise<Executions>;
  rows<Table extends InboundTable>(table: Table): Promise<readonly Tables[Table][]>;
  write(work: (queries: AccountQueries) => Promise<unknown>): Promise<void>;
  /** As RetryExecutions does. @returns those that are processed again. */
  retry(ids: readonly string[], acknowledge?: boolean): Promise<readonly string[]>;
  /** The execution that processes one again, when it has ended. */
  childOf(executionId: string): Promise<Executions>;
  /** Runs a command of the operator. */
  command(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

type InboundTable =
  | 'executions'
  | 'transactions'
  | 'business_identifiers'
  | 'faults'
  | 'received_interchanges'
  | 'unshown_files'
  | 'sent_groups'
  | 'acknowledgments'
  | 'events'
  | 'feed'
  | 'jobs'
  | 'artifacts';

interface Arriving {
  readonly connectionId?: string;
  readonly name?: string;
  /** Default: unlike any other. */
  readonly payloadId?: string;
}

interface InboundOptions {
  /** Around the handlers. */
  readonly around?: (handlers: Record<string, JobHandler>, services: Services) => Record<string, JobHandler>;
  readonly parts?: (built: Services) => Partial<Services>;
  /** Jobs are written down and not done, for a test with processes of its own. Default false. */
  readonly isIdle?: boolean;
}

export async function openInbound({
  around = (handlers) => handlers,
  parts,
  isIdle = false,
}: InboundOptions = {}): Promise<Inbound> {
  const made = await testServices({
    parts: (built) => ({
      guides: createGuideLibrary(built),
      controlNumbers: createControlNumberTable(built),
      customerCode: sharedCustomerCode(built.clock),
      ...parts?.(built),
    }),
  });
  onTestFinished(() => made.close());
  const { store, clock } = made.services;
  // Its handlers are given below, as they need it.
  const handlers: Record<string, JobHandler> = {};
  const giveUp = {};
  const jobs = testJobs(store, { clock, handlers, giveUp, places: placesOf(4), pollMs: 50 });
  const services: Services = { ...made.services, jobs };
  Object.assign(
    handlers,
    around(
      {
        receive: createReceiveJob(services),
        publish: publishJob(services),
        reprocess: reprocessJob(services),
      },
      services,
    ),
  );
  Object.assign(giveUp, { receive: giveUpReceiving(services) });
  await addAccount(store, ACCOUNT);
  const guide = await loadGuide('850-004010');
  const write = async (work: (queries: AccountQueries) => Promise<unknown>): Promise<void> => {
    await writeAs(store, ACCOUNT, work);
  };
  await write((queries) => partnerRows(queries, guide));
  if (!isIdle) jobs.start();
  const rows: Inbound['rows'] = async (table) =>
    (await readAs(store, ACCOUNT, (queries) => queries.from(table).selectAll().execute())) as never;
  const arrive: Inbound['arrive'] = async (text, { connectionId = CONNECTION, name = 'in.edi', payloadId } = {}) => {
    const executionId = uuid();
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const input = { model: 'execution', ownerId: executionId, usage: 'input', type: 'application/edi-x12' } as const;
    const [artifact] = await services.artifacts.prepare(ACCOUNT, [{ ...input, name, bytes }]);
    if (artifact === undefined) throw new Error('Nothing was prepared.');
    const arrived = await writeAs(store, ACCOUNT, async (queries) => {
      const connection = await connectionOf(queries, connectionId);
      const base = { connection, executionId, directory: '', name, input: artifact };
      return recordArrivals(services, queries, [{ ...base, payloadId: payloadId ?? executionId }]);
    });
    return arrived[0]?.executionId ?? '';
  };
  const ended = async (executionId: string): Promise<Executions> => {
    const now = async () => (await rows('executions')).find(({ id }) => id === executionId);
    await until(async () => {
      // The clock stands: what is to be tried again later is due now.
      const later = (await rows('jobs')).find((job) => job.state === 'waiting' && job.due_at > clock.now());
      if (later !== undefined) made.clock.advance(later.due_at - clock.now());
      return !['STARTED', 'IN_PROGRESS'].includes((await now())?.status ?? 'STARTED');
    });
    const execution = await now();
    if (execution === undefined) throw new Error('It has gone.');
    return execution;
  };
  const retry: Inbound['retry'] = (ids, acknowledge = false) =>
    writeAs(store, ACCOUNT, async (queries) => {
      const found = await queries.from('executions').selectAll().where('id', 'in', ids).execute();
      return retryExecutions(services, queries, { executions: found, isAnsweredAgain: acknowledge });
    });
  const childOf: Inbound['childOf'] = async (id) => {
    let child: string | null | undefined;
    await until(async () => {
      const parent = (await rows('executions')).find((one) => one.id === id);
      child = parent?.status === 'RETRIED' ? parent.child_id : undefined;
      return typeof child === 'string';
    });
    return ended(child ?? '');
  };
  const command: Inbound['command'] = (name, input) => {
    const found = INBOUND_COMMANDS.find((one) => one.name === name || one.alias === name);
    if (found === undefined) throw new Error(`There is no command ${name}.`);
    return found.run(services, input);
  };
  return {
    services,
    jobs,
    retry,
    childOf,
    command,
    arrive,
    ended,
    rows,
    write,
    receive: async (text, options) => ended(await arrive(text, options)),
  };
}

function connectionOf(queries: AccountQueries, id: string): Promise<Connections> {
  return queries.from('connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Changes what is agreed on in the partnership of `partnerRows`. */
export function agree(
  { write }: Inbound,
  agreed: { readonly acks?: object; readonly processing?: object },
): Promise<void> {
  const columns: Partial<Partnerships> = {
    ...(agreed.acks === undefined ? {} : { ack_configuration: JSON.stringify(agreed.acks) }),
    ...(agreed.processing === undefined ? {} : { processing_configuration: JSON.stringify(agreed.processing) }),
  };
  return write((queries) =>
    queries.update('partnerships').set(columns).where('partnership_id', '=', PARTNERSHIP).execute(),
  );
}

export interface Ordered {
  readonly sender?: string;
  readonly receiver?: string;
  readonly number?: string;
  readonly usage?: string;
  /** ISA14. */
  readonly asks?: string;
  /** Purchase order numbers; `''`: one that is not valid. */
  readonly orders?: readonly string[];
  readonly release?: string;
}

/** An interchange of purchase orders of the buyer; T by default. */
export function ordersFile({
  sender = 'BUYER',
  receiver = 'NORTH',
  number = '000000001',
  usage = 'T',
  asks = '0',
  orders = ['PO-1'],
  release = '004010',
}: Ordered = {}): string {
  const isa = `ISA*00*          *00*          *ZZ*${sender.padEnd(15)}*ZZ*${receiver.padEnd(15)}*260115*1200*U*00401*${number}*${asks}*${usage}*>~`;
  const sets = orders.map((order, index) => {
    const control = String(index + 1).padStart(4, '0');
    const beg = `BEG*00*SA*${order}**20260131~`;
    return `ST*850*${control}~${beg}PO1*1*12*EA*9.75~CTT*1~SE*5*${control}~`;
  });
  const gs = `GS*PO*BUYER*NORTHWH*20260115*1200*${Number(number)}*X*${release}~`;
  return `${isa}${gs}${sets.join('')}GE*${orders.length}*${Number(number)}~IEA*1*${number}~`;
}

/** What was handed over. */
export async function receivedSets({ rows }: Inbound): Promise<readonly Tables['transactions'][]> {
  return (await rows('transactions')).filter(({ direction }) => direction === 'INBOUND');
}

/** The files that answer. */
export async function answersOf({ rows, services }: Inbound): Promise<readonly string[]> {
  const answers = (await rows('executions')).filter(({ direction }) => direction === 'OUTBOUND');
  const artifacts = (await rows('artifacts')).filter(
    ({ owner_id, usage }) => usage === 'output' && answers.some(({ id }) => id === owner_id),
  );
  return Promise.all(artifacts.map(async (row) => Buffer.from(await services.artifacts.read(row)).toString()));
}
