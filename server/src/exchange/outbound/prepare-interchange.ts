import { allSteps, isHeavy, type Steps } from '../../heavy-turns.js';
import { uuid } from '../../ids.js';
import { invalid, type Problem, type ProblemDetail } from '../../problems.js';
import { leadsElsewhere } from '../../resources/connections/kinds/kind-table.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type Change, shareWork } from '../../store/shared-work.js';
import type { Run, Services } from '../services.js';
import { type Draft, type Drafted, draftInterchange } from './draft-interchange.js';
import { chooseFileName } from './file-name.js';
import { insertFiles, type WritableFile } from './insert-files.js';
import { artifactsOf, type NumberedInterchange, rowsOf } from './interchange-rows.js';
import type { OutboundRequest } from './outbound-request.js';
import { type OutboundPlan, planInterchange } from './plan-interchange.js';

/** A file whose numbers are taken and whose bytes are safe: only its rows are missing. */
export interface PreparedInterchange extends WritableFile {
  readonly executionId: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly numbers: { readonly interchange: number; readonly groups: readonly number[] };
}

const DAY = 24 * 60 * 60 * 1000;

/** What a request asks for, found and checked. */
export interface DraftedRequest {
  readonly plan: OutboundPlan;
  readonly drafted: Drafted;
}

/**
 * Finds and checks what a request asks for, and writes the interchange with place holders for its numbers. What is wrong with its data
 * is in the result.
 * @throws Problem where the request asks for what is not there, or does not fit together.
 */
export async function draftRequest(run: Run, request: OutboundRequest): Promise<DraftedRequest> {
  const { services } = run;
  const plan = await planInterchange(run, request);
  const engine = await services.guides.engineFor(guidesOf(plan));
  const draft = draftInterchange(engine, plan, request, services.clock.now());
  return { plan, drafted: await inTurn(run, request, draft) };
}

/** At once where it takes no time worth speaking of; otherwise when it is its turn, so that requests of others are answered meanwhile. */
async function inTurn<Result>(
  { services, caller }: Run,
  request: OutboundRequest,
  work: Steps<Result>,
): Promise<Result> {
  const data = request.groups.flatMap(({ transactions }) => transactions);
  return isHeavy(data) ? services.heavyTurns.runSteps(caller.accountId, work) : allSteps(work);
}

/**
 * From the request to a file that can be committed. Control numbers are taken only when nothing more can be wrong with the data,
 * in a transaction of their own: what fails later leaves a gap, never a repeat.
 * @throws Problem `invalid` with every finding, by JSON pointer, segment and code, where the data are wrong; and as `draftRequest`.
 */
export async function prepareInterchange(run: Run, request: OutboundRequest): Promise<PreparedInterchange> {
  const { drafted: draft } = await draftRequest(run, request);
  if ('refused' in draft) throw invalidData(draft.refused);
  return numberedFile(run, draft);
}

/**
 * Names a file that is right in everything, takes its numbers, and makes its bytes safe.
 * @throws Problem `invalid` for an expression that gives no name; as the counters do.
 */
export async function numberedFile(run: Run, draft: Draft): Promise<PreparedInterchange> {
  const { services, caller } = run;
  const { plan, request } = draft;
  const executionId = uuid();
  const nameOf = await chooseFileName(services, caller.accountId, draft, executionId);
  const numbers = await services.controlNumbers.take(caller.accountId, pairOf(plan), plan.groups.length);
  const filename = await nameOf(numbers);
  const at = services.clock.now();
  const { retentionDays } = services.config;
  const expiresAt = retentionDays === undefined ? null : at + retentionDays * DAY;
  const bytes = draft.finish(numbers);
  const file = { draft, numbers, bytes, executionId, filename, caller, at, expiresAt };
  const { rows, documents } = await inTurn(run, request, recordsOf(file));
  const artifacts = await services.artifacts.prepare(caller.accountId, documents);
  const { connection, directory } = plan;
  const isRemote = leadsElsewhere(connection);
  const delivery = {
    executionId,
    connectionId: connection.id,
    isRemote,
    directory,
    name: filename,
    size: bytes.length,
    transactions: rows.transactions.length,
    acknowledgedAt: at,
  };
  return { executionId, filename, bytes, numbers, rows, artifacts, delivery };
}

/** What is written down of a file. */
function* recordsOf(file: NumberedInterchange) {
  const rows = yield* rowsOf(file);
  return { rows, documents: yield* artifactsOf(file, rows) };
}

/**
 * The change that sends a file, and what it gives.
 * @param first what must be so when the file is sent, such as a group that nobody has sent before: then the change has a transaction of
 *   its own. Without, files that are sent at the same time are written down together.
 */
export function sending<Result>(
  services: Services,
  file: PreparedInterchange,
  result: Result,
  first?: (queries: AccountQueries) => Promise<void>,
): Change<Result> {
  if (first === undefined) return { result, writes: shareWork(insertFiles, file, services) };
  return async (queries) => {
    await first(queries);
    await insertFiles(queries, [file], services);
    return result;
  };
}

/** Each once. */
function guidesOf({ groups }: OutboundPlan) {
  return [...new Set(groups.flatMap(({ guide }) => (guide === undefined ? [] : [guide])))];
}

/** By which control numbers are counted. */
export function pairOf({ partnership: { local, partner } }: OutboundPlan) {
  return {
    senderQualifier: local.qualifier,
    senderId: local.interchangeId,
    receiverQualifier: partner.qualifier,
    receiverId: partner.interchangeId,
  };
}

function invalidData(findings: readonly ProblemDetail[]): Problem {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const text = `The transactions have ${errors} ${errors === 1 ? 'error' : 'errors'}, so that nothing was sent. See errors.`;
  return invalid(text, { code: 'FAILED_TO_TRANSLATE', errors: findings });
}
