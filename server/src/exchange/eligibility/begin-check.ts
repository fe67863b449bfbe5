import { ulid } from '../../ids.js';
import type { TakenNumbers } from '../../resources/control-numbers/control-number-table.js';
import { changeRoute } from '../../resources/eligibility-checks/rows.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import type { Begin } from './ask-routes.js';
import type { BegunCheck } from './begun-checks.js';
import { demandNarrowed } from './demand-narrowed.js';
import { numbersOf } from './judge-reply.js';
import { checkArtifacts, expiryOf } from './keep-check.js';
import { checkMode, type Sending, storedRouteId, storedSource, turnsOf } from './sending.js';
import { type WrittenQuestion, writeQuestion } from './write-question.js';

/** Milliseconds beyond the time of its routes after which a check that nobody has finished has no known outcome. */
export const SLACK_MS = 90_000;

/** What begins a check over one route after another: its row and its documents are committed before anything leaves. */
export function beginnerOf(sending: Sending, id: string): Begin {
  const { run, read } = sending;
  const { clock, realTime } = run.services;
  const { sending: turns } = turnsOf(sending);
  const traceId = ulid(clock);
  let hasBegun = false;
  return (route) =>
    turns.run(run.caller.accountId, async () => {
      const question = await written(sending, route, traceId);
      await (hasBegun ? moveTo(run, id, route, question) : writeDown(sending, id, route, question));
      hasBegun = true;
      if (read.raw !== undefined) realTime.sharedNumbers.note(id, route.routeId, numbersOf(question));
      return question;
    });
}

async function written(sending: Sending, route: ServingRoute, traceId: string): Promise<WrittenQuestion> {
  return questionOf(sending, route, { traceId, numbers: await takeNumbers(sending.run, route) });
}

/** Numbers of an interchange with one group, as the route sends it. */
export function takeNumbers(
  { services }: Run,
  route: Pick<ServingRoute, 'sender' | 'receiver'>,
): Promise<TakenNumbers> {
  const pair = {
    senderQualifier: route.sender.qualifier,
    senderId: route.sender.id,
    receiverQualifier: route.receiver.qualifier,
    receiverId: route.receiver.id,
  };
  // Routes are the operator's, and so are the numbers of their interchanges: all accounts draw from one counter.
  return services.controlNumbers.take('', pair, 1);
}

/** The 270 of a check. @throws Problem `invalid` for what the route has no room for, or its companion guide does not take. */
export async function questionOf(
  sending: Sending,
  route: ServingRoute,
  { traceId, numbers }: { readonly traceId: string; readonly numbers: TakenNumbers },
): Promise<WrittenQuestion> {
  const { run, codecs, read } = sending;
  const { services } = run;
  const options = { route, numbers, traceId, usage: usageOf(sending), now: services.clock.now() };
  const question = writeQuestion(codecs, read, options);
  await demandNarrowed(services.realTime.engines, route, question);
  return question;
}

/** ISA15. A test key makes tests of all; what a live key sends as a test stays one. */
function usageOf({ run, read }: Sending): 'P' | 'T' {
  const given = read.raw?.interchange.header.usageIndicatorCode;
  return run.caller.mode === 'test' || given === 'T' ? 'T' : 'P';
}

/** Milliseconds that a check over these routes may take, one after another. */
export function longestOf(routes: Sending['routes']): number {
  return routes.reduce((sum, { answerMs }) => sum + answerMs, 0);
}

/** The row of the check, before anything leaves. */
async function writeDown(sending: Sending, id: string, route: ServingRoute, question: WrittenQuestion): Promise<void> {
  const { run, routes } = sending;
  const { clock, realTime } = run.services;
  const ownedUntil = clock.now() + longestOf(routes) + SLACK_MS;
  const add = sending.batch?.writeDown ?? ((check: BegunCheck) => realTime.begun.add(run.caller.accountId, check));
  await add(await begunCheck(sending, { id, route, question, ownedUntil, source: storedSource(sending) }));
}

interface Begun {
  readonly id: string;
  readonly route: ServingRoute;
  readonly question: WrittenQuestion;
  /** From then on, where nobody has finished it, its outcome is not known. */
  readonly ownedUntil: number;
  readonly source: BegunCheck['row']['source'];
}

/** The row and the documents of a check that is about to be sent. */
export async function begunCheck(
  sending: Sending,
  { id, route, question, ownedUntil, source }: Begun,
): Promise<BegunCheck> {
  const { run, input, read, payer } = sending;
  const { services, caller } = run;
  const { clock, realTime, processId } = services;
  const request = input.source === 'json' ? input.request : Buffer.from(input.x12, 'utf8');
  const { externalPatientId } = read;
  const [artifacts, patientIndex] = await Promise.all([
    checkArtifacts(run, id, [
      { usage: 'request', name: input.source === 'json' ? 'request.json' : 'request.edi', content: request },
      { usage: 'question', name: 'question.edi', content: question.x12 },
    ]),
    externalPatientId === undefined ? null : realTime.patients.of(caller.accountId, externalPatientId),
  ]);
  return {
    row: {
      id,
      mode: checkMode(sending),
      status: 'PENDING',
      source,
      payer_id: payer.platformId,
      route_id: storedRouteId(route),
      patient_index: patientIndex,
      trace_id: question.traceId,
      error_codes: '[]',
      failure: null,
      owner: processId,
      owned_until: ownedUntil,
      created_at: clock.now(),
      sent_at: null,
      answered_at: null,
      expires_at: expiryOf(run) ?? null,
    },
    artifacts,
  };
}

/** Nothing has left over the route before: the question of the next one is kept beside it. */
async function moveTo(run: Run, id: string, route: ServingRoute, question: WrittenQuestion): Promise<void> {
  const { services, caller } = run;
  const document = { usage: 'question', name: 'question.edi', content: question.x12 } as const;
  const artifacts = await checkArtifacts(run, id, [document]);
  await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, caller.accountId);
    await changeRoute(queries, id, route.routeId);
    await services.artifacts.insert(queries, artifacts);
  });
}
