import type { Delivered } from './hook.js';
import type { Trader, Way } from './partners.js';
import { executionsOf, numbersOf, type ShownExecution, type ShownTransaction, transactionsOf } from './trading.js';

/** What does not hold, by what was to hold; each list is empty in the end. */
export interface Differences {
  /** Files that are still under way, or failed for another reason than that they came before. */
  readonly files: readonly string[];
  /** Sets that one has sent, and the other has not stored once. */
  readonly sets: readonly string[];
  /** Sets whose acknowledgment the sender has not, or says otherwise than the receiver has stored. */
  readonly acknowledgments: readonly string[];
  /** Interchange numbers that two files of a partnership have. */
  readonly numbers: readonly string[];
  /** Transactions that no webhook told of, or webhooks of several events. */
  readonly webhooks: readonly string[];
}

/** A side, and what its webhooks have told. */
export interface Side extends Trader {
  readonly delivered: readonly Delivered[];
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
    sets: [...unequal(first, second, ways), ...unequal(second, first, ways)],
    acknowledgments: seen.flatMap(unanswered),
    numbers: seen.flatMap(givenTwice),
    webhooks: seen.flatMap(untold),
  };
}

interface Seen {
  readonly name: string;
  readonly executions: readonly ShownExecution[];
  readonly transactions: readonly ShownTransaction[];
  readonly delivered: readonly Delivered[];
}

async function seenOf({ name, instance, delivered }: Side): Promise<Seen> {
  return { name, delivered, executions: await executionsOf(instance), transactions: await transactionsOf(instance) };
}

function unfinished({ name, executions }: Seen): readonly string[] {
  return executions
    .filter(
      ({ status, faultMessage }) =>
        status !== 'COMPLETED' && !(status === 'FAILED' && faultMessage?.includes(CAME_BEFORE)),
    )
    .map(({ executionId, status, faultMessage = '' }) => `${name} ${executionId} is ${status} ${faultMessage}`);
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
    .filter(({ direction, x12 }) => {
      return direction === 'OUTBOUND' && !ANSWERS.has(x12?.metadata.transaction.transactionSetIdentifier ?? '');
    })
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

function untold({ name, transactions, delivered }: Seen): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, body } of delivered) {
    const told = transactionOf(body);
    if (told !== undefined) ids.set(told, (ids.get(told) ?? new Set()).add(id));
  }
  return transactions
    .filter(({ transactionId }) => ids.get(transactionId)?.size !== 1)
    .map(({ transactionId }) => `${name} ${transactionId} was told by ${ids.get(transactionId)?.size ?? 0} events`);
}

function transactionOf(body: string): string | undefined {
  // As the envelope of core has it.
  const { event } = JSON.parse(body) as { event?: { 'detail-type': string; detail: { transactionId?: string } } };
  return event?.['detail-type'] === 'transaction.processed.v2' ? event.detail.transactionId : undefined;
}

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
