import { ulid } from '../../ids.js';
import { Problem } from '../../problems.js';
import { beginAttempt } from '../../resources/eligibility-batches/attempts.js';
import { callerOf, findItem, retryHoursOf } from '../../resources/eligibility-batches/rows.js';
import { insertChecks } from '../../resources/eligibility-checks/rows.js';
import { noteAsked, noteBegin, submissionItems, takeOutUnasked } from '../../resources/route-submissions/rows.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { RouteSubmissionItems } from '../../store/batch-tables.js';
import { begunCheck, questionOf, SLACK_MS, takeNumbers } from '../eligibility/begin-check.js';
import type { BegunCheck } from '../eligibility/begun-checks.js';
import { newCheckId, prepareCheck } from '../eligibility/run-check.js';
import type { Sending } from '../eligibility/sending.js';
import { inputOf } from '../eligibility-batches/batch-item.js';
import { refusedBy } from '../eligibility-batches/without-answer.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import { goingAlone, leaving, PORTION, type UnderWay } from './under-way.js';

const HOUR_MS = 3_600_000;

/** A check that goes in the file. */
interface Gathered {
  readonly item: RouteSubmissionItems;
  readonly checkId: string;
  readonly check: BegunCheck;
}

/** What all checks of a file have in common. */
interface Common {
  readonly routeVersion: number;
  readonly giveUpAt: number;
  interchangeNumber: string | null;
  groupNumber: number | null;
}

/**
 * Writes each check of a file down, with its 270, by the commits that count their attempts: nothing is sent that the batch does not know of. A
 * run that was killed is gone on with where it was. Those that cannot be sent end here, and those that cannot go in this file go by themselves.
 * @param routeVersion of the route, by which all of them are written.
 */
export async function gatherChecks(underWay: UnderWay, routeVersion: number): Promise<void> {
  const { services, file, signal } = underWay;
  const { clock, store } = services;
  const hours = await readRows(store, file.account_id, (queries) => retryHoursOf(queries, file.batch_id));
  const giveUpAt = Number(file.give_up_at ?? clock.now() + hours * HOUR_MS);
  const common: Common = {
    ...{ routeVersion, giveUpAt, interchangeNumber: file.interchange_number },
    groupNumber: file.group_number === null ? null : Number(file.group_number),
  };
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const items = await readRows(store, file.account_id, (queries) =>
      submissionItems(queries, file.id, { after, most: PORTION }),
    );
    const last = items.at(-1);
    if (last === undefined) return;
    after = last.place;
    const gathered: Gathered[] = [];
    for (const item of items) {
      if (item.check_id !== null) continue;
      const one = await services.realTime.ofBatches.sending.run(file.account_id, () => gather(underWay, item, common));
      if (one !== undefined) gathered.push(one);
    }
    if (gathered.length > 0) await keep(underWay, gathered, common);
  }
}

/** @returns `undefined` for one that does not go in this file: what becomes of it is committed. */
async function gather(underWay: UnderWay, item: RouteSubmissionItems, common: Common): Promise<Gathered | undefined> {
  const { services, noted, file } = underWay;
  const alone = () => [leaving(item), goingAlone(services, { itemId: item.item_id, routeId: file.route_id })];
  const found = await readRows(services.store, file.account_id, (queries) => findItem(queries, item.item_id));
  const input = found && inputOf({ services, ...found });
  if (found === undefined || input === undefined || found.item.ended_at !== null) {
    await noted.write(file.account_id, [leaving(item)]);
    return undefined;
  }
  // Numbers of 270s that others wrote may be the same in several: by them an answer in a file is nobody's.
  if (input.source !== 'json') {
    await noted.write(file.account_id, alone());
    return undefined;
  }
  const run = { services, caller: callerOf(found.batch) };
  try {
    const sending = await prepareCheck(run, input);
    const [route] = sending.routes;
    if (route.routeId !== file.route_id || route.version !== common.routeVersion) {
      await noted.write(file.account_id, alone());
      return undefined;
    }
    return await written(underWay, item, { sending, route, common });
  } catch (error) {
    if (!(error instanceof Problem) || (error.kind !== 'invalid' && error.kind !== 'denied')) throw error;
    const came = refusedBy(error, { services, ...found });
    await noted.add(file.account_id, { came, writes: leaving(item) });
    return undefined;
  }
}

interface Written {
  readonly sending: Sending;
  readonly route: ServingRoute;
  readonly common: Common;
}

async function written(
  { services }: UnderWay,
  item: RouteSubmissionItems,
  { sending, route, common }: Written,
): Promise<Gathered> {
  // The file's, and so those of each 270 in it: an acknowledgment names them.
  if (common.interchangeNumber === null || common.groupNumber === null) {
    const taken = await takeNumbers(sending.run, route);
    common.interchangeNumber = String(taken.interchange).padStart(9, '0');
    common.groupNumber = taken.groups[0] ?? 1;
  }
  const numbers = { interchange: Number(common.interchangeNumber), groups: [common.groupNumber] };
  const question = await questionOf(sending, route, { traceId: ulid(services.clock), numbers });
  const checkId = newCheckId();
  const ownedUntil = common.giveUpAt + SLACK_MS;
  const check = await begunCheck(sending, { id: checkId, route, question, ownedUntil, source: 'batch' });
  return { item, checkId, check };
}

async function keep({ services, file }: UnderWay, gathered: readonly Gathered[], common: Common): Promise<void> {
  const { store, artifacts, clock } = services;
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, file.account_id);
    const now = clock.now();
    await noteBegin(queries, file.id, {
      ...{ give_up_at: common.giveUpAt, interchange_number: common.interchangeNumber },
      ...{ group_number: common.groupNumber, updated_at: now },
    });
    const begun: Gathered[] = [];
    for (const one of gathered) {
      const { item, checkId } = one;
      // Nobody asks it beside the file.
      const attempt = { itemId: item.item_id, checkId, now, retryAt: common.giveUpAt };
      if (await beginAttempt(queries, attempt)) begun.push(one);
      // Unless another process has put it into this file meanwhile.
      else await takeOutUnasked(queries, item);
    }
    for (const { item, checkId } of begun) await noteAsked(queries, item, checkId);
    await insertChecks(
      queries,
      begun.map(({ check }) => check.row),
    );
    await artifacts.insert(
      queries,
      begun.flatMap(({ check }) => check.artifacts),
    );
  });
}
