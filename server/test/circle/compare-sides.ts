import type { Delivered } from './hook.js';
import type { Trader, Way } from './partners.js';
import type { Poller } from './read-all.js';
import { executionsOf, numbersOf, type ShownExecution, type ShownTransaction, transactionsOf } from './trading.js';

/** What does not hold, by what was to hold; each list is empty in the end. */
export interface Differences {
  /** Files that are still under way, or failed for another reason than that they came before. */
  readonly files: readonly string[];
  /** Files that a request was answered with and that are not there, or that no request was answered with. */
  readonly answered: readonly string[];
  /** Sets that one has sent, and the other has not stored once. */
  readonly sets: readonly string[];
  /** Sets whose acknowledgment the sender has not, or says otherwise than the receiver has stored. */
  readonly acknowledgments: readonly string[];
  /** Interchange numbers that two files of a partnership have. */
  readonly numbers: readonly string[];
  /** Transactions and files that no webhook told of, or webhooks of several events. */
  readonly webhooks: readonly string[];
  /** Transactions that who polls was not shown, or twice. */
  readonly polled: readonly string[];
  /** Files of which `ediloom-server trace` tells something else, one of each way. */
  readonly traces: readonly string[];
}

/** A side, what its webhooks have told, and what who polls was shown. */
export interface Side extends Trader {
  /** Ids of the files that its requests were answered with. */
  readonly answered: readonly string[];
  readonly delivered: readonly Delivered[];
  readonly poller: Pick<Poller<{ readonly transactionId: string }>, 'items' | 'poll'>;
}

/** In the fault of a file whose interchange came before: its bytes were confirmed, and the sender was killed before it knew. */
const CAME_BEFORE = 'the same interchange was processed before';
/** Set identifiers of acknowledgments, which are not acknowledged. */
const ANSWERS: ReadonlySet<string> = new Set(['997', '999']);

/** Compares what two that trade tell of each other, by their interfaces alone. */
export async function differencesBetween(
  [one, other]: readonly [Side, Side],
  ways: readonly Way[],
): Promise<Differences> {
  const seen = await Promise.all([one, other].map(seenOf));
  const [first, second] = seen as [Seen, Seen];
  return {
    files: seen.flatMap(unfinished),
    answered: seen.flatMap(unequalToAnswers),
    sets: [...unequal(first, second, ways), ...unequal(second, first, ways)],
    acknowledgments: seen.flatMap(unanswered),
    numbers: seen.flatMap(givenTwice),
    webhooks: seen.flatMap(untold),
    polled: seen.flatMap(unpolled),
    traces: (await Promise.all([one, other].map((side, at) => untraced(side, ways, at === 0 ? first : second)))).flat(),
  };
}

interface Seen {
  readonly name: string;
  readonly answered: readonly string[];
  readonly executions: readonly ShownExecution[];
  readonly transactions: readonly ShownTransaction[];
  readonly delivered: readonly Delivered[];
  readonly polled: readonly { readonly transactionId: string }[];
}

async function seenOf({ name, instance, answered, delivered, poller: { items: polled } }: Side): Promise<Seen> {
  return {
    name,
    answered,
    delivered,
    polled,
    executions: await executionsOf(instance),
    transactions: await transactionsOf(instance),
  };
}

function unfinished({ name, executions }: Seen): readonly string[] {
  return executions
    .filter(
      ({ status, faultMessage }) =>
        status !== 'COMPLETED' && !(status === 'FAILED' && faultMessage?.includes(CAME_BEFORE)),
    )
    .map(({ executionId, status, faultMessage = '' }) => `${name} ${executionId} is ${status} ${faultMessage}`);
}

/** A request is answered once, and with a file of its own, however often it was sent. */
function unequalToAnswers({ name, answered, transactions }: Seen): readonly string[] {
  const there = new Set(transactions.filter(isAsked).map(({ fileExecutionId }) => fileExecutionId));
  const counts = counted(answered);
  return [
    ...[...counts].filter(([id, count]) => count > 1 || !there.has(id)).map(([id]) => `${name} was answered ${id}`),
    ...[...there].filter((id) => !counts.has(id)).map((id) => `${name} has ${id}, of no answer`),
  ];
}

/** Whether it was asked for: what was sent, but for acknowledgments. */
function isAsked({ direction, x12 }: ShownTransaction): boolean {
  return direction === 'OUTBOUND' && !ANSWERS.has(x12?.metadata.transaction.transactionSetIdentifier ?? '');
}

