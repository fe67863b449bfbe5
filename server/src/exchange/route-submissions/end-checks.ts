import { callerOf, findItem } from '../../resources/eligibility-batches/rows.js';
import { traceIdsOf } from '../../resources/eligibility-checks/rows.js';
import { findPayer } from '../../resources/payers/find-payer.js';
import type { Payer } from '../../resources/payers/payer.js';
import { submissionItems } from '../../resources/route-submissions/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { RouteSubmissionItems } from '../../store/batch-tables.js';
import type { ReturnedCheck } from '../eligibility/ask-routes.js';
import { outcomeOf } from '../eligibility/check-outcome.js';
import { finishCheck } from '../eligibility/finish-check.js';
import { judgeLong } from '../eligibility/judge-reply.js';
import { readRequest } from '../eligibility/read-request.js';
import { cameOf, inputOf } from '../eligibility-batches/check-job.js';
import type { PayerReply } from '../payer-routes/payer-exchange.js';
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
  const payers = new Map<string, Promise<ReturnedCheck['route']>>();
  for (let from = 0; from < returned.length; from += PORTION) {
    underWay.signal.throwIfAborted();
    // Together, so that they share a commit; one after another they are judged.
    await Promise.all(returned.slice(from, from + PORTION).map((one) => endCheck(underWay, one, payers)));
  }
}

/** The same for all that are left in a file. Those that were not written down go by themselves. */
export async function endAll(underWay: UnderWay, reply: PayerReply): Promise<void> {
  const { services, file, noted } = underWay;
  for (;;) {
    const { items, traces } = await readRows(services.store, file.account_id, async (queries) => {
      const items = await submissionItems(queries, file.id, { most: PORTION });
      const ids = items.flatMap(({ check_id }) => check_id ?? []);
      return { items, traces: await traceIdsOf(queries, ids) };
    });
    if (items.length === 0) return;
    const asked = items.filter(({ check_id }) => check_id !== null);
    await endChecks(
      underWay,
      asked.map((item) => ({ item, traceId: traces.get(item.check_id ?? '') ?? '', reply })),
    );
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

async function endCheck(
  underWay: UnderWay,
  { item: own, traceId, reply }: Returned,
  routes: Map<string, Promise<ReturnedCheck['route']>>,
): Promise<void> {
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
  const codecs = await services.realTime.engines.get();
  const read = await readRequest(codecs, input);
  const payerId = item.payer_id ?? '';
  const route = routes.get(payerId) ?? routeTo(underWay, payerId);
  routes.set(payerId, route);
  const { subscriber, dependents } = read.request;
  const [dependent] = dependents ?? [];
  const person = { subscriber, ...(dependent === undefined ? {} : { dependent }) };
  const asked: ReturnedCheck = {
    route: await route,
    question: {
      asked: { traceId, traceNumbers: [traceId], ...person },
      ...{ traceId, interchangeNumber: file.interchange_number ?? '', groupNumber: Number(file.group_number) },
      warnings: [],
    },
    reply,
    sentAt: file.sent_at === null ? null : Number(file.sent_at),
  };
  const payer: Pick<Payer, 'displayName'> = { displayName: (await payerOf(underWay, payerId)) ?? payerId };
  const long = await judgeLong({ run, id, asked });
  const outcome = await services.realTime.ofBatches.answering.run(account_id, () =>
    outcomeOf({ run, codecs, input, read, payer, warnings: [] }, { id, asked, long }),
  );
  await finishCheck(
    {
      ...{ run, asked, source: 'batch' },
      commit: async (outcome, writes) => {
        // As it was before this attempt, which is counted already.
        const before = { ...item, attempts: Math.max(0, Number(item.attempts) - 1) };
        const came = cameOf({ services, item: before, batch }, outcome);
        const again =
          came.kind === 'again'
            ? [goingAlone(services, { itemId: item.id, routeId: route_id, dueAt: came.retryAt })]
            : [];
        await noted.add(account_id, { came, writes: [writes, leaving(own), ...again] });
      },
    },
    outcome,
  );
}

/** What the route calls a payer; one that the route has no more is known by our own id. */
async function routeTo({ services, file }: UnderWay, payerId: string): Promise<ReturnedCheck['route']> {
  const serving = await services.payerExchange.serving(payerId, 'eligibility');
  const route = serving.find(({ routeId }) => routeId === file.route_id);
  return route ?? { routeId: file.route_id, name: file.route_id, payerId };
}

async function payerOf({ services }: UnderWay, payerId: string): Promise<string | undefined> {
  const found = await services.store.read((db) => findPayer(db, payerId));
  return found.kind === 'found' ? found.payer.displayName : undefined;
}
