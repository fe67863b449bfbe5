import { uuid } from '../../ids.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { isFinished } from '../../resources/eligibility-checks/rows.js';
import { findPayer } from '../../resources/payers/find-payer.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { EligibilityChecks } from '../../store/clearinghouse-tables.js';
import type { SharedWork } from '../../store/shared-work.js';
import type { PayerReply, ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import { type AskedRoute, askRoutes, type Begin } from './ask-routes.js';
import { beginnerOf } from './begin-check.js';
import { CHECK_PREFIX, type CheckInput, type CheckOutcome } from './check.js';
import { outcomeOf } from './check-outcome.js';
import { chooseRoutes } from './choose-routes.js';
import { demandOrigin } from './demand-origin.js';
import { judgeLong } from './judge-reply.js';
import { checkArtifacts, finishing, keepAnswer } from './keep-check.js';
import { readRequest } from './read-request.js';
import { noPayer } from './refusals.js';
import { type Sending, storedRouteId, storedSource, turnsOf } from './sending.js';

/** How what a check came to is committed; whoever answers it does so with its answer. */
export type CommitOutcome = (outcome: CheckOutcome, writes: SharedWork) => Promise<void>;

/**
 * A check from the request to its answer. It goes to its end whether or not the one who asked is still there, and its bytes leave once: what
 * came of them is then unknown at worst.
 * @throws Problem `invalid` or `denied` where nothing is sent, `unavailable` where its outcome could not be stored.
 */
export async function runCheck(run: Run, input: CheckInput, commit: CommitOutcome): Promise<CheckOutcome> {
  return sendCheck(await prepareCheck(run, input), commit);
}

/** What a check is sent by, while nothing is sent. @throws Problem `invalid` or `denied`. */
export async function prepareCheck(run: Run, input: CheckInput): Promise<Sending> {
  const { services } = run;
  const codecs = await services.realTime.engines.get();
  const read = await readRequest(codecs, input);
  const found = await services.store.read((db) => findPayer(db, read.request.tradingPartnerServiceId));
  if (found.kind !== 'found') throw noPayer(found);
  demandOrigin(services, found.payer, input.origin);
  const chosen = await chooseRoutes(run, found.payer, read);
  return { run, codecs, input, read, payer: found.payer, ...chosen };
}

/** From there on. @throws Problem as `runCheck`, `invalid` where a route has no room for what is asked. */
export function sendCheck(sending: Sending, commit: CommitOutcome): Promise<CheckOutcome> {
  return sending.run.services.realTime.underWay.add(sent(sending, commit));
}

async function sent(sending: Sending, commit: CommitOutcome): Promise<CheckOutcome> {
  const { run, routes, batch } = sending;
  const { services, caller } = run;
  const id = batch?.id ?? newCheckId();
  const begin = beginnerOf(sending, id);
  const asked =
    caller.mode === 'test'
      ? await askMock(run, routes[0], begin)
      : await askRoutes(services, routes, {
          ...{ accountId: caller.accountId, checkId: id, begin, isOfBatch: batch !== undefined },
        });
  const long = await judgeLong({ run, id, asked });
  return turnsOf(sending).answering.run(caller.accountId, async () =>
    finished({ run, asked, commit, source: storedSource(sending) }, await outcomeOf(sending, { id, asked, long })),
  );
}

export function newCheckId(): string {
  return `${CHECK_PREFIX}${uuid()}`;
}

interface Finishing {
  readonly run: Run;
  readonly asked: AskedRoute;
  readonly commit: CommitOutcome;
  readonly source: EligibilityChecks['source'];
}

/** What came of it, kept and committed. */
async function finished({ run, asked, commit, source }: Finishing, outcome: CheckOutcome): Promise<CheckOutcome> {
  const { services } = run;
  const { id } = outcome;
  const documents = [
    ...(asked.reply.kind === 'answer'
      ? [{ usage: 'payer-answer' as const, name: 'answer.edi', content: asked.reply.x12 }]
      : []),
    { usage: 'response' as const, name: 'response.json', content: outcome.response },
  ];
  const check = {
    id,
    status: outcome.failure === undefined ? ('ANSWERED' as const) : ('FAILED' as const),
    routeId: storedRouteId(asked.route),
    errorCodes: [...new Set(outcome.response.errors.flatMap(({ code }) => code ?? []))],
    failure: outcome.failure ?? null,
    sentAt: asked.sentAt,
    answeredAt: services.clock.now(),
  };
  let artifacts: readonly PreparedArtifact[] | undefined;
  await keepAnswer({
    id,
    commit: async () => {
      // Large ones go into the store of objects, which may be gone for a moment, too.
      artifacts ??= await checkArtifacts(run, id, documents);
      await commit(outcome, finishing(services, { check, artifacts }));
    },
    isKept: () => services.store.read((db) => isFinished(new AccountQueries(db, run.caller.accountId), id)),
  });
  const isRejected = outcome.response.errors.length > 0;
  services.metrics.check(source, outcome.failure ?? (isRejected ? 'rejected' : 'answered'));
  return outcome;
}

async function askMock({ services }: Run, route: ServingRoute, begin: Begin): Promise<AskedRoute> {
  const question = await begin(route);
  const sentAt = services.clock.now();
  const reply: PayerReply = { kind: 'answer', x12: await services.mockPayers.answer(question.x12) };
  return { route, question, reply, sentAt };
}
