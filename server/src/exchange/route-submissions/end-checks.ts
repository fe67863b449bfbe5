import { callerOf, findItem } from '../../resources/eligibility-batches/rows.js';
import { traceIdsOf } from '../../resources/eligibility-checks/rows.js';
import { submissionItems } from '../../resources/route-submissions/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { RouteSubmissionItems } from '../../store/batch-tables.js';
import type { ReturnedCheck } from '../eligibility/ask-routes.js';
import { outcomeOf } from '../eligibility/check-outcome.js';
import { type CommitOutcome, finishCheck } from '../eligibility/finish-check.js';
import { judgeLong } from '../eligibility/judge-reply.js';
import { inputOf } from '../eligibility-batches/batch-item.js';
import { cameOf } from '../eligibility-batches/came-of.js';
import type { PayerReply } from '../payer-routes/payer-exchange.js';
import { asSent } from './as-sent.js';
import { goingAlone, leaving, PORTION, type UnderWay } from './under-way.js';

/** A check in a file, and what came back of it. */
export interface Returned {
  readonly item: RouteSubmissionItems;
  /** BHT03 and TRN02 of its 270. */
  readonly traceId: string;
  readonly reply: PayerReply;
}

/** Ends checks by what came back, each by the rules of those that are asked by themselves: it is over, or is asked again by itself. */
export async function endChecks(underWay: UnderWay, returned: readonly Returned[]): Promise<void> {
  for (let from = 0; from < returned.length; from += PORTION) {
    underWay.signal.throwIfAborted();
    // Together, so that they share a commit; one after another they are judged.
    await Promise.all(returned.slice(from, from + PORTION).map((one) => endCheck(underWay, one)));
  }
}

/** The same for all that are left in a file. Those that were not written down go by themselves. */
export async function endAll(underWay: UnderWay, reply: PayerReply): Promise<void> {
  const { services, file, noted } = underWay;
  for (;;) {
    const items = await readRows(services.store, file.account_id, (queries) =>
      submissionItems(queries, file.id, { most: PORTION }),
    );
    if (items.length === 0) return;
    const asked = items.filter(({ check_id }) => check_id !== null);
    await endAsked(underWay, asked, reply);
    const unasked = items.filter(({ check_id }) => check_id === null);
    await noted.write(
      file.account_id,
      unasked.flatMap((item) => [
        leaving(item),
        goingAlone(services, { itemId: item.item_id, routeId: file.route_id }),
      ]),
    );
  }
}

/** The same for some that were written down, all by one reply. */
export async function endAsked(
  underWay: UnderWay,
  items: readonly RouteSubmissionItems[],
  reply: PayerReply,
): Promise<void> {
  const ids = items.flatMap(({ check_id }) => check_id ?? []);
  const { services, file } = underWay;
  const traces = await readRows(services.store, file.account_id, (queries) => traceIdsOf(queries, ids));
  await endChecks(
    underWay,
    items.map((item) => ({ item, traceId: traces.get(item.check_id ?? '') ?? '', reply })),
  );
}

async function endCheck(underWay: UnderWay, { item: own, traceId, reply }: Returned): Promise<void> {
  const { services, noted, file } = underWay;
  const { account_id, route_id } = file;
  const id = own.check_id ?? '';
  const found = await readRows(services.store, account_id, (queries) => findItem(queries, own.item_id));
  const input = found && inputOf({ services, ...found });
  // Ended already, or removed.
  if (found === undefined || input === undefined || found.item.ended_at !== null || found.item.check_id !== id) {
    await noted.write(account_id, [leaving(own)]);
    return;
  }
  const { item, batch } = found;
  const run = { services, caller: callerOf(batch) };
  const { answering } = services.realTime.ofBatches;
  const sent = { run, input, item, traceId };
  const { returning, route, question } = await answering.run(account_id, () => asSent(underWay, sent));
  const sentAt = file.sent_at === null ? null : Number(file.sent_at);
  const asked: ReturnedCheck = { route, question, reply, sentAt };
  const long = await judgeLong({ run, id, asked });
  const outcome = await answering.run(account_id, () => outcomeOf(returning, { id, asked, long }));
  const commit: CommitOutcome = async (came, writes) => {
    // As it was before this attempt, which is counted already.
    const before = { ...item, attempts: Math.max(0, Number(item.attempts) - 1) };
    const attempt = cameOf({ services, item: before, batch }, came);
    const again =
      attempt.kind === 'again'
        ? [goingAlone(services, { itemId: item.id, routeId: route_id, dueAt: attempt.retryAt })]
        : [];
    await noted.add(account_id, { came: attempt, writes: [writes, leaving(own), ...again] });
  };
  await finishCheck({ run, asked, commit, source: 'batch' }, outcome);
}
