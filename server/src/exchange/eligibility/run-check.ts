import type { EligibilityResponse, RequestProblem, ResponseWarning } from 'ediloom/eligibility';
import { ulid, uuid } from '../../ids.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { changeRoute, isFinished } from '../../resources/eligibility-checks/rows.js';
import { findPayer } from '../../resources/payers/find-payer.js';
import type { Payer } from '../../resources/payers/payer.js';
import { AccountQueries } from '../../store/account-queries.js';
import { DAY_MS } from '../../store/purge.js';
import type { SharedWork } from '../../store/shared-work.js';
import type { PayerReply, ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import { answerAs } from './answer-as.js';
import { type AskedRoute, askRoutes } from './ask-routes.js';
import { CHECK_PREFIX, type CheckInput, type CheckOutcome } from './check.js';
import { type Chosen, chooseRoutes } from './choose-routes.js';
import { demandNarrowed } from './demand-narrowed.js';
import { demandOrigin } from './demand-origin.js';
import type { EligibilityEngine } from './eligibility-engine.js';
import { type CheckFailure, failedResponse } from './failures.js';
import type { JudgedAnswer } from './judge-answer.js';
import { judgeLong, judgeShort, numbersOf } from './judge-reply.js';
import { checkArtifacts, finishing, keepAnswer } from './keep-check.js';
import { type ReadRequest, readRequest } from './read-request.js';
import { noPayer } from './refusals.js';
import { type WrittenQuestion, writeQuestion } from './write-question.js';

/** Milliseconds beyond the time of its routes after which a check that nobody has finished has no known outcome. */
const SLACK_MS = 90_000;

/** How what a check came to is committed; whoever answers it does so with its answer. */
export type CommitOutcome = (outcome: CheckOutcome, writes: SharedWork) => Promise<void>;

/**
 * A check from the request to its answer. It goes to its end whether or not the one who asked is still there, and its bytes leave once: what
 * came of them is then unknown at worst.
 * @throws Problem `invalid` or `denied` where nothing is sent, `unavailable` where its outcome could not be stored.
 */
export async function runCheck(run: Run, input: CheckInput, commit: CommitOutcome): Promise<CheckOutcome> {
  const { services } = run;
  const codecs = await services.realTime.engines.get();
  const read = await readRequest(codecs, input);
  const found = await services.store.read((db) => findPayer(db, read.request.tradingPartnerServiceId));
  if (found.kind !== 'found') throw noPayer(found);
  demandOrigin(services, found.payer, input.origin);
  const chosen = await chooseRoutes(run, found.payer, read);
  return services.realTime.underWay.add(sent({ run, codecs, input, read, payer: found.payer, ...chosen, commit }));
}

interface Sending extends Chosen {
  readonly run: Run;
  readonly codecs: EligibilityEngine;
  readonly input: CheckInput;
  readonly read: ReadRequest;
  readonly payer: Payer;
  readonly commit: CommitOutcome;
}

async function sent(sending: Sending): Promise<CheckOutcome> {
  const { run, routes } = sending;
  const { services, caller } = run;
  const id = `${CHECK_PREFIX}${uuid()}`;
  const traceId = ulid(services.clock);
  let begun = false;
  const { accountId } = caller;
  const begin = (route: ServingRoute): Promise<WrittenQuestion> =>
    services.realTime.sending.run(accountId, async () => {
      const question = await written(sending, route, traceId);
      await (begun ? moveTo(run, id, route, question) : writeDown(sending, id, route, question));
      begun = true;
      if (sending.read.raw !== undefined) {
        services.realTime.sharedNumbers.note(id, route.routeId, numbersOf(question));
      }
      return question;
    });
  const asked =
    caller.mode === 'test'
      ? await askMock(run, routes[0], begin)
      : await askRoutes(services, routes, { checkId: id, begin });
  const long = await judgeLong({ run, id, asked });
  return services.realTime.answering.run(accountId, () => finished(sending, id, asked, long));
}

/** What came of it, judged, kept and committed. */
async function finished(
  sending: Sending,
  id: string,
  asked: AskedRoute,
  long: JudgedAnswer | undefined,
): Promise<CheckOutcome> {
  const { run, commit } = sending;
  const { services } = run;
  const outcome = await judged(sending, id, asked, long);
  const documents = [
    ...(asked.reply.kind === 'answer'
      ? [{ usage: 'payer-answer' as const, name: 'answer.edi', content: asked.reply.x12 }]
      : []),
    { usage: 'response' as const, name: 'response.json', content: outcome.response },
  ];
  const check = {
    id,
    status: outcome.failure === undefined ? ('ANSWERED' as const) : ('FAILED' as const),
    routeId: asked.route.routeId === '' ? null : asked.route.routeId,
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
      artifacts ??= await checkArtifacts(run, id, documents, expiryOf(run, services.clock.now()));
      await commit(outcome, finishing(services, { check, artifacts }));
    },
    isKept: () => services.store.read((db) => isFinished(new AccountQueries(db, run.caller.accountId), id)),
  });
  const isRejected = outcome.response.errors.length > 0;
  services.metrics.check(sending.input.source, outcome.failure ?? (isRejected ? 'rejected' : 'answered'));
  return outcome;
}

