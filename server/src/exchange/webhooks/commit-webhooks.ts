import { isoTime } from '../../clock.js';
import type { Metrics } from '../../metrics.js';
import {
  changeDeliveries,
  type DeliveryChange,
  disableFailing,
  lockAttempted,
  noteFailing,
  noteReached,
} from '../../resources/destinations/attempts.js';
import { lockDestination } from '../../resources/destinations/lock-destination.js';
import { webhookJob } from '../../resources/destinations/webhook-jobs.js';
import { detailColumn } from '../../resources/events/detail.js';
import { writeEvents } from '../../resources/events/rows.js';
import { settleEvents } from '../../resources/events/settle.js';
import { type Cause, type CauseNeeds, causeInvocations } from '../../resources/functions/cause-invocations.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { afterCommit } from '../../store/after-commit.js';
import type { Destinations } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';

export type CommitServices = CauseNeeds & { readonly metrics: Pick<Metrics, 'webhook'> };

/** How attempts are counted. */
const OUTCOMES = { DELIVERED: 'delivered', FAILED: 'failed', PENDING: 'again' } as const;

/** An attempt that has come to an end. */
export interface EndedAttempt extends DeliveryChange {
  readonly status: keyof typeof OUTCOMES;
  readonly destinationId: string;
  readonly mode: Destinations['mode'];
  readonly answer: string;
  /** Of one that was delivered: how long after its event. */
  readonly lagSeconds?: number | undefined;
  /** The last of its round has failed: since when the round has. */
  readonly exhaustedSince?: number | undefined;
  /** Of a destination that is a function: what it is invoked with. */
  readonly cause?: Cause | undefined;
}

/** Writes down attempts of one account that end together. */
export async function commitAttempts(
  queries: AccountQueries,
  ended: readonly EndedAttempt[],
  services: CommitServices,
): Promise<void> {
  const attempts = await withInvocations(queries, ended, services);
  const delivered = attempts.filter(({ status }) => status === 'DELIVERED');
  const others = attempts.filter(({ status }) => status !== 'DELIVERED');
  const events = await changeDeliveries(queries, attempts);
  if (attempts.some(({ status }) => status !== 'PENDING')) await settleEvents(queries, events);
  const [reached, failed] = [destinationsOf(delivered), destinationsOf(others)];
  const exhausted = destinationsOf(others.filter(({ exhaustedSince }) => exhaustedSince !== undefined));
  const reachedAt = Math.max(0, ...delivered.map(({ at }) => at));
  await lockAttempted(queries, { reached, failed, exhausted }, reachedAt);
  // Those that were reached come last: what failed beside it has not failed since.
  await noteFailing(queries, failed, Math.min(...others.map(({ at }) => at)));
  await noteReached(queries, reached, reachedAt);
  for (const attempt of others) await disable(queries, attempt, services);
  afterCommit(queries.tx, () => {
    for (const { status, lagSeconds } of attempts) services.metrics.webhook(OUTCOMES[status], lagSeconds);
  });
}

/** Those at functions with what came of them: an invocation that is promised here, and whose further attempts are its own; or why there is none. */
async function withInvocations(
  queries: AccountQueries,
  attempts: readonly EndedAttempt[],
  services: CommitServices,
): Promise<readonly EndedAttempt[]> {
  const invoking = attempts.flatMap((attempt) => (attempt.cause === undefined ? [] : [attempt.cause]));
  if (invoking.length === 0) return attempts;
  const invocations = await causeInvocations(services, queries, invoking);
  let next = 0;
  return attempts.map((attempt): EndedAttempt => {
    if (attempt.cause === undefined) return attempt;
    const made = invocations[next++];
    if (made === undefined) return { ...attempt, status: 'FAILED', answer: NO_FUNCTION };
    const named = `Invocation ${made.id} of the function ${attempt.cause.functionName}.`;
    if (made.state === 'waiting') return { ...attempt, answer: named };
    return { ...attempt, status: 'FAILED', answer: `${named} It was not run: look there for why, and retry it there.` };
  });
}

const NO_FUNCTION =
  'There is no such function any more. Create it, or give the destination another address, and retry the event.';

/** A destination that nothing has reached since the round of this attempt began is disabled, and the others are told. */
async function disable(
  queries: AccountQueries,
  { destinationId: id, exhaustedSince: since, answer, mode, at }: EndedAttempt,
  services: CommitServices,
): Promise<void> {
  if (since === undefined) return;
  const why = `Nothing has reached it since ${isoTime(since)}. The last attempt: ${answer} Mend the receiver, then enable the destination: what has waited is sent then.`;
  if (!(await disableFailing(queries, { id, since, why, at }))) return;
  afterCommit(queries.tx, () => services.log.warn({ destination: id }, `A destination is disabled. ${why}`));
  const about = { resourceKind: 'destination', resourceId: id, detail: detailColumn({}) } as const;
  await writeEvents(services, queries, [{ type: 'destination.disabled', mode, ...about, at }]);
}

/** A delivery that was met while its destination was disabled, or gone. */
export interface HeldDelivery {
  readonly id: string;
  readonly run: number;
  readonly destinationId: string;
  readonly at: number;
}

/** For a person who looks where it went. */
export const DELETED = 'The destination was deleted.';

/** Has deliveries wait until their destination is enabled; where it was enabled or deleted meanwhile, they go on, or end. */
export async function holdDeliveries(
  queries: AccountQueries,
  deliveries: readonly HeldDelivery[],
  { jobs }: CommitServices,
): Promise<void> {
  const byDestination = [...grouped(deliveries, ({ destinationId }) => destinationId)];
  // In the order of their ids: two processes that lock the same would wait for each other.
  byDestination.sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [id, own] of byDestination) {
    // Whoever enables or deletes it looks for what waits after this, or has done so before.
    const destination = await lockDestination(queries, id);
    if (destination?.status === 'ENABLED') {
      const again = own.map(({ id: deliveryId, run }) => webhookJob(id, { deliveryId, run, attempt: 1 }));
      await jobs.enqueue(queries, again);
      continue;
    }
    const ended =
      destination === undefined ? ({ status: 'FAILED', answer: DELETED } as const) : ({ status: 'HELD' } as const);
    const events = await changeDeliveries(
      queries,
      own.map(({ id: delivery, run, at }) => ({ id: delivery, run, at, ...ended })),
    );
    if (destination === undefined) await settleEvents(queries, events);
  }
}

function destinationsOf(attempts: readonly EndedAttempt[]): readonly string[] {
  return [...new Set(attempts.map(({ destinationId }) => destinationId))];
}