function unequal(from: Seen, to: Seen, ways: readonly Way[]): readonly string[] {
  return ways.flatMap((way) => {
    const sent = keysOf(from, way, 'OUTBOUND');
    const stored = counted(keysOf(to, way, 'INBOUND'));
    const lost = sent.filter((key) => stored.get(key) !== 1);
    const foreign = [...stored.keys()].filter((key) => !sent.includes(key));
    return [
      ...lost.map((key) => `${way} ${key} of ${from.name} is stored ${stored.get(key) ?? 0} times at ${to.name}`),
      ...foreign.map((key) => `${way} ${key} at ${to.name} was never sent`),
    ];
  });
}

function keysOf({ transactions }: Seen, way: Way, direction: 'INBOUND' | 'OUTBOUND'): readonly string[] {
  return transactions
    .filter((one) => one.direction === direction && one.partnership.partnershipId.endsWith(way))
    .map(numbersOf);
}

function unanswered({ name, transactions }: Seen): readonly string[] {
  return transactions
    .filter(isAsked)
    .filter(({ acknowledgment }) => acknowledgment !== 'accepted')
    .map((one) => `${name} ${numbersOf(one)} is ${one.acknowledgment}`);
}

/** An interchange number belongs to one file; a file has one interchange. */
function givenTwice({ name, transactions }: Seen): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const { direction, partnership, x12, fileExecutionId } of transactions) {
    if (direction !== 'OUTBOUND') continue;
    const key = `${partnership.partnershipId} ${x12?.metadata.interchange.controlNumber}`;
    files.set(key, (files.get(key) ?? new Set()).add(fileExecutionId));
  }
  return [...files].filter(([, ids]) => ids.size > 1).map(([key]) => `${name} ${key}`);
}

/** Whether webhooks have told of all that a side has. */
export async function isTold(side: Side): Promise<boolean> {
  return untold(await seenOf(side)).length === 0;
}

function untold({ name, transactions, executions, delivered }: Seen): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, body } of delivered) {
    const told = toldIn(body);
    ids.set(told, (ids.get(told) ?? new Set()).add(id));
  }
  return [
    ...transactions.map(({ transactionId }) => `transaction.processed.v2 ${transactionId}`),
    ...executions.flatMap(eventsOf),
  ]
    .filter((told) => ids.get(told)?.size !== 1)
    .map((told) => `${name}: ${ids.get(told)?.size ?? 0} events of ${told}`);
}

/** What is told of a file in its final state. */
function eventsOf({ executionId, direction, status }: ShownExecution): readonly string[] {
  const types = status === 'COMPLETED' ? ['file.processed.v2'] : ['file.failed.v2'];
  if (direction === 'OUTBOUND' && status === 'COMPLETED') types.push('file.delivered.v2');
  return types.map((type) => `${type} ${executionId}`);
}

/** The type of an event and what it is of, as the envelope of core has it. */
function toldIn(body: string): string {
  const { event } = JSON.parse(body) as { readonly event: { 'detail-type': string; detail: Record<string, unknown> } };
  const { transactionId, fileExecutionId } = event.detail;
  return `${event['detail-type']} ${transactionId ?? fileExecutionId}`;
}

function unpolled({ name, transactions, polled }: Seen): readonly string[] {
  const counts = counted(polled.map(({ transactionId }) => transactionId));
  return transactions
    .filter(({ transactionId }) => counts.get(transactionId) !== 1)
    .map(({ transactionId }) => `${name} was shown ${transactionId} ${counts.get(transactionId) ?? 0} times`);
}

async function untraced({ instance, name }: Side, ways: readonly Way[], seen: Seen): Promise<readonly string[]> {
  const told = await Promise.all(
    ways.map(async (way) => {
      const sent = seen.transactions.find((one) => isAsked(one) && one.partnership.partnershipId.endsWith(way));
      if (sent === undefined) return [];
      const text = await instance.command('trace', sent.fileExecutionId);
      const says = /^Sent to .*: COMPLETED$/m.test(text) && /DELIVERED/.test(text) && /99[79]: accepted/.test(text);
      return says ? [] : [`${name} ${sent.fileExecutionId}: ${text}`];
    }),
  );
  return told.flat();
}

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