async function written(sending: Sending, route: ServingRoute, traceId: string): Promise<WrittenQuestion> {
  const { run, codecs, read } = sending;
  const { services } = run;
  const pair = {
    senderQualifier: route.sender.qualifier,
    senderId: route.sender.id,
    receiverQualifier: route.receiver.qualifier,
    receiverId: route.receiver.id,
  };
  // Routes are the operator's, and so are the numbers of their interchanges: all accounts draw from one counter.
  const numbers = await services.controlNumbers.take('', pair, 1);
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

function expiryOf({ services: { config } }: Run, now: number): number | undefined {
  return config.checksRetentionDays === undefined ? undefined : now + config.checksRetentionDays * DAY_MS;
}

/** The row of the check, before anything leaves. */
async function writeDown(
  { run, input, read, payer, routes }: Sending,
  id: string,
  route: ServingRoute,
  question: WrittenQuestion,
): Promise<void> {
  const { services, caller } = run;
  const { clock, realTime, processId } = services;
  const now = clock.now();
  const expiresAt = expiryOf(run, now);
  const request = input.source === 'json' ? input.request : Buffer.from(input.x12, 'utf8');
  const { externalPatientId } = read;
  const [artifacts, patientIndex] = await Promise.all([
    checkArtifacts(
      run,
      id,
      [
        { usage: 'request', name: input.source === 'json' ? 'request.json' : 'request.edi', content: request },
        { usage: 'question', name: 'question.edi', content: question.x12 },
      ],
      expiresAt,
    ),
    externalPatientId === undefined ? null : realTime.patients.of(caller.accountId, externalPatientId),
  ]);
  const longest = routes.reduce((sum, { answerMs }) => sum + answerMs, 0);
  await realTime.begun.add(caller.accountId, {
    row: {
      id,
      mode: caller.mode === 'test' ? 'test' : 'production',
      status: 'PENDING',
      source: input.source,
      payer_id: payer.platformId,
      route_id: route.routeId === '' ? null : route.routeId,
      patient_index: patientIndex,
      trace_id: question.traceId,
      error_codes: '[]',
      failure: null,
      owner: processId,
      owned_until: now + longest + SLACK_MS,
      created_at: now,
      sent_at: null,
      answered_at: null,
      expires_at: expiresAt ?? null,
    },
    artifacts,
  });
}

/** Nothing has left over the route before: the question of the next one is kept beside it. */
async function moveTo(run: Run, id: string, route: ServingRoute, question: WrittenQuestion): Promise<void> {
  const { services, caller } = run;
  const document = { usage: 'question', name: 'question.edi', content: question.x12 } as const;
  const artifacts = await checkArtifacts(run, id, [document], expiryOf(run, services.clock.now()));
  await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, caller.accountId);
    await changeRoute(queries, id, route.routeId);
    await services.artifacts.insert(queries, artifacts);
  });
}

async function askMock(
  { services }: Run,
  route: ServingRoute,
  begin: (route: ServingRoute) => Promise<WrittenQuestion>,
): Promise<AskedRoute> {
  const question = await begin(route);
  const sentAt = services.clock.now();
  const reply: PayerReply = { kind: 'answer', x12: await services.mockPayers.answer(question.x12) };
  return { route, question, reply, sentAt };
}

async function judged(
  { run, codecs, input, read, payer, warnings: told }: Sending,
  id: string,
  asked: AskedRoute,
  long: JudgedAnswer | undefined,
): Promise<CheckOutcome> {
  const { reply, question, route } = asked;
  const failed = (failure: CheckFailure, wasSent: boolean): CheckOutcome => {
    const response = failedResponse({
      ...{ id, failure, wasSent, payerName: payer.displayName, payerId: route.payerId },
      mode: run.caller.mode === 'test' ? 'test' : 'production',
      outboundTraceId: question.traceId,
      eligibilitySearchId: read.eligibilitySearchId,
    });
    return { id, response: { ...response, ...warned(told) }, x12: undefined, failure };
  };
  if (reply.kind === 'none') return failed(reply.failure, reply.wasSent);
  const answer = long ?? (await judgeShort({ run, id, asked }, codecs, reply.x12));
  if ('failure' in answer) {
    // The operator looks into this one: a payer or gateway mixes answers up.
    if (answer.failure === 'foreign-answer') {
      run.services.log.error(
        { check: id, route: route.name },
        'a payer sent the answer of another check; it is kept and not shown',
      );
    }
    return failed(answer.failure, true);
  }
  const x12 = answer.x12 === undefined ? undefined : answerAs(read.raw, answer.x12);
  const repaired = requestWarnings([...read.warnings, ...question.warnings]);
  const response: EligibilityResponse = {
    ...answer.response,
    ...(read.eligibilitySearchId === undefined ? {} : { eligibilitySearchId: read.eligibilitySearchId }),
    ...warned([...told, ...repaired, ...(answer.response.warnings ?? [])]),
    ...(x12 === undefined || input.source === 'json' ? {} : { x12 }),
  };
  return { id, response, x12, failure: undefined };
}

/** Of more, those that follow say nothing that the first do not. */
const MOST_WARNINGS = 100;

function warned(warnings: readonly ResponseWarning[]): Pick<EligibilityResponse, 'warnings'> {
  if (warnings.length === 0) return {};
  const more = warnings.length - MOST_WARNINGS;
  if (more <= 0) return { warnings };
  const description = `${more} more warnings are left out.`;
  return { warnings: [...warnings.slice(0, MOST_WARNINGS), { code: 'check::more_warnings', description }] };
}

/** What was repaired or not sent, by its place and rule: once, as the request is judged again when it is written for a route. */
function requestWarnings(problems: readonly RequestProblem[]): readonly ResponseWarning[] {
  const told = problems.map(({ pointer, rule, text }) => ({
    code: `request::270::${rule.replaceAll('-', '_')}`,
    description: `${pointer}: ${text}`,
  }));
  return [...new Map(told.map((one) => [one.description, one])).values()];
}
