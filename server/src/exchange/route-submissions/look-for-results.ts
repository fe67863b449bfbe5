import { createHash } from 'node:crypto';
import { traceIdsOf } from '../../resources/eligibility-checks/rows.js';
import { changeSubmission, submissionItems } from '../../resources/route-submissions/rows.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import { acknowledgeResults } from '../check-files/acknowledge-results.js';
import { ANSWERS_ONLY } from '../eligibility/agreements.js';
import type { FileReply, FileStep } from '../payer-routes/payer-exchange.js';
import { endAll, endChecks } from './end-checks.js';
import type { FileRoute } from './file-route.js';
import { type Rejected, rejectedSets } from './rejected-sets.js';
import { takeResults } from './take-results.js';
import { runOf, type UnderWay } from './under-way.js';

/** Files of results that are picked up at one look; further ones at the next. */
const MOST_PARTS = 100;

type Exchange = (step: FileStep, x12?: Uint8Array) => Promise<FileReply>;

/**
 * Looks for what has become of a file: its 999 or TA1 until one is there, then results, each of which is acknowledged. What is there ends checks;
 * all else comes at a later look.
 */
export async function lookForResults(underWay: UnderWay, route: FileRoute): Promise<void> {
  const { services, file } = underWay;
  const exchange: Exchange = (step, x12) =>
    services.payerExchange.exchange(route, { accountId: file.account_id, payloadId: file.file_id ?? '', step, x12 });
  if (Number(file.is_acknowledged) === 0 && !(await acknowledged(underWay, exchange))) return;
  const seen = new Set<string>();
  for (let part = 0; part < MOST_PARTS; part++) {
    underWay.signal.throwIfAborted();
    if (!(await isWaitedFor(underWay))) return;
    const reply = await exchange('fetch-results');
    if (reply.kind !== 'answer') return;
    // A payer that gives the same again and again, whatever is acknowledged.
    const hash = createHash('sha256').update(reply.x12).digest('hex');
    if (seen.has(hash)) return;
    seen.add(hash);
    const foreign = await takeResults(underWay, reply.x12);
    if (foreign > 0) {
      const { log } = services;
      log.warn(
        { route: route.name, submission: file.id, sets: foreign },
        'results of a file have answers to none of its checks',
      );
    }
    const { engine } = await services.realTime.engines.get();
    const told = await acknowledgeResults(runOf(underWay), { engine, policy: ANSWERS_ONLY, x12: reply.x12 });
    if (told === undefined || (await exchange(told.step, told.x12)).kind === 'none') return;
  }
}

async function isWaitedFor({ services, file }: UnderWay): Promise<boolean> {
  const items = await readRows(services.store, file.account_id, (queries) =>
    submissionItems(queries, file.id, { most: 1 }),
  );
  return items.length > 0;
}

/** @returns false where nothing can be picked up for now. */
async function acknowledged(underWay: UnderWay, exchange: Exchange): Promise<boolean> {
  const first = await exchange('fetch-999');
  const reply = first.kind === 'receipt' ? await exchange('fetch-ta1') : first;
  if (reply.kind === 'none') return false;
  // Not yet, or never: results may be there all the same.
  if (reply.kind === 'receipt') return true;
  const { services, file } = underWay;
  const { engine } = await services.realTime.engines.get();
  const numbers = {
    ...{ interchange: file.interchange_number ?? '', group: Number(file.group_number) },
    sets: Number(file.item_count),
  };
  await end(underWay, await rejectedSets(engine, reply.x12, numbers));
  // A TA1 that accepts says nothing of the sets: the 999 is still to come.
  if (first.kind !== 'answer') return true;
  const changed = { is_acknowledged: 1, updated_at: services.clock.now() };
  await services.store.write((tx) => changeSubmission(new AccountQueries(tx, file.account_id), file.id, changed));
  return true;
}

async function end(underWay: UnderWay, rejected: Rejected): Promise<void> {
  if (rejected.kind === 'all') return endAll(underWay, rejected.reply);
  const { services, file } = underWay;
  const { replies } = rejected;
  if (replies.size === 0) return;
  const { items, traces } = await readRows(services.store, file.account_id, async (queries) => {
    const all = await submissionItems(queries, file.id, { most: Number(file.item_count) });
    const items = all.filter(({ place }) => replies.has(place));
    return {
      items,
      traces: await traceIdsOf(
        queries,
        items.flatMap(({ check_id }) => check_id ?? []),
      ),
    };
  });
  await endChecks(
    underWay,
    items.flatMap((item) => {
      const reply = replies.get(item.place);
      const traceId = traces.get(item.check_id ?? '');
      return reply === undefined || traceId === undefined ? [] : [{ item, traceId, reply }];
    }),
  );
}
