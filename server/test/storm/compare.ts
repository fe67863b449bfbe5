import { chainAudit } from '../../src/audit/chain-audit.js';
import { verifyAudit } from '../../src/audit/verify-audit.js';
import { readFeed } from '../../src/resources/feed/feed.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { Store } from '../../src/store/store.js';
import { controlNumberOf, type Sent } from './clients.js';
import { forEach } from './patience.js';

/** Files looked at together. */
const FILES_AT_ONCE = 16;

/** What does not hold, by what was to hold; each list is empty in the end. */
export interface Violations {
  /** Keys that are not answered, whose answers tell of several files, or of other bytes. */
  readonly keys: readonly string[];
  /** Control numbers that two executions carry, acknowledged or not. */
  readonly numbers: readonly number[];
  /** Executions that no answer tells of, or whose answer tells of none. */
  readonly executions: readonly string[];
  /** Executions that are not COMPLETED, or have another number of delivery reports and delivery events than one. */
  readonly deliveries: readonly string[];
  /** Files that are not where they are to be, or have other bytes than the answer. */
  readonly files: readonly string[];
  /** Transactions that are not listed, or are missing or doubled in the feed; executions likewise. */
  readonly feed: readonly string[];
  /** Jobs that failed, or are left over from deliveries. */
  readonly jobs: readonly string[];
  /** Leases of keys that have no answer. */
  readonly leases: readonly string[];
  readonly audit: readonly string[];
}

/** Compares what was answered with what the store and the receiver have. */
export async function compare(
  store: Store,
  requests: readonly Sent[],
  bytesOf: (name: string) => Promise<string | undefined>,
): Promise<Violations> {
  const rows = await rowsOf(store);
  const answers = requests.flatMap(({ answers: [first] }) => first ?? []);
  const answered = new Set(answers.map(({ fileExecutionId }) => fileExecutionId));
  const known = new Set(rows.executions.map(({ id }) => id));
  const files: string[] = [];
  await forEach(requests, FILES_AT_ONCE, async ({ answers: [answer], filename }) => {
    const edi = answer?.edi;
    const object = rows.objects.get(`outbound/${filename}`);
    const found = edi === undefined || object == null ? undefined : await bytesOf(object);
    if (found !== edi) files.push(`${filename} ${found === undefined ? 'is missing' : differenceOf(found, edi)}`);
  });
  return {
    keys: requests
      .filter(({ answers }) => new Set(answers.map((one) => JSON.stringify(one))).size !== 1)
      .map(({ key }) => key),
    numbers: doubles(rows.numbers),
    executions: [...answered, ...known].filter((id) => !answered.has(id) || !known.has(id)),
    deliveries: rows.executions
      .filter(
        ({ id, status }) => status !== 'COMPLETED' || times(rows.reports, id) !== 1 || times(rows.events, id) !== 1,
      )
      .map(({ id }) => id),
    files,
    feed: [
      ...rows.transactions.filter(({ listed }) => listed !== 1).map(({ id }) => `${id} is not listed`),
      ...[...known, ...rows.transactions.map(({ id }) => id)].filter((id) => times(rows.feed, id) !== 1),
      ...(rows.transactions.length === rows.executions.length ? [] : ['transactions']),
    ],
    jobs: rows.jobs
      .filter(({ kind, state }) => kind === 'deliver' || state === 'failed')
      .map(({ id, kind }) => `${kind} ${id}`),
    leases: rows.leases.filter(({ status }) => status === null).map(({ key }) => key),
    audit: await brokenAudit(store, rows.accounts),
  };
}

async function rowsOf(store: Store) {
  const accounts = await store.read((db) => db.selectFrom('accounts').select('id').execute());
  const [account = { id: '' }, ...more] = accounts;
  if (more.length > 0) throw new Error('The first start has made several accounts.');
  return store.read(async (db) => {
    const own = new AccountQueries(db, account.id);
    const outputs = await own
      .from('artifacts')
      .select(['bytes'])
      .where('model', '=', 'execution')
      .where('usage', '=', 'output')
      .execute();
    const reports = await own
      .from('delivery_reports')
      .select('execution_id')
      .where('status', '=', 'DELIVERED')
      .execute();
    const events = await own.from('events').select('resource_id').where('type', '=', 'file.delivered.v2').execute();
    const objects = await own.from('bucket_objects').select(['key', 'object_name']).execute();
    return {
      accounts: accounts.map(({ id }) => id),
      objects: new Map(objects.map(({ key, object_name }) => [key, object_name])),
      executions: await own.from('executions').select(['id', 'status']).execute(),
      transactions: await own.from('transactions').select(['id', 'listed']).execute(),
      leases: await own.from('idempotency').select(['key', 'status']).execute(),
      jobs: await db.selectFrom('jobs').select(['id', 'kind', 'state']).execute(),
      numbers: outputs.map(({ bytes }) => controlNumberOf(Buffer.from(bytes ?? []).toString('latin1'))),
      reports: counted(reports.map(({ execution_id }) => execution_id)),
      events: counted(events.map(({ resource_id }) => resource_id)),
      feed: counted(await feedOf(own)),
    };
  });
}

function differenceOf(found: string, edi = ''): string {
  if (edi.startsWith(found)) return `breaks off after ${found.length} of ${edi.length} bytes`;
  return `has number ${controlNumberOf(found)} for ${controlNumberOf(edi)}`;
}

/** All of the feed, read page by page as those who poll read it. */
async function feedOf(queries: AccountQueries): Promise<readonly string[]> {
  const found: string[] = [];
  for (const kind of ['transaction', 'execution'] as const) {
    for (let page = await readFeed(queries, { kind, limit: 100 }); page.rows.length > 0; ) {
      found.push(...page.rows.map(({ refId }) => refId));
      page = await readFeed(queries, { kind, limit: 100, after: page.next });
    }
  }
  return found;
}

/** No storm archives, so a mark is nobody's. */
const NOBODY = { mac: () => Buffer.alloc(0), macMatches: () => false };

async function brokenAudit(store: Store, accounts: readonly string[]): Promise<readonly string[]> {
  await chainAudit(store);
  const verdicts = await Promise.all(accounts.map((id) => verifyAudit(store, NOBODY, id)));
  return verdicts.filter(({ ok }) => !ok).map((verdict) => JSON.stringify(verdict));
}

function counted(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function times(counts: ReadonlyMap<string, number>, id: string): number {
  return counts.get(id) ?? 0;
}

function doubles(numbers: readonly number[]): readonly number[] {
  const seen = new Set<number>();
  return numbers.filter((number) => seen.size === seen.add(number).size);
}
