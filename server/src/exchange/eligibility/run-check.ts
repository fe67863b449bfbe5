import { uuid } from '../../ids.js';
import { findPayer } from '../../resources/payers/find-payer.js';
import type { PayerReply, ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import { type AskedRoute, askRoutes, type Begin } from './ask-routes.js';
import { beginnerOf } from './begin-check.js';
import { CHECK_PREFIX, type CheckInput, type CheckOutcome } from './check.js';
import { outcomeOf } from './check-outcome.js';
import { chooseRoutes } from './choose-routes.js';
import { demandOrigin } from './demand-origin.js';
import { type CommitOutcome, finishCheck } from './finish-check.js';
import { judgeLong } from './judge-reply.js';
import { readRequest } from './read-request.js';
import { noPayer } from './refusals.js';
import { type Sending, storedSource, turnsOf } from './sending.js';

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
    finishCheck({ run, asked, commit, source: storedSource(sending) }, await outcomeOf(sending, { id, asked, long })),
  );
}

export function newCheckId(): string {
  return `${CHECK_PREFIX}${uuid()}`;
}

async function askMock({ services }: Run, route: ServingRoute, begin: Begin): Promise<AskedRoute> {
  const question = await begin(route);
  const sentAt = services.clock.now();
  const reply: PayerReply = { kind: 'answer', x12: await services.mockPayers.answer(question.x12) };
  return { route, question, reply, sentAt };
}
